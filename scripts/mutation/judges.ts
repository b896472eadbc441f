import { openTarget } from '../../src/verify/runner/check-target.ts'
import { planChecks } from '../../src/verify/runner/plan.ts'
import { runCheck } from '../../src/verify/runner/run-check.ts'

/** One check of one interface, against a mock that is there for it. */
export interface Judge {
  id: string
  /** What speaks against the mock; undefined when the check holds. */
  objection(): Promise<string | undefined>
}

/** Starts a mock, and gives the checks of the rules of an interface. */
export async function openCourt(name: string): Promise<{ judges: Judge[]; close(): Promise<void> }> {
  const { checkTarget, close } = await openTarget(name)
  const judges = planChecks(checkTarget).flatMap(({ rule, check }) => {
    if ('unobservable' in check) return []
    const objection = async () => {
      const outcome = await runCheck(checkTarget, check)
      if (outcome.result === 'failed') return outcome.error.message
      // The mock does all that this contract assumes, and offers all that checks may need.
      if (outcome.result === 'differs') return outcome.differences.map(({ message }) => message).join('\n')
      return outcome.result === 'passed' ? undefined : outcome.reason
    }
    return [{ id: `${name} ${rule.id}`, objection }]
  })
  return { judges, close }
}
