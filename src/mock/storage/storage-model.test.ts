import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { everyStorage } from './engines.fixture.ts'
import type { Storage, Write } from './storage.ts'
import { UnitOfWork } from './unit-of-work.ts'
import { missingEngine, openReplicas, startEngine } from './valkey/engine.fixture.ts'

/** Values of every type that a record may hold. */
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.date({ noInvalidDate: true }),
  fc.bigInt(),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 8 }),
  fc.array(fc.tuple(fc.string(), fc.jsonValue({ maxDepth: 1 })), { maxLength: 3 }).map((entries) => new Map(entries)),
  fc.array(fc.string(), { maxLength: 3 }).map((members) => new Set(members)),
  fc.dictionary(fc.constantFrom('$', 'a', 'value'), fc.option(fc.jsonValue({ maxDepth: 1 }), { nil: undefined }), {
    noNullPrototype: true,
  }),
)

// Few places, so that units of work conflict.
const owner = fc.constantFrom('orders', 'orders', 'orders', 'secrets')
const collection = fc.constantFrom('x', 'x', 'x', 'y')
const key = fc.constantFrom('k', '__proto__', '\ud800')
const partition = fc.constantFrom('a', 'a/1', 'b')
const unit = fc.nat({ max: 2 })
const of = <Kind extends string, More>(kind: Kind, more: { [Name in keyof More]: fc.Arbitrary<More[Name]> }) =>
  fc.record({ kind: fc.constant(kind), ...more }) as unknown as fc.Arbitrary<{ kind: Kind } & More>

const operations = fc.oneof(
  { weight: 4, arbitrary: of('set', { unit, owner, collection, key, value: values as fc.Arbitrary<unknown> }) },
  { weight: 3, arbitrary: of('get', { unit, owner, collection, key }) },
  { weight: 1, arbitrary: of('delete', { unit, owner, collection, key }) },
  { weight: 2, arbitrary: of('list', { unit, owner, collection }) },
  { weight: 4, arbitrary: of('commit', { unit }) },
  { weight: 1, arbitrary: of('drop', { unit }) },
  { weight: 1, arbitrary: of('copy', { from: fc.constant('a'), to: fc.constant('a/1') }) },
  { weight: 1, arbitrary: of('copy', { from: fc.constant('a/1'), to: fc.constant('a') }) },
  { weight: 1, arbitrary: of('empty', { partition, owner: fc.option(owner, { nil: undefined }) }) },
)

type Place = Pick<Write, 'owner' | 'collection'>

/** What is stored: the records of each collection, by `partition owner collection`. */
type Model = Map<string, Map<string, unknown>>

const nameOf = (partition: string, { owner, collection }: Place) => `${partition} ${owner} ${collection}`

function apply(model: Model, partition: string, { value, key, ...place }: Write): void {
  const name = nameOf(partition, place)
  const records = model.get(name) ?? new Map()
  if (value === undefined) records.delete(key)
  else records.set(key, value)
  if (records.size > 0) model.set(name, records)
  else model.delete(name)
}

/** A unit of work of the engine, with the model's view of it. */
class Pair {
  readonly partition: string
  unit: UnitOfWork
  writes: Write[] = []
  /** The values that were read from storage, with the number of changes at that time. */
  reads: { name: string; key: string | undefined; seen: unknown; after: number }[] = []

  constructor(storage: Storage, partition: string) {
    this.partition = partition
    this.unit = new UnitOfWork(storage, partition)
  }

  /** The records of a collection as the unit of work must see them. */
  view(model: Model, place: Place): Map<string, unknown> {
    const own = new Map([[nameOf(this.partition, place), new Map(model.get(nameOf(this.partition, place)))]])
    for (const write of this.writes) if (isIn(write, place)) apply(own, this.partition, write)
    return own.get(nameOf(this.partition, place)) ?? new Map()
  }
}

const isIn = (write: Place, { owner, collection }: Place) => write.owner === owner && write.collection === collection

