import type { Rule } from '../contract/contract.ts'
import { isDocumented, type Violation } from '../contract/violation.ts'
import { printable } from '../printable.ts'

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
