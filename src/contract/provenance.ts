import { type DocumentNode, isObject, nodeAt } from './json-pointer.ts'
import { type Accepts, type SchemaLocation, walkSchema } from './walk-schema.ts'

/** What the document says of a node: the rules that it states, or why it was assumed. */
export interface Mark {
  rules: string[]
  assumption?: string
}

/**
 * The marking that decides about a place of a value: that of the schemas that describe the place itself, or else of the
 * nearest place around it, or else of the node that the schema hangs on.
 */
export function markAt(
  document: DocumentNode,
  { schema, value, at, around }: { schema: string; value: unknown; at: string; around: readonly string[] },
  accepts: Accepts,
): Mark {
  return markIn(document, { places: placesOf(document, { schema, value }, accepts), at, around })
}

/** The schemas that describe each place of a value, by its pointer. */
export type Places = ReadonlyMap<string, readonly SchemaLocation[]>

/** For the marks of many places of one value. */
export function placesOf(
  document: DocumentNode,
  { schema, value }: { schema: string; value: unknown },
  accepts: Accepts,
): Places {
  return Map.groupBy(walkSchema(document, schema, value, accepts), (location) => location.at)
}

/** As `markAt`, where the places are known. */
export function markIn(
  document: DocumentNode,
  { places, at, around }: { places: Places; at: string; around: readonly string[] },
): Mark {
  for (let place: string | undefined = at; place !== undefined; place = parentOf(place)) {
    const mark = readMark(document, places.get(place)?.map(({ node }) => node) ?? [])
    if (mark) return mark
  }
  for (const node of around) {
    const mark = readMark(document, [node])
    if (mark) return mark
  }
  return { rules: [] }
}

function parentOf(pointer: string): string | undefined {
  return pointer === '' ? undefined : pointer.slice(0, pointer.lastIndexOf('/'))
}

/** A documented rule outweighs an assumption beside it. */
function readMark(document: DocumentNode, nodes: readonly string[]): Mark | undefined {
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
