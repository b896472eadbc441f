import { type DocumentNode, isObject, namesIn, nodeAt, pointerIn, valueAt } from './json-pointer.ts'
import { type Accepts, walkSchema } from './schema/walk-schema.ts'

/** The rules that a node of the document states, or why the node was assumed. */
export interface Provenance {
  rules: string[]
  assumption?: string
}

/**
 * The provenance of a place in a value: that of the schemas that describe the place itself, or else of the nearest place around
 * it, or else of the nearest node around the schema.
 *
 * @param around nodes around the schema, nearest first
 */
export function provenanceAt(
  document: DocumentNode,
  { schema, value, at, around }: { schema: string; value: unknown; at: string; around: readonly string[] },
  accepts: Accepts,
): Provenance {
  const locations = walkSchema(document, schema, value, accepts, namesIn(at))
  const places = Map.groupBy(locations, (location) => location.at)
  for (let place: string | undefined = at; place !== undefined; place = parentOf(place)) {
    const provenance = readProvenance(document, places.get(place)?.map(({ node }) => node) ?? [])
    if (provenance) return provenance
  }
  return nearestProvenance(document, around)
}

/** The provenance of the first of these nodes that has one. */
export function nearestProvenance(document: DocumentNode, nodes: readonly string[]): Provenance {
  for (const node of nodes) {
    const provenance = readProvenance(document, [node])
    if (provenance) return provenance
  }
  return { rules: [] }
}

function parentOf(pointer: string): string | undefined {
  return pointer === '' ? undefined : pointer.slice(0, pointer.lastIndexOf('/'))
}

/** A documented rule outweighs an assumption beside it. */
function readProvenance(document: DocumentNode, nodes: readonly string[]): Provenance | undefined {
  const rules = new Set<string>()
  let assumption: string | undefined
  for (const pointer of nodes) {
    const node = nodeAt(document, pointer)
    for (const id of rulesOf(node)) rules.add(id)
    if (typeof node?.['x-assumption'] === 'string') assumption ??= node['x-assumption']
  }
  if (rules.size > 0) return { rules: [...rules] }
  return assumption === undefined ? undefined : { rules: [], assumption }
}

/** The rules that a node cites. */
export function rulesOf(node: unknown): string[] {
  return idsIn(Object(node)['x-rules'])
}

/** The rules by which a schema has its `required` members, if it names them. */
export function requiringRulesOf(node: unknown): string[] {
  return idsIn([Object(node)['x-required-by'] ?? []].flat())
}

/** The gaps that a node cites. */
export function gapsOf(node: unknown): string[] {
  return idsIn(Object(node)['x-gaps'])
}

function idsIn(cited: unknown): string[] {
  return Array.isArray(cited) ? cited.map(String) : []
}

/** The gaps of an assumed node; undefined for a documented one. */
export function assumptionAt(node: unknown): string[] | undefined {
  return Object(node)['x-assumption'] === undefined ? undefined : gapsOf(node)
}

/** Members that hold data, so that a member called `x-rules` or `$ref` in them is no citation and no reference. */
const data = new Set(['const', 'default', 'enum', 'example', 'examples', 'links'])

/** Operation IDs, in the order of the document, by rule. */
export type OperationsByRule = ReadonlyMap<string, readonly string[]>

/**
 * The operations that each rule is about: those that cite it, at their own node or at a path item, server, parameter, body, response,
 * schema or security scheme that they use. References are followed.
 *
 * @param document a bundle whose references all stay within it
 */
export function operationsByRule(document: DocumentNode): OperationsByRule {
  const schemes = Object(document.components).securitySchemes
  const items: DocumentNode[] = Object.values(Object(document.paths))
  const found = new Map<string, string[]>()
  for (const { parameters, servers, 'x-rules': own, ...members } of items) {
    for (const operation of Object.values(members)) {
      const { operationId, security = document.security } = Object(operation)
      if (operationId === undefined) continue
      const used = Object.keys(Object.assign({}, ...(security ?? []))).map((name) => schemes?.[name])
      const nodes = nodesBelow(document, [operation, parameters, servers, { 'x-rules': own }, used])
      const rules = new Set([...nodes].flatMap(rulesOf))
      for (const rule of rules) found.set(rule, [...(found.get(rule) ?? []), String(operationId)])
    }
  }
  return found
}

/**
 * Nodes, and everything that they contain and refer to, each once. Data is left out.
 *
 * @param follows false for a reference that is left out as well
 */
export function nodesBelow(
  document: DocumentNode,
  nodes: readonly unknown[],
  follows: (ref: string) => boolean = () => true,
): Set<DocumentNode> {
  const seen = new Set<DocumentNode>()
  const pending = [...nodes]
  while (pending.length > 0) {
    const node = pending.pop()
    if (!isObject(node) || seen.has(node)) continue
    seen.add(node)
    if (typeof node.$ref === 'string' && follows(node.$ref)) pending.push(valueAt(document, pointerIn(node.$ref)))
    for (const [name, member] of Object.entries(node)) {
      // A property may have the name of such a member.
      if (name === 'properties') pending.push(...Object.values(Object(member)))
      else if (!data.has(name)) pending.push(member)
    }
  }
  return seen
}
