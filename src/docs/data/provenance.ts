import type { Contract } from '../../contract/contract.ts'
import { below, isObject, nodeAt } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { gapsOf, nodesBelow, rulesOf } from '../../contract/provenance.ts'
import { memoizeByObject } from '../../memoize.ts'
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

/** IDs of the rules and gaps behind an operation, in the order of the catalogue: those that its node cites, and those that name the operation. */
export function idsBehind({ contract, catalogue }: System, { id, pointer }: Operation): string[] {
  const { order, byOperation } = orderOf(catalogue)
  const own = new Set([...(contract ? citedBelow(contract, pointer) : []), ...(byOperation.get(id) ?? [])])
  const placeOf = (one: string) => order.get(one) ?? -1
  return [...own].filter((one) => order.has(one)).sort((one, other) => placeOf(one) - placeOf(other))
}

interface CatalogueOrder {
  order: ReadonlyMap<string, number>
  byOperation: ReadonlyMap<string, readonly string[]>
}

const orderOf: (catalogue: Catalogue) => CatalogueOrder = memoizeByObject(({ rules, gaps }) => {
  const pairs = rules.flatMap(({ id, operations = [] }) => operations.map((operation) => ({ id, operation })))
  const groups = Map.groupBy(pairs, ({ operation }) => operation)
  return {
    order: new Map([...rules, ...gaps].map(({ id }, at) => [id, at])),
    byOperation: new Map(Array.from(groups, ([operation, all]) => [operation, all.map(({ id }) => id)])),
  }
})

/** `x-rules` and `x-gaps` of a node and everything below it, except component schemas, which have their own entries. */
function citedBelow({ document }: Contract, start: string): string[] {
  const nodes = nodesBelow(document, [nodeAt(document, start)], (ref) => !ref.startsWith('#/components/schemas/'))
  return [...nodes].flatMap((node) => [...rulesOf(node), ...gapsOf(node)])
}

function* walk(value: unknown, pointer: string): Generator<{ pointer: string; node: Record<string, unknown> }> {
  if (!isObject(value)) return
  if (!Array.isArray(value)) yield { pointer, node: value }
  for (const [name, member] of Object.entries(value)) yield* walk(member, below(pointer, name))
}
