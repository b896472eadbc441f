import { expect, it } from 'vitest'
import { inOneUnit } from '../storage/unit-of-work.ts'
import { type FaultRequest, type Faults, noFault } from './faults.ts'
import { Session } from './session.ts'

/** The faults of a session, each call a unit of work of its own. */
async function withFaults(...requests: FaultRequest[]) {
  const session = new Session('faulty')
  const within = async <Result>(work: (faults: Faults) => Promise<Result>) =>
    inOneUnit(
      () => session.begin(),
      (unit) => work(session.faults(unit)),
    )
  const faults = {
    add: (request: FaultRequest) => within((faults) => faults.add(request)),
    list: () => within((faults) => faults.list()),
    remove: (id: string) => within((faults) => faults.remove(id)),
    clear: () => within((faults) => faults.clear()),
    apply: async (name: string, operation: string | undefined) =>
      (await session.applyFaults(name, operation, session.begin())) ?? noFault,
  }
  for (const request of requests) await faults.add(request)
  return faults
}

const slow: FaultRequest = { interface: 'orders', kind: 'latency', milliseconds: 100, probability: 1 }
const status: FaultRequest = { interface: 'orders', kind: 'status', status: 503, probability: 1 }

it('strikes requests to its interface, and to its operation where it names one', async () => {
  const faults = await withFaults(slow, { ...slow, operation: 'getOrder', milliseconds: 1 })
  expect((await faults.apply('orders', 'getOrder')).latency).toBe(101)
  expect((await faults.apply('orders', 'listOrders')).latency).toBe(100)
  expect((await faults.apply('orders', undefined)).latency).toBe(100)
  expect((await faults.apply('secrets', 'getOrder')).latency).toBe(0)
})

it('applies to as many simultaneous requests as it has times, and is then removed', async () => {
  const faults = await withFaults({ ...status, times: 7 })
  const applied = await Promise.all(Array.from({ length: 50 }, () => faults.apply('orders', 'getOrder')))
  expect(applied.filter(({ effect }) => effect.kind === 'status')).toHaveLength(7)
  expect(await faults.list()).toEqual([])
})

it('strikes the same requests for the same seed, about as many as the probability says', async () => {
  const pattern = async (seed: number) => {
    const faults = await withFaults({ ...status, probability: 0.25, seed })
    let struck = ''
    for (let request = 0; request < 1000; request++)
      struck += (await faults.apply('orders', 'x')).effect.kind === 'status' ? '1' : '0'
    return struck
  }
  const [one, same, other] = [await pattern(7), await pattern(7), await pattern(8)]
  expect(one).toBe(same)
  expect(one).not.toBe(other)
  for (const struck of [one, other]) {
    expect(struck.replaceAll('0', '').length).toBeGreaterThan(200)
    expect(struck.replaceAll('0', '').length).toBeLessThan(300)
  }
})

it('chooses a seed when none is given', async () => {
  const faults = await withFaults(status, status)
  const [one, other] = await faults.list()
  expect(one?.seed).not.toBe(other?.seed)
})

it('adds latencies up, and lets the first of the other kinds decide', async () => {
  const drop: FaultRequest = { interface: 'orders', kind: 'drop', times: 1, probability: 1 }
  const faults = await withFaults(slow, drop, { ...status, times: 1 }, slow)
  const applied = []
  for (let request = 0; request < 3; request++) applied.push(await faults.apply('orders', 'x'))
  expect(applied.map(({ latency, effect, faults }) => [latency, effect.kind, faults])).toEqual([
    [200, 'drop', ['1', '2', '4']],
    [200, 'status', ['1', '3', '4']],
    [200, 'none', ['1', '4']],
  ])
})

it('tells how often each has struck, and never gives an id again', async () => {
  const faults = await withFaults(slow)
  await faults.apply('orders', 'x')
  expect(await faults.list()).toMatchObject([{ id: '1', struck: 1 }])
  expect(await faults.remove('1')).toBe(true)
  expect(await faults.remove('1')).toBe(false)
  expect((await faults.add(slow)).id).toBe('2')
  await faults.clear()
  expect(await faults.list()).toEqual([])
})
