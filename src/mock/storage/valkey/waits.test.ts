import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { order, update } from '../../order-calls.fixture.ts'
import { startMock } from '../../start-mock.ts'
import { missingEngine, openReplicas, startEngine, type TestEngine } from './engine.fixture.ts'

describe.skipIf(missingEngine)(`calls to the engine ${missingEngine ?? ''}`, () => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await startEngine()
  })
  afterAll(() => engine.stop())

  it('leave together when they are made in one turn of the event loop', async () => {
    const counter = await startCounter(engine.port)
    onTestFinished(() => counter.close())
    const [storage] = await openReplicas(`valkey://127.0.0.1:${counter.port}`, 1)
    if (!storage) throw new Error('no storage was opened')
    onTestFinished(() => storage.close())
    await storage.session('known')
    const before = counter.waits()
    await Promise.all(Array.from({ length: 50 }, (_, index) => storage.session(`s${index}`)))
    expect(counter.waits() - before).toBe(1)
  })

  it('are one for an order read of a warm session, and one for an update', async () => {
    const counter = await startCounter(engine.port)
    onTestFinished(() => counter.close())
    const mock = await startMock({ state: `valkey://127.0.0.1:${counter.port}`, interfaces: ['orders'] })
    onTestFinished(() => mock.close())
    const other = await startMock({ state: engine.url, interfaces: ['orders'] })
    onTestFinished(() => other.close())
    const waitsFor = async (work: () => Promise<unknown>) => {
      const before = counter.waits()
      await work()
      return counter.waits() - before
    }
    await order(mock.origin, 'counted')
    expect(await waitsFor(() => order(mock.origin, 'counted'))).toBe(1)
    const status = 'InProgress'
    expect(await waitsFor(() => update(mock.origin, 'counted', { status }))).toBeLessThanOrEqual(2)
    expect(await waitsFor(() => update(mock.origin, 'counted', { status }))).toBe(1)
    // Another process changes the record: what this one believes is found to be old, and the request runs again.
    await update(other.origin, 'counted', { status, trackingNumber: 'X' })
    expect(await waitsFor(() => order(mock.origin, 'counted'))).toBeLessThanOrEqual(3)
    // From then on it is fetched first.
    await update(other.origin, 'counted', { status, trackingNumber: 'Y' })
    expect(await waitsFor(() => order(mock.origin, 'counted'))).toBeLessThanOrEqual(2)
  })

  it('are two for an update of what another process has just changed', async () => {
    const counter = await startCounter(engine.port)
    onTestFinished(() => counter.close())
    const url = `valkey://127.0.0.1:${counter.port}`
    const mocks = await Promise.all([url, engine.url].map((state) => startMock({ state, interfaces: ['orders'] })))
    onTestFinished(async () => void (await Promise.all(mocks.map((mock) => mock.close()))))
    const [here = '', there = ''] = mocks.map(({ origin }) => origin)
    let waits = 0
    for (let round = 0; round < 20; round++) {
      await update(there, 'turns', { status: 'InProgress', trackingNumber: `there ${round}` })
      const before = counter.waits()
      await update(here, 'turns', { status: 'InProgress', trackingNumber: `here ${round}` })
      // Before, it does not know that the other process changes the record.
      if (round > 1) waits = Math.max(waits, counter.waits() - before)
    }
    expect(waits).toBe(2)
  })
})

/** Stands before an engine, and counts how often its client has waited for it: sent something, and then got something. */
async function startCounter(port: number) {
  let waits = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const engine = connect(port, '127.0.0.1')
    let isAsked = false
    for (const socket of [client, engine]) sockets.add(socket.on('error', () => {}))
    client.on('data', (bytes) => {
      isAsked = true
      engine.write(bytes)
    })
    engine.on('data', (bytes) => {
      if (isAsked) waits++
      isAsked = false
      client.write(bytes)
    })
    client.on('close', () => engine.destroy())
    engine.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    waits: () => waits,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
