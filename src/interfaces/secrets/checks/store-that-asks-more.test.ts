import { expect, it } from 'vitest'
import { answersWith, on, type Sabotage, when } from '../../../check/sabotage.ts'
import { openTarget } from '../../../verify/runner/check-target.ts'
import { planChecks } from '../../../verify/runner/plan.ts'
import { runCheck } from '../../../verify/runner/run-check.ts'

/** A store with `cas_required`: a write must name the version that it follows. */
const asksForVersion: Sabotage = on(
  ['writeVersion', 'writeVersionByPut'],
  when,
  ({ body }) => !String(body).includes('"cas"'),
  answersWith(400, { errors: ['the check-and-set parameter is required for this call'] }),
)

it('a store that asks for more than the reference shows fails no rule: what it refuses shows nothing', async () => {
  const { checkTarget, mock, close } = await openTarget('secrets')
  const { control: _, ...target } = checkTarget.target
  mock?.sabotage('', asksForVersion)
  const results: Record<string, string[]> = { passed: [], failed: [], differs: [], inconclusive: [], skipped: [] }
  for (const { rule, check } of planChecks({ ...checkTarget, target })) {
    if ('unobservable' in check) continue
    const outcome = await runCheck({ ...checkTarget, target }, check)
    results[outcome.result]?.push(outcome.result === 'failed' ? `${rule.id} ${outcome.error.message}` : rule.id)
  }
  await close()
  expect(results.failed).toEqual([])
  expect(results.inconclusive?.length).toBeGreaterThan(20)
})
