import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { control, inSession, order, token, update } from './order-calls.fixture.ts'
import { type Replica, startReplica } from './replicas.fixture.ts'
import { type RunningMock, startMock } from './start-mock.ts'
import { openStore } from './storage/unit-of-work.ts'
import { missingEngine, openReplicas, startEngine, type TestEngine } from './storage/valkey/engine.fixture.ts'

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

  it('loses none of 1,000 increments that four processes make at once', { timeout: 120_000 }, async () => {
    const replicas = await openReplicas(engine.url, 4)
    const increment = async (index: number) => {
      const counters = openStore(replicas[index % 4] as never, 's', 'orders').collection<number>('counters')
      await counters.update('n', (n = 0) => n + 1)
    }
    await Promise.all(Array.from({ length: 1000 }, (_, index) => increment(index)))
    expect(
      await openStore(replicas[0] as never, 's', 'orders')
        .collection('counters')
        .get('n'),
    ).toBe(1000)
    await Promise.all(replicas.map((replica) => replica.close()))
  })

  it('reads an acknowledged write on any of them', async () => {
    for (let round = 0; round < 20; round++) {
      const [here, there] = round % 2 ? [one, other] : [other, one]
      const trackingNumber = `T${round}`
      expect((await update(here, 'reads', { status: 'InProgress', trackingNumber })).status).toBe(200)
      expect(await (await order(there, 'reads')).json()).toMatchObject({ trackingNumber })
    }
  })

  it('applies a fault that strikes three times to three of twenty requests', async () => {
    await control(one, 'POST', 'faulty/faults', { interface: 'orders', kind: 'status', status: 503, times: 3 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => order(index % 2 ? one : other, 'faulty').then(({ status }) => status)),
    )
    expect(answers.filter((status) => status === 503)).toHaveLength(3)
    expect((await control(other, 'GET', 'faulty/faults')).body.faults).toEqual([])
  })

  it('moves the clock for all of them, and wakes what waits on another', async () => {
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
    const [here, there] = await Promise.all([one, other].map((origin) => control(origin, 'GET', 'waits/clock')))
    expect(Math.abs(Date.parse(here?.body.now) - Date.parse(there?.body.now))).toBeLessThan(1000)
  })

  it('seeds a session once, though fifty requests arrive together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        order(index % 2 ? one : other, 'seeded').then((answer) => answer.text()),
      ),
    )
    expect(new Set(answers).size).toBe(1)
    // Every record has the version of the only commit that wrote any.
    const versions = engine
      .ask('hvals', 'rulebound:{seeded}:c:orders/orders')
      .split('\n')
      .map((value) => value.split(':')[0])
    expect(new Set(versions).size).toBe(1)
  })

  it('removes a session everywhere, with all its keys', async () => {
    for (const origin of [one, other]) await update(origin, 'gone', { status: 'Cancelled' })
    await control(one, 'POST', 'gone/snapshots')
    expect((await control(other, 'DELETE', 'gone')).status).toBe(204)
    expect(engine.ask('--scan', '--pattern', 'rulebound:{gone}*')).toBe('')
    expect((await control(one, 'GET', 'gone')).status).toBe(404)
    expect(await (await order(one, 'gone')).json()).not.toMatchObject({ status: 'Cancelled' })
  })

  it('lets an unused session expire with all its keys, and keeps the default one', async () => {
    const [storage] = await openReplicas(engine.url, 1, 300)
    if (!storage) throw new Error('no storage was opened')
    await openStore(storage, 'old', 'orders').collection('orders').set('k', 1)
    await storage.copy('old', 'old/1')
    expect(await storage.partitions('')).toEqual(['old', 'old/1'])
    await sleep(600)
    expect(await storage.partitions('')).toEqual([])
    expect(engine.ask('ttl', 'rulebound:{default}:i')).toBe('-2')
    await order(one, 'default')
    expect(engine.ask('ttl', 'rulebound:{default}:i')).toBe('-1')
    await storage.close()
  })

  it('keeps hostile names of sessions in their slot and under the prefix', async () => {
    const [storage] = await openReplicas(engine.url, 1)
    if (!storage) throw new Error('no storage was opened')
    const names = ['a}b', '{x}', 'a:i', '*', '../', '%', '', 'é\ud800'.toWellFormed(), 'a b\n', '__proto__']
    const before = engine.ask('dbsize')
    for (const name of names.filter((each) => !each.includes('/'))) {
      await openStore(storage, name, 'orders').collection('orders').set('k', name)
    }
    for (const name of names.filter((each) => !each.includes('/'))) {
      expect(await openStore(storage, name, 'orders').collection('orders').get('k')).toBe(name)
      await storage.remove(name, [name])
    }
    expect(engine.ask('dbsize')).toBe(before)
    await storage.close()
  })

  it('sends no command that touches other keys', async () => {
    const commands = await monitored(engine.port, async () => {
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

  it('answers 503 while the engine is lost, ends streams, and goes on when it is back', {
    timeout: 60_000,
  }, async () => {
    const lost = await startEngine('--appendonly', 'yes', '--appendfsync', 'always')
    onTestFinished(lost.stop)
    const told: string[] = []
    const mock = await startMock({ state: lost.url, interfaces: ['orders'], onFault: (why) => told.push(why) })
    onTestFinished(() => mock.close())
    await update(mock.origin, 'kept', { status: 'InProgress', trackingNumber: 'KEPT' })
    const follower = await fetch(`${mock.origin}/_control/sessions/kept/journal?follow=true`)
    const pieces = follower.body?.pipeThrough(new TextDecoderStream()).getReader()
    let followed = ''
    while (!followed.includes('event: request')) followed += (await pieces?.read())?.value
    await lost.kill()
    const refused = await order(mock.origin, 'kept')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toMatchObject({ status: 503, detail: expect.stringContaining('cannot be reached') })
    expect((await control(mock.origin, 'GET', 'kept')).status).toBe(503)
    expect((await fetch(`${mock.origin}/_control/health`)).status).toBe(503)
    // It ends without an error.
    while (!(await pieces?.read())?.done) {}
    await lost.restart()
    while ((await fetch(`${mock.origin}/_control/health`)).status !== 200) await sleep(50)
    expect(await (await order(mock.origin, 'kept')).json()).toMatchObject({ trackingNumber: 'KEPT' })
    expect(told.some((why) => why.includes('requests are answered 503'))).toBe(true)
    expect(told.at(-1)).toContain('the state engine is back')
  })

  it('tells that the memory of the engine is full, and that it is a read-only replica', async () => {
    const full = await startEngine()
    onTestFinished(full.stop)
    const mock = await startMock({ state: full.url, interfaces: ['orders'], onFault: () => {} })
    onTestFinished(() => mock.close())
    await order(mock.origin, 'full')
    full.ask('config', 'set', 'maxmemory', '1')
    const refused = await update(mock.origin, 'full', { status: 'InProgress' })
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('maxmemory')])
    full.ask('config', 'set', 'maxmemory', '0')
    expect((await update(mock.origin, 'full', { status: 'InProgress' })).status).toBe(200)
    full.ask('replicaof', '127.0.0.1', '1')
    const readOnly = await update(mock.origin, 'full', { status: 'InProgress' })
    expect([readOnly.status, await readOnly.text()]).toEqual([503, expect.stringMatching(/replica|not ready|reached/)])
    full.ask('replicaof', 'no', 'one')
    expect((await update(mock.origin, 'full', { status: 'InProgress' })).status).toBe(200)
  })

  it('loses nothing that was acknowledged, and leaves nothing half done, when one is killed', {
    timeout: 60_000,
  }, async () => {
    const replicas: Replica[] = await Promise.all([1, 2].map(() => startReplica(engine.url, ['orders'])))
    onTestFinished(async () => void (await Promise.all(replicas.map(({ end }) => end()))))
    const [survivor, victim] = replicas as [Replica, Replica]
    const acknowledged = new Map<number, number>()
    const caller = async (index: number) => {
      for (let round = 1; round <= 40; round++) {
        const { origin } = index % 2 ? survivor : victim
        const answer = await update(origin, `kill-${index}`, {
          status: 'InProgress',
          trackingNumber: `${round}`,
        }).catch(() => undefined)
        if (answer?.status !== 200) return
        acknowledged.set(index, round)
      }
    }
    const callers = Promise.all(Array.from({ length: 50 }, (_, index) => caller(index)))
    while (Math.min(...[0, 2, 4].map((index) => acknowledged.get(index) ?? 0)) < 3) await sleep(5)
    await victim.end('SIGKILL')
    await callers
    expect(acknowledged.size).toBe(50)
    for (const [index, round] of acknowledged) {
      const { trackingNumber, status } = (await (await order(survivor.origin, `kill-${index}`)).json()) as Record<
        string,
        string
      >
      expect([round, round + 1]).toContain(Number(trackingNumber))
      expect(status).toBe('InProgress')
    }
  })

  it('serves from several workers at one port, control plane included', { timeout: 60_000 }, async () => {
    const workers = await startReplica(engine.url, ['orders', '--workers', '2'])
    onTestFinished(() => workers.end())
    const close = { connection: 'close' }
    await fetch(`${workers.origin}/orders/api/orders/${token}`, {
      headers: { ...inSession('shared').headers, ...close },
    })
    for (let call = 0; call < 4; call++) {
      const listed = await fetch(`${workers.origin}/_control/sessions/shared`, { headers: close })
      expect(listed.status).toBe(200)
    }
    expect((await order(one, 'shared')).status).toBe(200)
  })

  it('takes the user and the password from the environment, and shows them nowhere', { timeout: 60_000 }, async () => {
    const guarded = await startEngine(
      '--user',
      'mock',
      'on',
      '>s3cr3t-word',
      '~rulebound:*',
      '&rulebound:*',
      '+@all',
      '--user',
      'default',
      'off',
    )
    onTestFinished(guarded.stop)
    await expect(startReplica(guarded.url, ['orders'])).rejects.toThrow(
      /refuses the user or the password; set RULEBOUND_STATE_USER/,
    )
    const wrong = { RULEBOUND_STATE_USER: 'mock', RULEBOUND_STATE_PASSWORD: 'another-word' }
    await expect(startReplica(guarded.url, ['orders'], wrong)).rejects.toThrow(
      /^(?!.*another-word).*refuses the user or the password/s,
    )
    const environment = { RULEBOUND_STATE_USER: 'mock', RULEBOUND_STATE_PASSWORD: 's3cr3t-word' }
    const replica = await startReplica(guarded.url, ['orders'], environment)
    onTestFinished(() => replica.end())
    expect((await order(replica.origin, 'guarded')).status).toBe(200)
    expect(replica.process.spawnargs.join(' ') + replica.printed()).not.toContain('s3cr3t')
  })
})

/** All commands that the engine runs meanwhile, those of scripts as well. */
async function monitored(port: number, work: () => Promise<void>) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  socket.write('MONITOR\r\n')
  while (!text.includes('+OK')) await sleep(5)
  await work()
  await sleep(100)
  socket.destroy()
  return text.split('\r\n').flatMap((line) => {
    const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => word)
    const [name, ...args] = words
    return name === undefined ? [] : [{ name, args }]
  })
}
