import type { Rule } from '../contract/contract.ts'
import type { Finding, Tally } from './exchange-report.ts'

/** A finding as JSON: rules with their statements, and whether a violation counts. */
export function findingToJson(finding: Finding, rules: ReadonlyMap<string, Rule>): object {
  return {
    ...finding,
    violations: finding.violations.map(({ assumption, ...violation }) => ({
      ...violation,
      rules: violation.rules.map((id) => ({ id, statement: rules.get(id)?.statement })),
      ...(assumption === undefined ? {} : { differsFromAssumption: assumption }),
    })),
  }
}

export function tallyToJson({ notInContract, skipped, unread, ...numbers }: Tally): object {
  return {
    ...numbers,
    notInContract: Object.fromEntries(notInContract),
    skipped: Object.fromEntries(skipped),
    unread: Object.fromEntries(unread),
  }
}
