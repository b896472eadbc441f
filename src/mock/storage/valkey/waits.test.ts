import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startMock } from '../../start-mock.ts'
import { missingEngine, openReplicas, startEngine, type TestEngine } from './engine.fixture.ts'
import { order, update } from './order-calls.fixture.ts'
import { startRelay } from './relay.fixture.ts'

describe.skipIf(missingEngine)(`calls to the engine ${missingEngine ?? ''}`, () => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await startEngine()
  })
  afterAll(() => engine.stop())

  it('calls leave together when they are made in one turn of the event loop', async () => {
    const relay = await startRelay(engine.port)
    onTestFinished(() => relay.close())
    const [storage] = await openReplicas(`valkey://127.0.0.1:${relay.port}`, 1)
    if (!storage) throw new Error('no storage was opened')
    onTestFinished(() => storage.close())
    await storage.session('known')
    const before = relay.waits()
    await Promise.all(Array.from({ length: 50 }, (_, index) => storage.session(`s${index}`)))
    expect(relay.waits() - before).toBe(1)
  })

  it('a request makes as many calls as it reads one after another, and one for its commit', async () => {
    const relay = await startRelay(engine.port)
    onTestFinished(() => relay.close())
    const mock = await startMock({ state: `valkey://127.0.0.1:${relay.port}`, interfaces: ['orders'] })
    onTestFinished(() => mock.close())
    const waitsFor = async (work: () => Promise<unknown>) => {
      const before = relay.waits()
      await work()
      return relay.waits() - before
    }
    await order(mock.origin, 'counted')
    // What each request needs, the API key, the order.
    expect(await waitsFor(() => order(mock.origin, 'counted'))).toBe(4)
    expect(await waitsFor(() => update(mock.origin, 'counted', { status: 'InProgress' }))).toBe(4)
  })
})
