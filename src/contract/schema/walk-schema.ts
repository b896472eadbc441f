import { below, type DocumentNode, isObject, membersOf, nodeAt, refOf } from '../json-pointer.ts'

/** A schema of the document that describes a place of a value. */
export interface SchemaLocation {
  /** Pointer of the schema in the document. */
  node: string
  /** Pointer of the place in the value. */
  at: string
  /** The value at that place; undefined where there is none. */
  value: unknown
  /** The schema around it requires it. */
  required: boolean
}

/** Tells whether the schema at a pointer accepts a value. */
export type Accepts = (schema: string, value: unknown) => boolean

interface Place extends Omit<SchemaLocation, 'node'> {
  /** Names in `at`. */
  depth: number
}

/**
 * Every schema that describes a part of a value, outermost first. It follows references and branches; of `anyOf` and `oneOf` only the
 * branches that accept the value. It includes the schemas of missing properties, one level deep.
 *
 * @param along names that lead to one place of the value: only the schemas of places on the way are returned
 */
export function* walkSchema(
  document: DocumentNode,
  schema: string,
  root: unknown,
  accepts: Accepts,
  along?: readonly string[],
): Generator<SchemaLocation> {
  yield* walk(schema, { at: '', value: root, required: true, depth: 0 })

  function* walk(node: string, place: Place): Generator<SchemaLocation> {
    const { at, value, required } = place
    yield { node, at, value, required }
    const ref = refOf(document, node)
    if (ref !== undefined) yield* walk(ref, place)
    for (const part of partsOf(document, node, 'allOf')) yield* walk(part, place)
    for (const branch of partsOf(document, node, 'anyOf', 'oneOf'))
      if (accepts(branch, value)) yield* walk(branch, place)
    const schema = nodeAt(document, node) ?? {}
    if (along && place.depth === along.length) return
    if (Array.isArray(value)) yield* walkItems(node, schema, place, value)
    else if (isObject(value)) yield* walkMembers(node, schema, place, value)
  }

  function* walkItems(node: string, schema: DocumentNode, place: Place, items: unknown[]): Generator<SchemaLocation> {
    if (!isObject(schema.items)) return
    for (const index of along ? [Number(along[place.depth])] : items.keys()) {
      yield* walk(below(node, 'items'), inside(place, index, items[index], true))
    }
  }

  function* walkMembers(
    node: string,
    schema: DocumentNode,
    place: Place,
    members: Record<string, unknown>,
  ): Generator<SchemaLocation> {
    const required = Array.isArray(schema.required) ? schema.required : []
    const properties = isObject(schema.properties) ? schema.properties : {}
    const next = along?.[place.depth]
    for (const name of next === undefined ? Object.keys(properties) : [next]) {
      if (!Object.hasOwn(properties, name)) continue
      const property = below(node, 'properties', name)
      const member = inside(place, name, members[name], required.includes(name))
      if (Object.hasOwn(members, name)) yield* walk(property, member)
      else yield* absent(property, member)
    }
    if (!isObject(schema.additionalProperties)) return
    for (const name of next === undefined ? Object.keys(members) : [next]) {
      if (Object.hasOwn(properties, name) || !Object.hasOwn(members, name)) continue
      yield* walk(below(node, 'additionalProperties'), inside(place, name, members[name], false))
    }
  }

  function* absent(node: string, { at, value, required }: Place): Generator<SchemaLocation> {
    const ref = refOf(document, node)
    for (const each of ref === undefined ? [node] : [node, ref]) yield { node: each, at, value, required }
  }
}

function inside({ at, depth }: Place, name: string | number, value: unknown, required: boolean): Place {
  return { at: below(at, name), value, required, depth: depth + 1 }
}

/** Pointers of the schemas in these lists of a schema. */
function partsOf(document: DocumentNode, schema: string, ...keywords: string[]): string[] {
  return keywords.flatMap((keyword) => {
    const list = below(schema, keyword)
    return membersOf(document, list).map((index) => below(list, index))
  })
}
