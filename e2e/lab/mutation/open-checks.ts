import { openTarget } from '../../../src/verify/runner/open-target.ts'
import { runCheck } from '../../../src/verify/runner/run-check.ts'
import { selectChecks } from '../../../src/verify/runner/select-checks.ts'
import { bundled } from '../../../src/workspace/bundled.ts'

/** The check of one rule, against a mock that is open. */
export interface OpenCheck {
  id: string
  /** Why the check did not pass; undefined when it passed. */
  run(): Promise<string | undefined>
}

export async function openChecks(name: string): Promise<{ checks: OpenCheck[]; close(): Promise<void> }> {
  const { checkTarget, close } = await openTarget(bundled.find(name))
  const checks = selectChecks(checkTarget).checks.map(({ rule, check }) => {
    const run = async () => {
      const outcome = await runCheck(checkTarget, check)
      // The mock does all that the contract assumes, and offers all that checks need.
      const differences = outcome.differences?.map(({ message }) => message).join('\n')
      return outcome.error?.message ?? differences ?? outcome.reason
    }
    return { id: `${name} ${rule.id}`, run }
  })
  return { checks, close }
}
