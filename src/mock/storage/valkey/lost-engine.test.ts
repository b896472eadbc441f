import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type RunningMock, startMock } from '../../start-mock.ts'
import type { StateEngineOptions } from './endpoint.ts'
import { missingEngine, startCluster, startEngine, type TestCluster, type TestEngine } from './engine.fixture.ts'
import { openValkey } from './open-valkey.ts'
import { control, order, update } from './order-calls.fixture.ts'
import { startRelay } from './relay.fixture.ts'
import { type Replica, startReplica } from './replicas.fixture.ts'

async function openMock(state: string, options: StateEngineOptions = {}): Promise<RunningMock & { faults: string[] }> {
  const faults: string[] = []
  const mock = await startMock({
    state,
    stateEngine: options,
    interfaces: ['orders'],
    onFault: (why) => faults.push(why),
  })
  onTestFinished(() => mock.close())
  return { ...mock, faults }
}

describe.skipIf(missingEngine)(`a mock whose engine fails ${missingEngine ?? ''}`, () => {
  it('answers 503 while the engine is lost, ends streams, and goes on when it is back', async () => {
    const lost = await startEngine('--appendonly', 'yes', '--appendfsync', 'always')
    onTestFinished(lost.stop)
    const mock = await openMock(lost.url)
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
    expect((await order(mock.origin, 'never-used')).status).toBe(503)
    expect((await control(mock.origin, 'GET', 'kept')).status).toBe(503)
    // The test would time out if each of these waited for the next attempt to connect.
    for (let call = 0; call < 50; call++) expect((await order(mock.origin, 'kept')).status).toBe(503)
    expect((await fetch(`${mock.origin}/_control/health`)).status).toBe(503)
    // The stream ends without an error.
    while (!(await pieces?.read())?.done) {}
    await lost.restart()
    while ((await fetch(`${mock.origin}/_control/health`)).status !== 200) await sleep(50)
    expect(await (await order(mock.origin, 'kept')).json()).toMatchObject({ trackingNumber: 'KEPT' })
    // However often it has tried to connect.
    expect(mock.faults).toEqual([
      expect.stringContaining('closed the connection; requests are answered 503'),
      expect.stringContaining('cannot be reached'),
      expect.stringContaining('the state engine is back'),
    ])
  })

  it('answers 503 without a wait while the engine hangs, and goes on when it is back', async () => {
    const hung = await startEngine()
    onTestFinished(hung.stop)
    const mock = await openMock(hung.url)
    const statusOf = async (session: string) => (await order(mock.origin, session)).status
    expect(await statusOf('kept')).toBe(200)
    hung.signal('SIGSTOP')
    // The test would time out if each of these waited for the engine.
    for (let call = 0; call < 50; call++) expect(await statusOf('kept')).toBe(503)
    expect((await fetch(`${mock.origin}/_control/health`)).status).toBe(503)
    hung.signal('SIGCONT')
    while ((await fetch(`${mock.origin}/_control/health`)).status !== 200) await sleep(50)
    expect(await statusOf('kept')).toBe(200)
    expect(mock.faults).toEqual([
      expect.stringContaining('does not answer; requests are answered 503'),
      expect.stringContaining('the state engine is back'),
    ])
  })

  it('reports that the memory of the engine is full, and that it is a read-only replica', async () => {
    const full = await startEngine()
    onTestFinished(full.stop)
    const mock = await openMock(full.url)
    await order(mock.origin, 'full')
    full.ask('config', 'set', 'maxmemory', '1')
    const refused = await update(mock.origin, 'full', { status: 'InProgress' })
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('maxmemory')])
    full.ask('config', 'set', 'maxmemory', '0')
    expect((await update(mock.origin, 'full', { status: 'InProgress' })).status).toBe(200)
    full.ask('replicaof', '127.0.0.1', '1')
    const warned = vi.fn()
    process.on('warning', warned)
    onTestFinished(() => void process.off('warning', warned))
    const refusals = Array.from({ length: 50 }, () => update(mock.origin, 'full', { status: 'InProgress' }))
    for (const readOnly of await Promise.all(refusals))
      expect([readOnly.status, await readOnly.text()]).toEqual([
        503,
        expect.stringMatching(/replica|not ready|reached/),
      ])
    full.ask('replicaof', 'no', 'one')
    while ((await update(mock.origin, 'full', { status: 'InProgress' })).status !== 200) await sleep(50)
    expect(warned).not.toHaveBeenCalled()
  })

  it('goes on with the replica of the engine that takes over, at the same address', async () => {
    const primary = await startEngine()
    onTestFinished(primary.stop)
    const replica = await startEngine('--replicaof', '127.0.0.1', String(primary.port))
    onTestFinished(replica.stop)
    const relay = await startRelay(primary.port)
    onTestFinished(() => relay.close())
    const mock = await openMock(`valkey://127.0.0.1:${relay.port}`, { wait: 5 })
    expect((await update(mock.origin, 'over', { status: 'InProgress', trackingNumber: 'KEPT' })).status).toBe(200)
    while (!replica.ask('hvals', 'rulebound:{over}:c:orders/orders').includes('KEPT')) await sleep(20)
    await primary.kill()
    relay.leadTo(replica.port)
    // A read needs write access, since it notes that the session is in use.
    const early = await order(mock.origin, 'over')
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await early.text()).toMatch(/read-only replica|not ready|cannot be reached/)
    replica.ask('replicaof', 'no', 'one')
    while ((await order(mock.origin, 'over')).status !== 200) await sleep(50)
    expect(await (await order(mock.origin, 'over')).json()).toMatchObject({ trackingNumber: 'KEPT' })
    expect((await update(mock.origin, 'over', { status: 'InProgress', trackingNumber: 'NEXT' })).status).toBe(200)
    expect(mock.faults.join()).toContain('requests are answered 503')
  })

  it.each([0, 1])('goes on when a node of a cluster fails over, with %i replicas to confirm', async (waitReplicas) => {
    const cluster = await startCluster(1)
    onTestFinished(cluster.stop)
    const mock = await openMock(cluster.url, { waitReplicas })
    const answers: { status: number; isTold: boolean }[] = []
    let [next, acknowledged] = [1, 0]
    const write = async () => {
      const number = next++
      const answer = await update(mock.origin, 'over', { status: 'InProgress', trackingNumber: String(number) })
      const isTold = answer.headers.has('retry-after') && (await answer.text()).includes('state')
      answers.push({ status: answer.status, isTold })
      if (answer.status === 200) acknowledged = number
    }
    while (acknowledged < 5) await write()
    const isPrimary = ({ ask }: TestEngine) =>
      ask('role').startsWith('master') && ask('--scan', '--pattern', 'rulebound:{over}:i') !== ''
    const lost = cluster.nodes.find(isPrimary)
    await lost?.kill()
    await write()
    while (!cluster.nodes.some(isPrimary)) await write()
    // The lost engine comes back as a replica, which can confirm changes.
    await lost?.restart()
    const before = acknowledged
    while (acknowledged === before) await write()
    expect(answers.filter(({ status, isTold }) => status !== 200 && !(status === 503 && isTold))).toEqual([])
    expect(answers.some(({ status }) => status === 503)).toBe(true)
    expect(await (await order(mock.origin, 'over')).json()).toMatchObject({ trackingNumber: String(acknowledged) })
  })

  it.each([
    ['ready while the other nodes serve', 'no', 200],
    ['not ready while the cluster stops the other nodes, too', 'yes', 503],
  ])('CTL-082: tells that a node of a cluster is lost, and is %s', async (_, needsAll, health) => {
    const cluster = await startCluster(0, '--cluster-require-full-coverage', needsAll)
    onTestFinished(cluster.stop)
    const mock = await openMock(cluster.url)
    const sessions = Array.from({ length: 12 }, (_, number) => `s${number}`)
    const statuses = async () => {
      const answers = await Promise.all(sessions.map((session) => order(mock.origin, session)))
      return [...new Set(answers.map(({ status }) => status))].sort()
    }
    const lost = async () => {
      const metrics = await (await fetch(`${mock.origin}/_control/metrics`)).text()
      return Number(/^mock_engine_nodes\{state="lost"\} (\d)$/m.exec(metrics)?.[1])
    }
    expect(await statuses()).toEqual([200])
    while ((await lost()) !== 0) await sleep(100)
    await cluster.nodes[0]?.kill()
    const expected = health === 200 ? 1 : 3
    while ((await lost()) !== expected) await sleep(100)
    expect((await fetch(`${mock.origin}/_control/health`)).status).toBe(health)
    expect(await statuses()).toEqual(health === 200 ? [200, 503] : [503])
    expect(mock.faults.join()).toContain(`${expected} of 3 nodes do not serve`)
    await cluster.nodes[0]?.restart()
    while ((await lost()) !== 0) await sleep(100)
    expect((await fetch(`${mock.origin}/_control/health`)).status).toBe(200)
    expect(await statuses()).toEqual([200])
    expect(mock.faults.at(-1)).toContain('all 3 nodes serve')
  })

  it('answers 503 when too few replicas of the engine confirm a change', async () => {
    const primary = await startEngine()
    onTestFinished(primary.stop)
    const replica = await startEngine('--replicaof', '127.0.0.1', String(primary.port))
    onTestFinished(replica.stop)
    const mock = await openMock(primary.url, { waitReplicas: 1 })
    const change = () => update(mock.origin, 'copied', { status: 'InProgress' })
    while ((await change()).status !== 200) await sleep(50)
    await replica.kill()
    const refused = await change()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await refused.text()).toContain('only 0 of 1 replicas have confirmed the change within 1000 ms')
    await replica.restart()
    while ((await change()).status !== 200) await sleep(50)
  })

  it.each([0, 1, 2, 3])('goes on when an engine hangs after %i answers to a new connection', async (answers) => {
    const engine = await startEngine()
    onTestFinished(engine.stop)
    const relay = await startRelay(engine.port)
    onTestFinished(() => relay.close())
    const replica = await startReplica(`valkey://127.0.0.1:${relay.port}`, ['orders'])
    onTestFinished(() => replica.end())
    await untilAnswered(replica, 'kept')
    relay.hangAfter(answers)
    relay.leadTo(engine.port)
    // The connection that hung is given up, and the next one hangs as well.
    while (relay.hung() < 2) await order(replica.origin, 'kept').then(({ status }) => sleep(status === 200 ? 0 : 50))
    relay.hangAfter(Number.POSITIVE_INFINITY)
    relay.leadTo(engine.port)
    await untilAnswered(replica, 'kept')
    expect(replica.process.exitCode).toBeNull()
  })

  it('goes on when the user of the engine has lost its rights for a while', async () => {
    const rights = ['~*', '&*', '+@all']
    const engine = await startEngine('--user', 'mock', 'on', '>secret', ...rights)
    onTestFinished(engine.stop)
    const environment = { RULEBOUND_STATE_USER: 'mock', RULEBOUND_STATE_PASSWORD: 'secret' }
    const replicas = await Promise.all([1, 2].map(() => startReplica(engine.url, ['orders'], environment)))
    onTestFinished(async () => void (await Promise.all(replicas.map((replica) => replica.end()))))
    for (const replica of replicas) await untilAnswered(replica, 'kept')
    engine.ask('acl', 'setuser', 'mock', '-@all')
    engine.ask('client', 'kill', 'user', 'mock')
    for (const replica of replicas) expect((await order(replica.origin, 'kept')).status).toBe(503)
    engine.ask('acl', 'setuser', 'mock', ...rights)
    for (const replica of replicas) await untilAnswered(replica, 'kept')
    expect(replicas.map(({ process }) => process.exitCode)).toEqual([null, null])
  })

  it('shows what is stored, and undoes nothing, after a failover that loses the last write', async () => {
    const cluster = await startCluster(1)
    onTestFinished(cluster.stop)
    const [one, other] = await Promise.all([openMock(cluster.url), openMock(cluster.url)])
    if (!one || !other) throw new Error('two mocks were opened')
    const put = async ({ origin }: RunningMock, trackingNumber: string) =>
      (await update(origin, 'over', { status: 'InProgress', trackingNumber })).status
    const shown = async ({ origin }: RunningMock) =>
      ((await (await order(origin, 'over')).json()) as { trackingNumber: string }).trackingNumber
    expect(await put(one, 'KEPT')).toBe(200)
    const { primary, replica } = await pairOf(cluster, 'over')
    while (offsetOf(replica) !== offsetOf(primary)) await sleep(20)
    expect([await shown(one), await shown(other)]).toEqual(['KEPT', 'KEPT'])
    replica.signal('SIGSTOP')
    primary.ask('client', 'kill', 'type', 'replica')
    expect(await put(one, 'LOST')).toBe(200)
    await primary.kill()
    replica.signal('SIGCONT')
    while (!replica.ask('role').startsWith('master')) await sleep(50)
    while ((await put(other, 'NEXT')) !== 200) await sleep(50)
    while ((await order(one.origin, 'over')).status !== 200) await sleep(50)
    expect([await shown(one), await shown(other)]).toEqual(['NEXT', 'NEXT'])
    expect((await update(one.origin, 'over', { status: 'Processed' })).status).toBe(200)
    expect([await shown(one), await shown(other)]).toEqual(['NEXT', 'NEXT'])
  })

  it('sends no command again that the nodes of a cluster may have run', async () => {
    const cluster = await startCluster()
    onTestFinished(cluster.stop)
    const { connection } = await openValkey(cluster.url, {}, { idleOf: () => 0, onFault: () => {} })
    onTestFinished(() => connection.close())
    const owner = cluster.nodes.find(({ ask }) => !ask('get', 'counted').includes('MOVED'))
    owner?.signal('SIGSTOP')
    const answer = connection.command((client) => client.incr('counted')).catch(({ message }) => message)
    // A client that tries again would go on until the node continues.
    await Promise.race([answer, sleep(8000)])
    owner?.signal('SIGCONT')
    expect(await answer).toContain('cannot be reached')
    const count = () => connection.command((client) => client.get('counted')).catch(() => null)
    while ((await count()) === null) await sleep(50)
    expect(await count()).toBe('1')
  })

  it('goes on in every process, and warns of nothing else, when one primary after another is lost', async () => {
    const cluster = await startCluster(1)
    onTestFinished(cluster.stop)
    const replicas = await Promise.all([1, 2].map(() => startReplica(cluster.url, ['orders'])))
    onTestFinished(async () => void (await Promise.all(replicas.map((replica) => replica.end()))))
    const sessions = Array.from({ length: 12 }, (_, number) => `s${number}`)
    const all = replicas.flatMap((replica) => sessions.map((session) => ({ replica, session })))
    const serveAll = () => Promise.all(all.map(({ replica, session }) => untilAnswered(replica, session)))
    await serveAll()
    const isPrimary = ({ ask }: TestEngine) => ask('role').startsWith('master')
    for (const primary of cluster.nodes.filter(isPrimary)) {
      await primary.kill()
      await serveAll()
      await primary.restart()
      while (!primary.ask('info', 'replication').includes('master_link_status:up')) await sleep(100)
    }
    // The others cannot take over when all primaries are lost at once.
    const primaries = cluster.nodes.filter(isPrimary)
    await Promise.all(primaries.map((primary) => primary.kill()))
    for (const { replica, session } of all) expect((await order(replica.origin, session)).status).toBe(503)
    await Promise.all(primaries.map((primary) => primary.restart()))
    await serveAll()
    for (const replica of replicas) expect(replica.printed()).not.toContain('Warning')
  })
})

async function untilAnswered({ origin, process }: Replica, session: string): Promise<void> {
  while ((await order(origin, session)).status !== 200) {
    if (process.exitCode !== null) throw new Error(`the process ended with ${process.exitCode}`)
    await sleep(100)
  }
}

function offsetOf({ ask }: TestEngine): string | undefined {
  return /^master_repl_offset:(\d+)/m.exec(ask('info', 'replication'))?.[1]
}

/** The primary that has a session, and its replica. */
async function pairOf({ nodes }: TestCluster, session: string): Promise<{ primary: TestEngine; replica: TestEngine }> {
  const primary = nodes.find(
    ({ ask }) => ask('role').startsWith('master') && ask('--scan', '--pattern', `rulebound:{${session}}:i`) !== '',
  )
  const replica = nodes.find(({ ask }) => ask('role').split('\n')[2] === String(primary?.port))
  if (!primary || !replica) throw new Error(`no node has the session ${session}`)
  return { primary, replica }
}
