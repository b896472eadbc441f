import './suite-context.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { openTarget } from './check-target.ts'
import { planChecks } from './plan.ts'
import { runCheck } from './run-check.ts'

const { checkTarget, mock, close } = await openTarget(inject('interface'))
afterAll(close)

// Without sessions, some checks look at the whole server, so checks run one after another.
const side = checkTarget.target.control ? describe.concurrent : describe

side(`each check of ${checkTarget.contract.name} fails where just its rule is broken`, () => {
  for (const { rule, check } of planChecks(checkTarget)) {
    if ('unobservable' in check) continue

    test(`${rule.id} fails when broken`, async () => {
      const results: string[] = []
      for (const [index, sabotage] of [check.sabotage].flat().entries()) {
        const session = randomUUID()
        mock?.sabotage(session, sabotage)
        const { result } = await runCheck(checkTarget, check, { sessionName: session })
        expect(result, `what came of the check, broken in way ${index + 1}`).toMatch(/^(failed|differs)$/)
        results.push(result)
      }
      // A broken documented rule must fail at least once. If everything about the rule is assumed, the check only differs.
      expect(results, 'what came of the check in the ways of breaking it').toContain(
        check.onlyAssumed === undefined ? 'failed' : 'differs',
      )
    })
  }
})
