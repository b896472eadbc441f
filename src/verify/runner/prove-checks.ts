import { randomUUID } from 'node:crypto'
import { openTarget } from './check-target.ts'
import { type PlannedCheck, planChecks } from './plan.ts'
import { type Outcome, runCheck } from './run-check.ts'

/** A check, and why it proves nothing; undefined if it passes on the mock and fails under each of its sabotages. */
export interface Proof {
  rule: string
  fault: string | undefined
}

/** Runs each check of an interface on the mock, and then on a mock on which only its rule is broken. */
export async function* proveChecks(name: string, only?: RegExp): AsyncGenerator<Proof> {
  const { checkTarget, mock, close } = await openTarget(name)
  try {
    for (const { rule, check } of planChecks(checkTarget, only)) {
      if ('unobservable' in check) continue
      const whole = await runCheck(checkTarget, check, { sessionName: randomUUID() })
      // The mock of a document need not give each of its answers: a behaviour may know every key.
      if (rule.answer !== undefined && whole.result === 'inconclusive') continue
      yield { rule: rule.id, fault: await faultOf(check, whole) }
    }
  } finally {
    await close()
  }

  async function faultOf(
    check: Exclude<PlannedCheck['check'], { unobservable: string }>,
    whole: Outcome,
  ): Promise<string | undefined> {
    if (whole.result === 'failed') return `the mock breaks the rule: ${whole.error.message}`
    const results: string[] = []
    for (const [index, sabotage] of [check.sabotage].flat().entries()) {
      const sessionName = randomUUID()
      mock?.sabotage(sessionName, sabotage)
      const { result } = await runCheck(checkTarget, check, { sessionName })
      if (result !== 'failed' && result !== 'differs') return `sabotage ${index + 1}: the check is ${result}`
      results.push(result)
    }
    // A broken documented rule must fail at least once. If everything about the rule is assumed, the check only differs.
    const expected = check.onlyAssumed === undefined ? 'failed' : 'differs'
    return results.includes(expected) ? undefined : `under its sabotages, the check is never '${expected}'`
  }
}
