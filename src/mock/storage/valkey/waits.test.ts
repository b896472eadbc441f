import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { order, update } from '../../order-calls.fixture.ts'
import { startMock } from '../../start-mock.ts'
import { missingEngine, openReplicas, startEngine, type TestEngine } from './engine.fixture.ts'
import { startRelay } from './relay.fixture.ts'

describe.skipIf(missingEngine)(`calls to the engine ${missingEngine ?? ''}`, () => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await startEngine()
  })
  afterAll(() => engine.stop())

  it('leave together when they are made in one turn of the event loop', async () => {
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

  it('are one for an order read of a warm session, and one for an update', async () => {
    const relay = await startRelay(engine.port)
    onTestFinished(() => relay.close())
    const mock = await startMock({ state: `valkey://127.0.0.1:${relay.port}`, interfaces: ['orders'] })
    onTestFinished(() => mock.close())
    const other = await startMock({ state: engine.url, interfaces: ['orders'] })
    onTestFinished(() => other.close())
    const waitsFor = async (work: () => Promise<unknown>) => {
      const before = relay.waits()
      await work()
      return relay.waits() - before
    }
    await order(mock.origin, 'counted')
    expect(await waitsFor(() => order(mock.origin, 'counted'))).toBe(1)
    const status = 'InProgress'
    expect(await waitsFor(() => update(mock.origin, 'counted', { status }))).toBeLessThanOrEqual(2)
    expect(await waitsFor(() => update(mock.origin, 'counted', { status }))).toBe(1)
    // Another process changes the record, so the cached one is stale and the request runs again.
    await update(other.origin, 'counted', { status, trackingNumber: 'X' })
    expect(await waitsFor(() => order(mock.origin, 'counted'))).toBeLessThanOrEqual(3)
    // After that, the record is fetched first.
    await update(other.origin, 'counted', { status, trackingNumber: 'Y' })
    expect(await waitsFor(() => order(mock.origin, 'counted'))).toBeLessThanOrEqual(2)
  })

  it('are two for a record that another process has just changed, and one for a record that processes only read', async () => {
    const relay = await startRelay(engine.port)
    onTestFinished(() => relay.close())
    const url = `valkey://127.0.0.1:${relay.port}`
    const mocks = await Promise.all([url, engine.url].map((state) => startMock({ state, interfaces: ['orders'] })))
    onTestFinished(async () => void (await Promise.all(mocks.map((mock) => mock.close()))))
    const [here = '', there = ''] = mocks.map(({ origin }) => origin)
    const changed = (origin: string) => update(origin, 'turns', { status: 'InProgress', trackingNumber: origin })
    const read = (origin: string) => order(origin, 'turns')
    const waitsOf = async (first: typeof read, then: typeof read) => {
      const waits = new Set<number>()
      for (let round = 0; round < 20; round++) {
        await first(there)
        const before = relay.waits()
        await then(here)
        // In earlier rounds, this process does not know yet whether the other one changes the record.
        if (round >= 10) waits.add(relay.waits() - before)
      }
      return [...waits]
    }
    expect(await waitsOf(changed, changed)).toEqual([2])
    expect(await waitsOf(changed, read)).toEqual([2])
    expect(await waitsOf(read, read)).toEqual([1])
    expect(await waitsOf(read, changed)).toEqual([1])
  })

  it('count the sessions once for many calls of the metrics', async () => {
    const mock = await startMock({ state: engine.url, interfaces: ['orders'] })
    onTestFinished(() => mock.close())
    await Promise.all(['one', 'two', 'three'].map((session) => order(mock.origin, session)))
    const listed = (await (await fetch(`${mock.origin}/_control/sessions`)).json()) as { sessions: unknown[] }
    const figures = async () => {
      const text = await (await fetch(`${mock.origin}/_control/metrics`)).text()
      return ['mock_sessions', 'mock_engine_calls_total'].map((name) =>
        Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]),
      )
    }
    const [sessions, before = 0] = await figures()
    expect(sessions).toBe(listed.sessions.length)
    await Promise.all(Array.from({ length: 20 }, figures))
    const [, after = 0] = await figures()
    expect(after - before).toBeLessThan(20)
  })
})
