import type { Contract, Rule } from '../contract/contract.ts'
import type { Operation } from '../contract/operation.ts'
import { isDocumented, type Violation } from '../contract/violation.ts'
import { printable } from '../printable.ts'

/** A response that breaks its contract. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation'
  /** Method and path of the document: `GET /orders/{token}`. */
  readonly operation: string
  readonly status: number
  readonly violations: readonly Violation[]

  constructor(
    { contract, operation, status }: { contract: Contract; operation: Operation; status: number },
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
export function titleOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`
}

export function describeViolations(title: string, violations: readonly Violation[], { rules }: Contract): string {
  const lines = violations.flatMap((violation) => describeViolation(violation, rules))
  if (violations.at(-1)?.andMore) lines.push(`and more: the report is limited to ${violations.length}`)
  return [title, ...lines.map((line) => `  ${line}`)].join('\n')
}

/** A violation in lines for people: what is wrong, then the rules that it breaks, or why its place was assumed. */
export function describeViolation(violation: Violation, rules?: ReadonlyMap<string, Rule>): string[] {
  const { expected, seen, assumption } = violation
  const wrong = printable(`${describePlace(violation)}: expected ${expected}, seen ${seen}`)
  if (!isDocumented(violation)) return [`differs from our assumption: ${wrong}`, `  assumed: ${assumption}`]
  return [
    wrong,
    ...violation.rules.map((id) => {
      const statement = rules?.get(id)?.statement
      return `  ${id}${statement === undefined ? '' : ` ${statement}`}`
    }),
  ]
}

function describePlace({ at }: Violation): string {
  return at === '' ? 'body' : at
}
