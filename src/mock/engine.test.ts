import { expect, it, vi } from 'vitest'
import type { BehaviourContext } from '../behaviour/behaviour.ts'
import type { InterfaceDefinition } from '../behaviour/definition.ts'
import { problemDetails } from '../behaviour/problem-details.ts'
import { Refusal } from '../behaviour/refusal.ts'
import { bundled } from '../workspace/bundled.ts'
import { createEngine } from './engine.ts'
import { lampsContract as contract } from './lamps-document.fixture.ts'
import { Session } from './session/session.ts'
import { StorageError } from './storage/storage.ts'

type PutLamp = (context: BehaviourContext) => Promise<unknown>

/** The interface with one behaviour of the test, for `PUT /lamps/{id}`. */
function open(putLamp: PutLamp) {
  const faults: string[] = []
  const definition: InterfaceDefinition = {
    credentials: [],
    renderRefusal: problemDetails,
    behaviours: { putLamp: (_: never, context: BehaviourContext) => putLamp(context) } as never,
  }
  const engine = createEngine({ contract, definition, onFault: (reason) => faults.push(reason) })
  const session = new Session('tested')
  const state = session.state({ name: 'lamps', definition, seed: async () => {} })
  const put = async (signal = new AbortController().signal) => {
    const body = Buffer.from('{"lit":true}')
    const headers = { 'content-type': 'application/json' }
    const peer = { signal }
    return engine.handle({ method: 'PUT', path: '/v1/lamps/hall', query: '', headers, body, peer }, state)
  }
  const lamps = state.immediate.collection<unknown>('lamps')
  return { put, lamps, faults, session, state }
}

const answer = { status: 200, body: { lit: true } }

/** Changes two records, the first of them twice. */
async function change({ store }: BehaviourContext) {
  const lamps = store.collection<unknown>('lamps')
  await lamps.set('hall', 1)
  await lamps.set('hall', 2)
  await lamps.set('attic', 3)
}

it('stores what a request has changed when it is answered', async () => {
  const { put, lamps } = open(async (context) => {
    await change(context)
    expect(await context.store.collection('lamps').get('hall')).toBe(2)
    expect(await lamps.entries()).toEqual([])
    return { ...answer, headers: { 'X-Lamp': 7, 'X-Room': null, 'X-Lux': undefined } }
  })
  const { headers, handled } = await put()
  expect([headers, handled?.changes]).toStrictEqual([{ 'content-type': 'application/json', 'x-lamp': '7' }, undefined])
  expect(await lamps.entries()).toEqual([
    ['hall', 2],
    ['attic', 3],
  ])
})

it.each<[string, () => unknown, number, RegExp]>([
  ['throws', () => Promise.reject(new Error('broken')), 500, /^putLamp: Error: broken\n {4}at /],
  ['throws what is no error', () => Promise.reject('broken'), 500, /^putLamp: broken$/],
  ['refuses', () => new Refusal('forbidden', 'No.'), 403, /^$/],
  ['loses the storage', () => Promise.reject(new StorageError('It is full.')), 503, /^$/],
  ['breaks the contract', () => ({ status: 200, body: { lit: 'yes' } }), 500, /^putLamp: the answer breaks .* \/lit: /],
])('stores nothing of a request whose behaviour %s midway', async (_, end, status, reported) => {
  const { put, lamps, faults } = open(async (context) => {
    await change(context)
    return end()
  })
  const answered = await put()
  expect([answered.status, answered.headers['retry-after']]).toEqual([status, undefined])
  expect(await lamps.entries()).toEqual([])
  expect(faults.join()).toMatch(reported)
})

it.each<[string, string | undefined, unknown, string | undefined]>([
  ['the assumption', 'It is so', answer, 'It is so'],
  ['no reason', undefined, answer, undefined],
  ['the assumption and the refusal', 'It is so', new Refusal('forbidden', 'No. 7 burns'), 'It is so: No. 7 burns.'],
  ['the refusal', undefined, new Refusal('forbidden', 'Is it?'), 'Is it?'],
])('gives %s as the reason', async (_, assumption, outcome, reason) => {
  const { put } = open(async ({ assume }) => {
    if (assumption !== undefined) assume('LAMP-G1', assumption)
    return outcome
  })
  expect((await put()).handled?.reason).toBe(reason)
})

it('answers 503 when the storage is lost before the request has begun', async () => {
  const { put, state } = open(async () => answer)
  vi.spyOn(state, 'begin').mockRejectedValue(new StorageError('It is lost.', 1))
  const { status, headers, handled } = await put()
  expect([status, headers['retry-after']]).toEqual([503, '1'])
  expect(handled).toMatchObject({ operation: undefined, rules: [], faults: [], reason: 'It is lost.', warnings: [] })
})

it('reports a behaviour that names no record', async () => {
  const { put, faults } = open(({ store }) => store.collection('lamps').get(undefined as never))
  expect((await put()).status).toBe(500)
  expect(faults.join()).toContain("putLamp: TypeError: the key of a record of 'lamps' must be a text, seen undefined")
})

