import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { everyStorage } from './engines.fixture.ts'
import type { RecordRange, Storage, Write } from './storage.ts'
import { Transaction } from './transaction.ts'
import { missingEngine, openReplicas, startEngine } from './valkey/engine.fixture.ts'

/** Values that a record may hold. */
const values = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }))

// Few, so that transactions conflict.
const interfaceName = fc.constantFrom('orders', 'orders', 'orders', 'secrets')
const collection = fc.constantFrom('x', 'x', 'x', 'y')
const key = fc.constantFrom('k', '__proto__', '\ud800')
const partition = fc.constantFrom('a', 'a/1', 'b')
const number = fc.nat({ max: 2 })
const of = <Kind extends string, More>(kind: Kind, more: { [Name in keyof More]: fc.Arbitrary<More[Name]> }) =>
  fc.record({ kind: fc.constant(kind), ...more }) as unknown as fc.Arbitrary<{ kind: Kind } & More>

const operations = fc.oneof(
  {
    weight: 4,
    arbitrary: of('set', { number, interfaceName, collection, key, value: values as fc.Arbitrary<unknown> }),
  },
  { weight: 3, arbitrary: of('get', { number, interfaceName, collection, key }) },
  { weight: 1, arbitrary: of('delete', { number, interfaceName, collection, key }) },
  { weight: 2, arbitrary: of('list', { number, interfaceName, collection }) },
  { weight: 4, arbitrary: of('commit', { number }) },
  { weight: 1, arbitrary: of('drop', { number }) },
  { weight: 1, arbitrary: of('copy', { from: fc.constant('a'), to: fc.constant('a/1') }) },
  { weight: 1, arbitrary: of('copy', { from: fc.constant('a/1'), to: fc.constant('a') }) },
  { weight: 1, arbitrary: of('empty', { partition, interfaceName: fc.option(interfaceName, { nil: undefined }) }) },
)

/** What is stored: the records of each collection, by `partition interfaceName collection`. */
type Model = Map<string, Map<string, unknown>>

const nameOf = (partition: string, { interfaceName, collection }: RecordRange) =>
  `${partition} ${interfaceName} ${collection}`

function apply(model: Model, partition: string, { value, key, ...range }: Write): void {
  const name = nameOf(partition, range)
  const records = model.get(name) ?? new Map()
  if (value === undefined) records.delete(key)
  else records.set(key, value)
  if (records.size > 0) model.set(name, records)
  else model.delete(name)
}

/** A transaction of the storage, with the model's view of it. */
class Pair {
  readonly partition: string
  transaction: Transaction
  writes: Write[] = []
  /** The values that were read from storage, with the number of changes at that time. */
  reads: { name: string; key: string | undefined; seen: unknown; after: number }[] = []

  constructor(storage: Storage, partition: string) {
    this.partition = partition
    this.transaction = new Transaction(storage, partition)
  }

  /** The records of a collection as the transaction must see them. */
  view(model: Model, range: RecordRange): Map<string, unknown> {
    const own = new Map([[nameOf(this.partition, range), new Map(model.get(nameOf(this.partition, range)))]])
    for (const write of this.writes) if (isIn(write, range)) apply(own, this.partition, write)
    return own.get(nameOf(this.partition, range)) ?? new Map()
  }
}

const isIn = (write: RecordRange, { interfaceName, collection }: RecordRange) =>
  write.interfaceName === interfaceName && write.collection === collection

