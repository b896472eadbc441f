import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadChecks } from '../../interfaces/load.ts'
import { missingBalancer, startBalancedReplicas } from '../../mock/replicas.fixture.ts'
import { controlName, startMock } from '../../mock/start-mock.ts'
import { missingEngine } from '../../mock/storage/valkey/engine.fixture.ts'
import { listInterfaces, loadContract } from '../../workspace/interfaces.ts'
import { controlTargetAt, mockTargetAt, offeredByMock } from '../target/mock-target.ts'
import { openTarget } from './check-target.ts'
import { planChecks } from './plan.ts'
import { runCheck } from './run-check.ts'

const missing = missingEngine ?? missingBalancer

/** Checks under way at once. */
const atOnce = 8

describe.skipIf(missing)(`two mocks behind a load balancer, their sessions on an engine ${missing ?? ''}`, () => {
  const stops: (() => Promise<void>)[] = []
  let origin = ''
  let guarded = ''
  beforeAll(async () => {
    const balancer = await startBalancedReplicas()
    stops.push(balancer.stop)
    origin = balancer.origin
    const checks = await loadChecks(controlName)
    const controlToken = checks.roles.full?.onMock.token ?? ''
    const guardedMock = await startMock({ interfaces: ['orders'], controlToken, maxSessions: 3 })
    guarded = guardedMock.origin
    stops.push(guardedMock.close)
  })
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  })

  it.each(listInterfaces().map(({ name }) => name))('keep all rules of %s', { timeout: 300_000 }, async (name) => {
    const contract = loadContract(name)
    const checks = await loadChecks(name)
    const target =
      name === controlName
        ? controlTargetAt(origin, guarded, offeredByMock(contract, checks))
        : mockTargetAt(origin, contract, checks)
    const { checkTarget, close } = await openTarget(name, target)
    const left = planChecks(checkTarget)
    const failures: string[] = []
    // Checks of the control plane look at the list of all sessions.
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        if ('unobservable' in next.check) continue
        const outcome = await runCheck(checkTarget, next.check)
        const why = 'error' in outcome ? outcome.error.message : JSON.stringify({ ...outcome, exchanges: undefined })
        if (outcome.result !== 'passed') failures.push(`${next.rule.id} ${outcome.result}: ${why}`)
      }
    }
    await Promise.all(Array.from({ length: name === controlName ? 1 : atOnce }, work))
    await close()
    expect(failures).toEqual([])
  })
})
