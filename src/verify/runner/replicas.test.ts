import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadChecks } from '../../interfaces/load.ts'
import { controlName, startMock } from '../../mock/start-mock.ts'
import { missingEngine } from '../../mock/storage/valkey/engine.fixture.ts'
import { missingBalancer, startBalancedReplicas } from '../../mock/storage/valkey/replicas.fixture.ts'
import { startProcess } from '../../start-process.fixture.ts'
import { bundled } from '../../workspace/bundled.ts'
import { root } from '../../workspace/root.ts'
import { mockTargetAt } from '../target/mock-target.ts'
import { openTarget } from './open-target.ts'
import { runCheck } from './run-check.ts'
import { selectChecks } from './select-checks.ts'

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
    const guardedMock = await startMock({ interfaces: ['orders'], controlToken: 'example-control', maxSessions: 3 })
    guarded = guardedMock.origin
    stops.push(guardedMock.close)
  })
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  })

  const names = bundled.interfaces.map(({ name }) => name)
  it.each(names.filter((name) => name !== controlName))('keeps all rules of %s', { timeout: 300_000 }, async (name) => {
    const contract = bundled.find(name).contract
    const checks = await loadChecks(bundled.find(name))
    const target = mockTargetAt(origin, contract, checks)
    const { checkTarget, close } = await openTarget(bundled.find(name), target)
    const left = selectChecks(checkTarget).checks
    const failures: string[] = []
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const outcome = await runCheck(checkTarget, next.check)
        const why = outcome.error?.message ?? JSON.stringify({ ...outcome, exchanges: undefined })
        if (outcome.result !== 'passed') failures.push(`${next.rule.id} ${outcome.result}: ${why}`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await close()
    expect(failures).toEqual([])
  })

  it('keeps all rules of the control plane', async () => {
    // One file after the other, since some look at the list of all sessions.
    const args = ['run', '--no-file-parallelism', 'src/mock/control/rules']
    const env = { ...process.env, CONTROLLED_MOCK: origin, GUARDED_MOCK: guarded }
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const { code, stdout, stderr } = await startProcess([process.execPath, vitest, ...args], { cwd: root, env }).ended
    expect(code, stdout + stderr).toBe(0)
  })
})
