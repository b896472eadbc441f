import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missingBalancer, startBalancer, startReplica } from '../../src/mock/replicas.fixture.ts'
import { missingEngine, startEngine } from '../../src/mock/storage/valkey/engine.fixture.ts'
import { findWrongSteps } from './transcript.ts'

const missing = missingEngine ?? missingBalancer

describe.skipIf(missing)(`docs/guides/many-machines.md, with two mocks ${missing ?? ''}`, () => {
  const stops: (() => Promise<unknown>)[] = []
  let origin = ''
  beforeAll(async () => {
    const engine = await startEngine()
    stops.push(engine.stop)
    const replicas = await Promise.all([1, 2].map(() => startReplica(engine.url, ['orders'])))
    stops.push(
      ...replicas.map(
        ({ end }) =>
          () =>
            end(),
      ),
    )
    const balancer = await startBalancer(replicas.map((replica) => replica.origin))
    stops.push(balancer.stop)
    origin = balancer.origin
  })
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  })

  it('prints what it shows, step by step', async () => {
    const guide = readFileSync(new URL('../../docs/guides/many-machines.md', import.meta.url), 'utf8')
    expect(await findWrongSteps(guide, { origin, session: 'many-machines' })).toBe('')
  })
})
