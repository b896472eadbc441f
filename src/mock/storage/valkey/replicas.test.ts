import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningMock, startMock } from '../../start-mock.ts'
import { openStore } from '../transaction.ts'
import { missingEngine, openReplicas, startEngine, type TestEngine } from './engine.fixture.ts'
import { control, order, update } from './order-calls.fixture.ts'

describe.skipIf(missingEngine)(`several mocks whose sessions are on one engine ${missingEngine ?? ''}`, () => {
  let engine: TestEngine
  let mocks: RunningMock[]
  const faults: string[] = []
  let [one, other] = ['', '']
  beforeAll(async () => {
    engine = await startEngine()
    const options = {
      state: engine.url,
      interfaces: ['orders', 'cluster-agent'],
      onFault: (why: string) => faults.push(why),
    }
    mocks = await Promise.all([startMock(options), startMock(options)])
    ;[one = '', other = ''] = mocks.map(({ origin }) => origin)
  })
  afterAll(async () => {
    await Promise.all(mocks.map((mock) => mock.close()))
    await engine.stop()
    expect(faults).toEqual([])
  })

  it('reads an acknowledged write on any of the mocks', async () => {
    for (let round = 0; round < 20; round++) {
      const [here, there] = round % 2 ? [one, other] : [other, one]
      const trackingNumber = `T${round}`
      expect((await update(here, 'reads', { status: 'InProgress', trackingNumber })).status).toBe(200)
      expect(await (await order(there, 'reads')).json()).toMatchObject({ trackingNumber })
    }
  })

  it('moves the clock for all mocks, and wakes a request that waits on another', async () => {
    await control(one, 'POST', 'waits/faults', {
      interface: 'orders',
      kind: 'latency',
      milliseconds: 3_600_000,
      times: 1,
    })
    const held = order(one, 'waits')
    while ((await control(other, 'GET', 'waits')).body.requestsUnderWay === 0) await sleep(10)
    await control(other, 'POST', 'waits/clock/advance', { seconds: 3600 })
    expect((await held).status).toBe(200)
    for (const origin of [one, other]) {
      const { now } = (await control(origin, 'GET', 'waits/clock')).body
      expect(Date.parse(now) - Date.now()).toBeGreaterThan(1_800_000)
    }
  })

  it('notes a request at the time that another mock has set', async () => {
    await order(other, 'dated')
    await control(one, 'PUT', 'dated/clock', { now: '2032-01-01T00:00:00Z' })
    await order(other, 'dated')
    const { body } = await control(one, 'GET', 'dated/journal?since=2032-01-01T00:00:00Z')
    expect(body.requests).toHaveLength(1)
  })

  it('removes a session everywhere, with all its keys', async () => {
    for (const origin of [one, other]) await update(origin, 'gone', { status: 'Cancelled' })
    await control(one, 'POST', 'gone/snapshots')
    expect((await control(other, 'DELETE', 'gone')).status).toBe(204)
    expect(engine.ask('--scan', '--pattern', 'rulebound:{gone}*')).toBe('')
    expect((await control(one, 'GET', 'gone')).status).toBe(404)
    expect(await (await order(one, 'gone')).json()).not.toMatchObject({ status: 'Cancelled' })
  })

  it('notes what a request changes only while somebody follows it, and for a short time', async () => {
    const change = () => update(one, 'followed', { status: 'Cancelled' })
    const noted = () => Number(engine.ask('ttl', 'rulebound:{followed}:d'))
    await change()
    expect(noted()).toBe(-2)
    const leave = new AbortController()
    const journal = `${other}/_control/sessions/followed/journal?follow=true&changes=true`
    await fetch(journal, { signal: leave.signal })
    await change()
    expect(noted()).toBeGreaterThan(0)
    leave.abort()
  })

  it('lets an unused session expire with all its keys, and keeps the default one', async () => {
    const [storage] = await openReplicas(engine.url, 1, 3_600_000)
    if (!storage) throw new Error('no storage was opened')
    await openStore(storage, 'old', 'orders').collection('orders').set('k', 1)
    await storage.copy('old', 'old/1')
    expect(await storage.partitions('')).toEqual(['old', 'old/1'])
    const keys = engine.ask('--scan', '--pattern', '*{old}*').split('\n')
    expect(keys).toHaveLength(3)
    for (const key of keys) {
      const left = Number(engine.ask('pttl', key))
      expect(left).toBeGreaterThan(1_800_000)
      expect(left).toBeLessThanOrEqual(3_600_000 * 1.05)
    }
    expect(engine.ask('ttl', 'rulebound:{default}:i')).toBe('-2')
    await order(one, 'default')
    expect(engine.ask('ttl', 'rulebound:{default}:i')).toBe('-1')
    await storage.close()
  })

  it('keeps hostile names of sessions in their slot and under the prefix', async () => {
    const [storage] = await openReplicas(engine.url, 1)
    if (!storage) throw new Error('no storage was opened')
    const names = ['a}b', '{x}', 'a:i', '*', '..', '%', '', 'é\ud800'.toWellFormed(), 'a b\n', '__proto__']
    const keys = () =>
      engine
        .ask('--scan')
        .split('\n')
        .filter((key) => !key.startsWith('rulebound:'))
        .sort()
    const before = keys()
    for (const name of names) await openStore(storage, name, 'orders').collection('orders').set('k', name)
    const made = keys().filter((key) => !before.includes(key))
    expect(made).toHaveLength(2 * names.length)
    expect(made.filter((key) => !/^test-[\d-]+:\{[\w.%-]+\}:(i|c:orders\/orders)$/.test(key))).toEqual([])
    for (const name of names) {
      expect(await openStore(storage, name, 'orders').collection('orders').get('k')).toBe(name)
      await storage.deleteSession(name)
    }
    expect(keys()).toEqual(before)
    await storage.close()
  })

  it('sends no command that touches other keys', async () => {
    const commands = await monitored(engine, async () => {
      for (const origin of [one, other]) {
        await update(origin, 'seen', { status: 'InProgress' })
        await control(origin, 'POST', 'seen/snapshots')
        await control(origin, 'POST', 'seen/snapshots/1/restore')
        await control(origin, 'POST', 'seen/reset')
        await fetch(`${origin}/_control/sessions`)
        await control(origin, 'GET', 'seen/journal')
        await control(origin, 'DELETE', 'seen')
      }
    })
    expect(commands.length).toBeGreaterThan(50)
    expect(
      commands.filter(({ name }) => /^(flush|keys|swapdb|config|script|debug|shutdown|randomkey)/i.test(name)),
    ).toEqual([])
    const keyless = /^(time|ping|info|client|select|hello|auth|eval|evalsha|scan|publish|subscribe|command)$/i
    const foreign = commands.filter(({ name, args }) => !keyless.test(name) && !args[0]?.startsWith('rulebound:'))
    expect(foreign).toEqual([])
  })
})

/** All commands that the engine runs meanwhile, also those of scripts. */
async function monitored(engine: TestEngine, work: () => Promise<void>) {
  const socket = connect(engine.port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  socket.write('MONITOR\r\n')
  while (!text.includes('+OK')) await sleep(5)
  await work()
  // Commands are reported in their order.
  engine.ask('ping', 'all is done')
  while (!text.includes('all is done')) await sleep(5)
  socket.destroy()
  return text.split('\r\n').flatMap((line) => {
    const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => word)
    const [name, ...args] = words
    return name === undefined ? [] : [{ name, args }]
  })
}