/** Does the same to an engine and to the model, and compares the results. */
async function compare(
  storage: Storage,
  other: Storage,
  steps: readonly (typeof operations extends fc.Arbitrary<infer T> ? T : never)[],
) {
  const model: Model = new Map()
  /** Every change in its order: the collection, and the key unless all of its records may have changed. */
  const changes: { name: string; key: string | undefined }[] = []
  const open = (index: number) => new Pair(index === 1 ? other : storage, index === 2 ? 'b' : 'a')
  const pairs = [open(0), open(1), open(2)]
  const restart = (index: number) => {
    pairs[index] = open(index)
  }
  const read = (pair: Pair, range: RecordRange, key: string | undefined) => {
    const name = nameOf(pair.partition, range)
    const records = model.get(name)
    const seen = key === undefined ? [...(records ?? [])] : records?.get(key)
    // A transaction may read a record again as it was the first time.
    const isFirst = !pair.reads.some((read) => read.name === name && read.key === key)
    if (isFirst) pair.reads.push({ name, key, seen, after: changes.length })
    return isFirst
  }
  const replace = (to: string, isReplaced: (name: string) => boolean) => {
    for (const name of [...model.keys()]) if (isReplaced(name)) model.delete(name)
    for (const interfaceName of ['orders', 'secrets'])
      for (const collection of ['x', 'y'])
        changes.push({ name: nameOf(to, { interfaceName, collection }), key: undefined })
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
      if (step.interfaceName === undefined) await storage.empty(step.partition)
      else await storage.forget(step.partition, step.interfaceName)
      const prefix =
        step.interfaceName === undefined ? `${step.partition} ` : `${step.partition} ${step.interfaceName} `
      replace(step.partition, (name) => name.startsWith(prefix))
      continue
    }
    const pair = pairs[step.number] as Pair
    const { transaction } = pair
    if (step.kind === 'set') {
      transaction.write(step.interfaceName, step.collection, step.key, step.value)
      pair.writes.push({ ...step })
    } else if (step.kind === 'get') {
      const isOwn = pair.writes.some((write) => isIn(write, step) && write.key === step.key)
      const isFirst = isOwn || read(pair, step, step.key)
      const got = await transaction.read(step.interfaceName, step.collection, step.key)
      if (isFirst) expect(isDeepStrictEqual(got, pair.view(model, step).get(step.key))).toBe(true)
    } else if (step.kind === 'delete') {
      transaction.write(step.interfaceName, step.collection, step.key, undefined)
      pair.writes.push({ ...step, value: undefined })
    } else if (step.kind === 'list') {
      const isFirst = read(pair, step, undefined)
      const listed = await transaction.list(step.interfaceName, step.collection)
      if (isFirst) expect(isDeepStrictEqual(listed, [...pair.view(model, step)])).toBe(true)
    } else if (step.kind === 'drop') {
      transaction.drop()
      restart(step.number)
    } else {
      const present = ({ name, key }: Pair['reads'][number]) =>
        key === undefined ? [...(model.get(name) ?? [])] : model.get(name)?.get(key)
      const isChanged = pair.reads.some((read) => !isDeepStrictEqual(present(read), read.seen))
      const isTouched = pair.reads.some(({ name, key, after }) =>
        changes
          .slice(after)
          .some((one) => one.name === name && (one.key === key || one.key === undefined || key === undefined)),
      )
      const isCommitted = await transaction.end()
      // A changed read is a conflict, an unchanged one is not, and a value that was set again may be either.
      if (isChanged) expect(isCommitted).toBe(false)
      if (!isTouched) expect(isCommitted).toBe(true)
      if (isCommitted) {
        for (const write of pair.writes) {
          apply(model, pair.partition, write)
          changes.push({ name: nameOf(pair.partition, write), key: write.key })
        }
      }
      restart(step.number)
    }
  }
  const stored: Model = new Map()
  for (const partition of await storage.partitions('')) {
    for (const interfaceName of await storage.interfaces(partition)) {
      for (const collection of ['x', 'y']) {
        const records = await storage.begin(partition).list(interfaceName, collection)
        if (records.length > 0) stored.set(nameOf(partition, { interfaceName, collection }), new Map(records))
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

it.each(everyStorage())('stores the changes of interleaved transactions like a simple model: %s', async (_, open) => {
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

it.skipIf(missingEngine)('stores the changes of two processes like a simple model', async () => {
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
})
