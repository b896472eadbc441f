import { type DocumentNode, isObject, nodeAt } from './json-pointer.ts'
import { type Accepts, type SchemaLocation, walkSchema } from './walk-schema.ts'

/** What the document says of a node: the rules that it states, or why it was assumed. */
export interface Provenance {
  rules: string[]
  assumption?: string
}

/**
 * The marking that decides about a place of a value: that of the schemas that describe the place itself, or else of the
 * nearest place around it, or else of the node that the schema hangs on.
 */
export function provenanceAt(
  document: DocumentNode,
  { schema, value, at, around }: { schema: string; value: unknown; at: string; around: readonly string[] },
  accepts: Accepts,
): Provenance {
  return provenanceIn(document, { places: locationsOf(document, { schema, value }, accepts), at, around })
}

/** The schemas that describe each place of a value, by its pointer. */
export type LocationsByPointer = ReadonlyMap<string, readonly SchemaLocation[]>

/** For the provenance of many places of one value. */
export function locationsOf(
  document: DocumentNode,
  { schema, value }: { schema: string; value: unknown },
  accepts: Accepts,
): LocationsByPointer {
  return Map.groupBy(walkSchema(document, schema, value, accepts), (location) => location.at)
}

/** As `markAt`, where the places are known. */
export function provenanceIn(
  document: DocumentNode,
  { places, at, around }: { places: LocationsByPointer; at: string; around: readonly string[] },
): Provenance {
  for (let place: string | undefined = at; place !== undefined; place = parentOf(place)) {
    const provenance = readProvenance(document, places.get(place)?.map(({ node }) => node) ?? [])
    if (provenance) return provenance
  }
  for (const node of around) {
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
  const cited = isObject(node) ? node['x-rules'] : undefined
  return Array.isArray(cited) ? cited.map(String) : []
}
