import type { Contract } from '../../contract/contract.ts'
import { below, isObject, nodeAt } from '../../contract/json-pointer.ts'
import { gapsOf, nodesBelow, rulesOf } from '../../contract/provenance.ts'
import type { System } from './system.ts'

/** A node of a document that states something which no reference shows. */
export interface Assumption {
  /** JSON pointer. */
  pointer: string
  text: string
  gaps: string[]
}

/** Every assumption of a document, in its order. */
export function findAssumptions({ document }: Contract): Assumption[] {
  return [...walk(document, '')].flatMap(({ pointer, node }) =>
    typeof node['x-assumption'] === 'string' ? [{ pointer, text: node['x-assumption'], gaps: gapsOf(node) }] : [],
  )
}

/** The rules and gaps behind an operation: those that its node cites, and those that name the operation. */
export function entriesOf({ contract, catalogue }: System, operation: string): { id: string; statement: string }[] {
  const found = contract?.operations.get(operation)
  if (!contract || !found) return []
  const cited = new Set(citedBelow(contract, found.pointer))
  const { rules, gaps } = catalogue
  return [
    ...rules.filter((rule) => cited.has(rule.id) || rule.operations?.includes(operation)),
    ...gaps.filter((gap) => cited.has(gap.id)),
  ]
}

/** `x-rules` and `x-gaps` of a node and everything below it, except component schemas, which have entries of their own. */
function citedBelow({ document }: Contract, start: string): string[] {
  const nodes = nodesBelow(document, [nodeAt(document, start)], (ref) => !ref.startsWith('#/components/schemas/'))
  return [...nodes].flatMap((node) => [...rulesOf(node), ...gapsOf(node)])
}

function* walk(value: unknown, pointer: string): Generator<{ pointer: string; node: Record<string, unknown> }> {
  if (!isObject(value)) return
  if (!Array.isArray(value)) yield { pointer, node: value }
  for (const [name, member] of Object.entries(value)) yield* walk(member, below(pointer, name))
}
