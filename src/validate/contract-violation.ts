import type { Contract, ContractOperation } from '../contract/contract.ts'
import type { Violation } from '../contract/violation.ts'
import { describeViolation } from './describe-violation.ts'

/** A response that breaks its contract. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation'
  /** Method and path of the document: `GET /orders/{token}`. */
  readonly operation: string
  readonly status: number
  readonly violations: readonly Violation[]

  constructor(
    { contract, operation, status }: { contract: Contract; operation: ContractOperation; status: number },
    violations: readonly Violation[],
  ) {
    const title = titleOf(operation)
    super(
      describeViolations(
        `${title} answered ${status}, not as ${operation.id} of ${contract.name} documents:`,
        violations,
        contract,
      ),
    )
    this.operation = title
    this.status = status
    this.violations = violations
  }
}

/** Method and path of the document: `GET /orders/{token}`. */
export function titleOf({ method, path }: ContractOperation): string {
  return `${method.toUpperCase()} ${path}`
}

export function describeViolations(title: string, violations: readonly Violation[], { rules }: Contract): string {
  const lines = violations.flatMap((violation) => describeViolation(violation, rules))
  if (violations.at(-1)?.andMore) lines.push(`and more: the report is limited to ${violations.length}`)
  return [title, ...lines.map((line) => `  ${line}`)].join('\n')
}
