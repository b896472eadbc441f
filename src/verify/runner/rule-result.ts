import { ExpectationError } from '../../check/expect.ts'
import type { Rule } from '../../contract/contract.ts'
import type { RuleResult } from './report.ts'
import type { Outcome } from './run-check.ts'

/** The title of a check, to which a filter applies. */
export function titleOf({ id, statement }: Rule): string {
  return `${id}: ${statement}`
}

/** The outcome of a check for reports: plain data that can leave the process. */
export function toRuleResult(interfaceName: string, rule: Rule, outcome: Outcome, milliseconds: number): RuleResult {
  const common = { interface: interfaceName, rule, milliseconds }
  if (outcome.result !== 'failed') return { ...common, ...outcome }
  const { error, ...failed } = outcome
  return { ...common, ...failed, failure: failureOf(error) }
}

/** An expectation that was not met says what was expected and seen; any other error has its message alone. */
function failureOf(error: Error): NonNullable<RuleResult['failure']> {
  if (!(error instanceof ExpectationError)) return { message: error.message }
  const { what, expected, seen } = error.failure
  return { message: what, expected, seen }
}
