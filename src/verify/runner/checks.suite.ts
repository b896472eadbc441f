import './suite-context.ts'
import { afterAll, describe, expect, inject, test } from 'vitest'
import type { Exchange } from '../context/exchange.ts'
import { coverageOf, findHoles } from './coverage.ts'
import { openTarget } from './open-target.ts'
import { titleOf, toRuleResult } from './rule-result.ts'
import { runCheck } from './run-check.ts'
import { selectChecks } from './select-checks.ts'

const opened = await Promise.all(inject('targets').map(({ name, target }) => openTarget(name, target)))
afterAll(() => Promise.all(opened.map(({ close }) => close())))

const exchanges = new Map(opened.map(({ checkTarget }) => [checkTarget.contract.name, [] as Exchange[]]))

for (const { checkTarget, mock } of opened) {
  const { contract, target } = checkTarget
  // On the mock each check has a session. On other servers checks share the state, and would see each other's changes.
  const side = target.control ? describe.concurrent : describe

  side(`the rules of ${contract.name}, on ${target.title}`, () => {
    for (const { rule, check } of selectChecks(checkTarget)) {
      test(titleOf(rule), async ({ task, skip }) => {
        const started = performance.now()
        const outcome =
          'unobservable' in check
            ? { result: 'skipped' as const, reason: check.unobservable, exchanges: [] }
            : await runCheck(checkTarget, check)
        exchanges.get(contract.name)?.push(...outcome.exchanges)
        task.meta.rule = toRuleResult(contract.name, rule, outcome, performance.now() - started)
        if (outcome.result === 'failed') throw outcome.error
        // The mock offers everything that checks need, and keeps all assumptions.
        if (mock && outcome.result === 'differs') {
          throw new Error(outcome.differences.map(({ gap, message }) => `${gap}: ${message}`).join('\n'))
        }
        const didNotShow = outcome.result === 'skipped' || outcome.result === 'inconclusive'
        if (mock && didNotShow && !('unobservable' in check)) throw new Error(outcome.reason)
        if (didNotShow) skip(outcome.reason)
      })
    }
  })
}

// Only after a run of all checks, since a part of them covers only a part of the document.
for (const { checkTarget, mock } of opened) {
  const { contract, checks } = checkTarget
  test.runIf(mock)(`the checks of ${contract.name} meet all of its document`, () => {
    const holes = findHoles(coverageOf(contract, checks, exchanges.get(contract.name) ?? []), checks.uncovered)
    expect(holes, 'what no check meets: meet it, by a sample perhaps, or say in `uncovered` why not').toEqual([])
  })
}