/** Does the same to an engine and to the model, and compares the results. */
async function compare(
  storage: Storage,
  other: Storage,
  steps: readonly (typeof operations extends fc.Arbitrary<infer T> ? T : never)[],
) {
  const model: Model = new Map()
  /** Every change in its order: the collection, and the key unless all of its records may have changed. */
  const changes: { name: string; key: string | undefined }[] = []
  // A cached value of one process may be stale after another process has changed it: then only the commit shows it.
  const mayBeOld = other !== storage
  const open = (index: number) => new Pair(index === 1 ? other : storage, index === 2 ? 'b' : 'a')
  const pairs = [open(0), open(1), open(2)]
  const restart = (index: number) => {
    pairs[index] = open(index)
  }
  const read = (pair: Pair, place: Place, key: string | undefined) => {
    const name = nameOf(pair.partition, place)
    const records = model.get(name)
    const seen = key === undefined ? [...(records ?? [])] : records?.get(key)
    const noted = { name, key, seen, after: changes.length }
    pair.reads.push(noted)
    return noted
  }
  const replace = (to: string, isReplaced: (name: string) => boolean) => {
    for (const name of [...model.keys()]) if (isReplaced(name)) model.delete(name)
    for (const owner of ['orders', 'secrets'])
      for (const collection of ['x', 'y']) changes.push({ name: nameOf(to, { owner, collection }), key: undefined })
  }

  for (const step of steps) {
    if (step.kind === 'copy') {
      await storage.copy(step.from, step.to)
      const copied = [...model].filter(([name]) => name.startsWith(`${step.from} `))
      replace(step.to, (name) => name.startsWith(`${step.to} `))
      for (const [name, records] of copied) model.set(name.replace(step.from, step.to), new Map(records))
      continue
    }
    if (step.kind === 'empty') {
      if (step.owner === undefined) await storage.empty(step.partition)
      else await storage.forget(step.partition, step.owner)
      const prefix = step.owner === undefined ? `${step.partition} ` : `${step.partition} ${step.owner} `
      replace(step.partition, (name) => name.startsWith(prefix))
      continue
    }
    const pair = pairs[step.unit] as Pair
    const { unit } = pair
    if (step.kind === 'set') {
      unit.write(step.owner, step.collection, step.key, step.value)
      pair.writes.push({ ...step })
    } else if (step.kind === 'get') {
      const isOwn = pair.writes.some((write) => isIn(write, step) && write.key === step.key)
      const noted = isOwn ? undefined : read(pair, step, step.key)
      const got = await unit.read(step.owner, step.collection, step.key)
      if (noted && mayBeOld) noted.seen = got
      else expect(isDeepStrictEqual(got, pair.view(model, step).get(step.key))).toBe(true)
    } else if (step.kind === 'delete') {
      unit.write(step.owner, step.collection, step.key, undefined)
      pair.writes.push({ ...step, value: undefined })
    } else if (step.kind === 'list') {
      const noted = read(pair, step, undefined)
      const listed = await unit.list(step.owner, step.collection)
      if (mayBeOld && pair.writes.length === 0) noted.seen = listed
      // A read after the unit's own write says nothing about the stored value.
      else if (mayBeOld) pair.reads.pop()
      else expect(isDeepStrictEqual(listed, [...pair.view(model, step)])).toBe(true)
    } else if (step.kind === 'drop') {
      unit.drop()
      restart(step.unit)
    } else {
      const present = ({ name, key }: Pair['reads'][number]) =>
        key === undefined ? [...(model.get(name) ?? [])] : model.get(name)?.get(key)
      const isChanged = pair.reads.some((read) => !isDeepStrictEqual(present(read), read.seen))
      const isTouched = pair.reads.some(({ name, key, after }) =>
        changes
          .slice(after)
          .some((one) => one.name === name && (one.key === key || one.key === undefined || key === undefined)),
      )
      const isCommitted = await unit.end()
      // A changed read is a conflict, an unchanged one is not, and a value that was set again may be either.
      if (isChanged) expect(isCommitted).toBe(false)
      if (!isTouched && !mayBeOld) expect(isCommitted).toBe(true)
      if (isCommitted) {
        for (const write of pair.writes) {
          apply(model, pair.partition, write)
          changes.push({ name: nameOf(pair.partition, write), key: write.key })
        }
      }
      restart(step.unit)
    }
  }
  const stored: Model = new Map()
  for (const partition of await storage.partitions('')) {
    for (const owner of await storage.owners(partition)) {
      for (const collection of ['x', 'y']) {
        const records = await storage.begin(partition).list(owner, collection)
        if (records.length > 0) stored.set(nameOf(partition, { owner, collection }), new Map(records))
      }
    }
  }
  expect(isDeepStrictEqual(sorted(stored), sorted(model))).toBe(true)
  const inA = [...model.keys()].map((name) => name.split(' ')[0]).filter((name) => name?.startsWith('a/'))
  expect(await storage.partitions('a/')).toEqual([...new Set(inA)])
}

/** Sorts collections, and keeps the order of their records. */
function sorted(model: Model): [string, [string, unknown][]][] {
  const collections = [...model].map(([name, records]): [string, [string, unknown][]] => [name, [...records]])
  return collections.sort(([one], [other]) => (one < other ? -1 : 1))
}

it.each(everyStorage())('stores the changes of interleaved units of work like a simple model: %s', async (_, open) => {
  let storage: Storage | undefined
  await fc.assert(
    fc
      .asyncProperty(fc.array(operations, { maxLength: 60, size: 'max' }), async (steps) => {
        storage = await open()
        await compare(storage, storage, steps)
      })
      .afterEach(() => storage?.close()),
    { numRuns: Number(process.env.STORAGE_RUNS ?? 300), seed: 5 },
  )
})

it.skipIf(missingEngine)(
  'keeps what two processes tell it, and commits nothing that stands on something old',
  async () => {
    const engine = await startEngine()
    onTestFinished(engine.stop)
    await fc.assert(
      fc.asyncProperty(fc.array(operations, { maxLength: 60, size: 'max' }), async (steps) => {
        const [one, other] = await openReplicas(engine.url, 2)
        await compare(one as Storage, other as Storage, steps)
        await Promise.all([one?.close(), other?.close()])
      }),
      { numRuns: Number(process.env.STORAGE_RUNS ?? 300), seed: 7 },
    )
  },
)

it.skipIf(missingEngine)(
  'believes no record of a session that another process has emptied and filled again',
  async () => {
    const engine = await startEngine()
    onTestFinished(engine.stop)
    const [one, other] = await openReplicas(engine.url, 2)
    if (!one || !other) throw new Error('no storage was opened')
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
    const write = async (collection: string) => {
      const unit = new UnitOfWork(one, 'a')
      unit.write('orders', collection, 'k', 1)
      await unit.end()
    }
    const readBoth = async (unit: UnitOfWork) => [
      await unit.read('orders', 'x', 'k'),
      await unit.read('orders', 'y', 'k'),
    ]
    await write('x')
    const before = new UnitOfWork(other, 'a')
    expect([await readBoth(before), await before.end()]).toEqual([[1, undefined], true])
    await one.empty('a')
    await write('z')
    await write('y')
    const after = new UnitOfWork(other, 'a')
    // Has the second read ask the engine, which tells that `z` and `y` have changed.
    await after.read('orders', 'z', 'k')
    const read = await readBoth(after)
    expect((await after.end()) === isDeepStrictEqual(read, [undefined, 1])).toBe(true)
  },
)
