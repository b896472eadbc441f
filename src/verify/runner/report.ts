import { ExpectationError } from '../../check/expect.ts'
import type { Rule } from '../../contract/contract.ts'
import type { Outcome } from './run-check.ts'

/** The result of one rule: plain data that can leave the process. */
export interface RuleResult extends Omit<Outcome, 'result' | 'error'> {
  interface: string
  rule: Rule
  /** `known`: the target breaks the rule, as its file says. */
  result: Outcome['result'] | 'known'
  /** The failed expectation, with the expected and the seen value. */
  failure?: { message: string; expected?: string; seen?: string; cause?: string }
  milliseconds: number
  /** The gap, where all that the check expects is assumed. */
  onlyAssumed?: string
}

/** The name of the mock as a target in reports. */
export const mockTitle = 'the mock'

/** A run of checks against one target. */
export interface Report {
  /** The checked server: a base URL, or `the mock`. */
  target: string
  /** ISO 8601. */
  started: string
  milliseconds: number
  results: RuleResult[]
  /** Written while the run goes on. A run that is killed leaves such a report. */
  isUnfinished?: true
}

/** The title of a check, to which a filter applies. */
export function titleOf({ id, statement }: Rule): string {
  return `${id}: ${statement}`
}

export function toRuleResult(
  interfaceName: string,
  rule: Rule,
  { error, ...outcome }: Outcome,
  milliseconds: number,
): RuleResult {
  return { interface: interfaceName, rule, milliseconds, ...outcome, ...(error && { failure: failureOf(error) }) }
}

/** An expectation that was not met says what was expected and seen; any other error has its message alone. */
function failureOf(error: Error): NonNullable<RuleResult['failure']> {
  if (!(error instanceof ExpectationError)) return { message: error.message }
  const { what: message, ...values } = error.failure
  return { message, ...values }
}
