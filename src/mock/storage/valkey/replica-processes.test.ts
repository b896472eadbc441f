import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { missingEngine, startEngine, type TestEngine } from './engine.fixture.ts'
import { control, inSession, order, token, update } from './order-calls.fixture.ts'
import { type Replica, startReplica } from './replicas.fixture.ts'

describe.skipIf(missingEngine)(`four processes whose sessions are on one engine ${missingEngine ?? ''}`, () => {
  let engine: TestEngine
  let replicas: Replica[]
  const origin = (index: number) => replicas[index % replicas.length]?.origin ?? ''
  beforeAll(async () => {
    engine = await startEngine()
    replicas = await Promise.all([1, 2, 3, 4].map(() => startReplica(engine.url, ['orders', 'secrets'])))
  })
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.end()))
    await engine.stop()
  })

  it('the processes lose none of 1,000 increments that arrive at once', async () => {
    const increment = async (index: number): Promise<number> => {
      const headers = {
        'x-mock-session': 'counted',
        'x-svc-token': 'svc.example-full-access',
        'content-type': 'application/json',
      }
      const body = JSON.stringify({ data: { index } })
      const answer = await fetch(`${origin(index)}/secrets/v1/kv/data/counter`, { method: 'POST', headers, body })
      // A busy machine refuses a request that meets conflicts for five seconds. Nothing of it is stored.
      if (answer.status === 503) {
        await sleep(Number(answer.headers.get('retry-after')) * 1000)
        return increment(index)
      }
      expect(answer.status).toBe(200)
      return ((await answer.json()) as { data: { version: number } }).data.version
    }
    // Each write of a secret creates the next version.
    const versions = await Promise.all(Array.from({ length: 1000 }, (_, index) => increment(index)))
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
  })

  it('the processes apply a fault that strikes three times to three of 40 requests', async () => {
    await control(origin(0), 'POST', 'faulty/faults', { interface: 'orders', kind: 'status', status: 500, times: 3 })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => order(origin(index), 'faulty').then(({ status }) => status)),
    )
    expect(answers.filter((status) => status === 500)).toHaveLength(3)
    expect((await control(origin(1), 'GET', 'faulty/faults')).body.faults).toEqual([])
  })

  it('the processes seed a session once, though fifty requests arrive together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => order(origin(index), 'seeded').then((answer) => answer.text())),
    )
    expect(new Set(answers).size).toBe(1)
    // Only one commit wrote records, so all of them have its version.
    const versions = engine
      .ask('hvals', 'rulebound:{seeded}:c:orders/orders')
      .split('\n')
      .map((value) => value.split(':')[0])
    expect(new Set(versions).size).toBe(1)
  })

  it('the processes lose nothing that was acknowledged, and leave nothing half done, when one is killed', async () => {
    const victim = await startReplica(engine.url, ['orders'])
    const survivor = { origin: origin(0) }
    const acknowledged = new Map<number, number>()
    const allAnswered = Promise.withResolvers<void>()
    let killed = false
    const caller = async (index: number) => {
      const { origin } = index % 2 ? survivor : victim
      for (let round = 1; !killed; round++) {
        const values = { status: 'InProgress', trackingNumber: `${round}` }
        const answer = await update(origin, `kill-${index}`, values).catch(() => undefined)
        if (!answer) return
        expect(answer.status).toBe(200)
        acknowledged.set(index, round)
        if (acknowledged.size === 50) allAnswered.resolve()
      }
    }
    const callers = Promise.all(Array.from({ length: 50 }, (_, index) => caller(index)))
    await Promise.race([callers, allAnswered.promise])
    await victim.end('SIGKILL')
    killed = true
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

  it('the processes share sessions with the workers of one port, control plane included', async () => {
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
    expect((await order(origin(0), 'shared')).status).toBe(200)
  })
})
