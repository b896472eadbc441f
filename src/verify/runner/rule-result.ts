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
  const { result, exchanges, stays = [], unchanged, late, spent } = outcome
  const left = {
    ...(stays.length > 0 && { stays }),
    ...(unchanged && { unchanged }),
    ...(late !== undefined && { late }),
    ...(spent && { spent }),
  }
  const common = { interface: interfaceName, rule, result, exchanges, milliseconds, ...left }
  switch (outcome.result) {
    case 'passed':
      return common
    case 'skipped':
    case 'inconclusive':
      return { ...common, reason: outcome.reason }
    case 'differs':
      return { ...common, differences: outcome.differences }
    case 'failed':
      return { ...common, failure: failureOf(outcome.error), failedAt: outcome.failedAt }
  }
}

/** An expectation that was not met says what was expected and seen; any other error has its message alone. */
function failureOf(error: Error): NonNullable<RuleResult['failure']> {
  if (!(error instanceof ExpectationError)) return { message: error.message }
  const { what, expected, seen } = error.failure
  return { message: what, expected, seen }
}