it('says that no behaviour decided an example, and cites no rule', async () => {
  const definition: InterfaceDefinition = { credentials: [], renderRefusal: problemDetails, behaviours: {} }
  const engine = createEngine({
    contract: bundled.find('orders').contract,
    definition,
    explain: true,
    onFault: expect.fail,
  })
  const state = new Session('tested').state({ name: 'orders', definition, seed: async () => {} })
  const headers = { accept: 'application/json', authorization: `Basic ${btoa('key:')}` }
  const peer = new AbortController()
  const ask = (query: string) =>
    engine.handle({ method: 'GET', path: '/api/orders', query, headers, body: null, peer }, state)
  const reason = 'No behaviour decided: the answer is an example of the document.'
  const { status, headers: shown } = await ask('')
  expect([status, shown]).toEqual([
    200,
    { 'content-type': 'application/json', 'x-mock-operation': 'listOrders', 'x-mock-reason': reason },
  ])
  expect((await ask('limit=none')).headers).toEqual({
    'content-type': 'application/problem+json',
    'x-mock-assumptions': 'ORD-G04, ORD-G27',
    'x-mock-operation': 'listOrders',
    'x-mock-rules': 'ORD-065',
    'x-mock-reason': expect.stringContaining('limit'),
  })
})

it('reports no failure of work for a caller who has gone', async () => {
  const { put, faults } = open(() => Promise.reject(new Error('gone')))
  expect((await put(AbortSignal.abort())).status).toBe(500)
  expect(faults).toEqual([])
})

it('keeps records that a behaviour stores at once, even when it refuses the request', async () => {
  const { put, lamps } = open(async ({ immediate }) => {
    await immediate.collection<number>('lamps').update('asked', (times = 0) => times + 1)
    return new Refusal('forbidden', 'No.')
  })
  await put()
  await put()
  expect(await lamps.entries()).toEqual([['asked', 2]])
})

it.each([
  [
    'changes',
    () => answer,
    [
      ['hall', 2],
      ['attic', 3],
    ],
  ],
  ['no changes of a request that is refused', () => new Refusal('forbidden', 'No.'), undefined],
])('tells a follower %s', async (_, end, changes) => {
  const { put, session } = open(async (context) => {
    await change(context)
    return end()
  })
  session.journal.follow({}, new AbortController().signal)
  expect((await put()).handled?.changes).toBeUndefined()
  session.journal.follow({ changes: true }, new AbortController().signal)
  expect((await put()).handled?.changes?.map(({ key, after }) => [key, after])).toEqual(changes)
})

/** Reads a record, which another request changes during each of the first runs. */
function disturbed(times: number) {
  let runs = 0
  const opened = open(async ({ store, cite }) => {
    runs++
    cite(`LAMP-00${runs}`)
    const seen = await store.collection<number>('lamps').get('hall')
    if (runs <= times) await opened.lamps.set('hall', runs)
    await store.collection('lamps').set('attic', seen)
    return answer
  })
  return { ...opened, runs: () => runs }
}

it('runs a request again when another request has changed a record that it read', async () => {
  const { put, lamps, runs } = disturbed(5)
  const { status, handled } = await put()
  expect([status, runs()]).toEqual([200, 6])
  expect(handled?.rules).toEqual(['LAMP-006'])
  expect(await lamps.get('attic')).toBe(5)
})

it('answers the 101st conflict with 503 in the form of the interface, and stores nothing', async () => {
  const { put, lamps, runs, faults } = disturbed(101)
  const { status, headers, body, handled } = await put()
  expect([status, headers['content-type'], headers['retry-after']]).toEqual([503, 'application/problem+json', '1'])
  expect(runs()).toBe(101)
  expect(body).toMatchObject({ status: 503, detail: handled?.reason })
  expect(await lamps.entries()).toEqual([['hall', 101]])
  expect(faults).toEqual([])
})

it('keeps no transaction open while a behaviour waits, and stores its earlier changes', async () => {
  const seen: unknown[] = []
  const opened = open(async ({ store, clock }) => {
    const lamps = store.collection<number>('lamps')
    seen.push(await lamps.get('hall'))
    await lamps.set('attic', 1)
    await clock.wait(60_000)
    seen.push(await lamps.get('hall'))
    return answer
  })
  const answered = opened.put()
  while ((await opened.lamps.get('attic')) === undefined) await new Promise((resolve) => setImmediate(resolve))
  await opened.lamps.set('hall', 7)
  opened.session.clock.ahead += 60_000
  expect((await answered).status).toBe(200)
  expect(seen).toEqual([undefined, 7])
})

it('reads nothing before an injected latency is over, and meets the fault once', async () => {
  let runs = 0
  const opened = open(async ({ store }) => {
    runs++
    const seen = await store.collection<number>('lamps').get('hall')
    return { status: 200, body: { lit: true, note: seen } }
  })
  const unit = opened.session.begin()
  await opened.session
    .faults(unit)
    .add({ interface: 'lamps', kind: 'latency', milliseconds: 60_000, times: 1 } as never)
  await unit.end()
  const { clock } = opened.session
  const { wait } = clock
  const waiting = Promise.withResolvers<void>()
  clock.wait = (...args) => {
    waiting.resolve()
    return wait(...args)
  }
  const answered = opened.put()
  await waiting.promise
  await opened.lamps.set('hall', 7)
  opened.session.clock.ahead += 60_000
  const { body, handled } = await answered
  expect([body, handled?.faults, runs]).toEqual([{ lit: true, note: 7 }, ['1'], 1])
})

it('stores each change of a stream by itself, once the answer is known', async () => {
  async function* lines({ store }: BehaviourContext) {
    const lamps = store.collection<number>('lamps')
    for (let line = 1; line <= 2; line++) {
      await lamps.update('hall', (before = 0) => before + line)
      yield Buffer.from(`${line}\n`)
    }
  }
  const { put, lamps } = open(async (context) => ({ status: 200, body: lines(context) }))
  const { body } = await put()
  const seen: unknown[] = []
  for await (const _ of body as AsyncIterable<Uint8Array>) seen.push(await lamps.get('hall'))
  expect(seen).toEqual([1, 3])
})
