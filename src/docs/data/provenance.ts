import type { Contract } from '../../contract/contract.ts'
import { below, isObject, nodeAt } from '../../contract/json-pointer.ts'
import { gapsOf, nodesBelow, rulesOf } from '../../contract/provenance.ts'
import type { Catalogue, System } from './system.ts'

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
  const entries = entriesIn(catalogue)
  const own = new Set([...cited, ...(entries.byOperation.get(operation) ?? [])])
  // In the order of the catalogue.
  return [...own].flatMap((id) => entries.byId.get(id) ?? []).sort((one, other) => one.at - other.at)
}

interface CatalogueEntry {
  id: string
  statement: string
  at: number
}

interface CatalogueIndex {
  byId: ReadonlyMap<string, CatalogueEntry>
  byOperation: ReadonlyMap<string, readonly string[]>
}

const indexes = new WeakMap<Catalogue, CatalogueIndex>()

function entriesIn(catalogue: Catalogue): CatalogueIndex {
  const known = indexes.get(catalogue)
  if (known) return known
  const byOperation = new Map<string, string[]>()
  for (const { id, operations = [] } of catalogue.rules)
    for (const operation of operations) byOperation.set(operation, [...(byOperation.get(operation) ?? []), id])
  const entries = [...catalogue.rules, ...catalogue.gaps]
  const byId = new Map(entries.map(({ id, statement }, at) => [id, { id, statement, at }]))
  const index = { byId, byOperation }
  indexes.set(catalogue, index)
  return index
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
