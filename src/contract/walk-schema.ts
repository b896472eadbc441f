import { below, type DocumentNode, isObject, membersOf, nodeAt, refOf } from './json-pointer.ts'

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

interface Place {
  at: string
  value: unknown
  required: boolean
}

/**
 * Every schema that describes a part of a value, outermost first, references and branches followed; also those of properties
 * that the value does not have, one level deep. Of `anyOf` and `oneOf`, only the branches that accept the value.
 */
export function* walkSchema(
  document: DocumentNode,
  schema: string,
  root: unknown,
  accepts: Accepts,
): Generator<SchemaLocation> {
  const schemaAt = schemasOf(document)
  yield* walk(schema, { at: '', value: root, required: true })

  function* walk(node: string, place: Place): Generator<SchemaLocation> {
    const { at, value } = place
    yield { node, ...place }
    const { ref, all, any, schema } = schemaAt(node)
    if (ref !== undefined) yield* walk(ref, place)
    for (const part of all) yield* walk(part, place)
    for (const branch of any) if (accepts(branch, value)) yield* walk(branch, place)
    if (Array.isArray(value)) yield* walkItems(node, schema, at, value)
    else if (isObject(value)) yield* walkMembers(node, schema, at, value)
  }

  function* walkItems(node: string, schema: DocumentNode, at: string, items: unknown[]): Generator<SchemaLocation> {
    if (!isObject(schema.items)) return
    for (const [index, value] of items.entries()) {
      yield* walk(below(node, 'items'), { at: below(at, index), value, required: true })
    }
  }

  function* walkMembers(
    node: string,
    schema: DocumentNode,
    at: string,
    members: Record<string, unknown>,
  ): Generator<SchemaLocation> {
    const required = Array.isArray(schema.required) ? schema.required : []
    const properties = isObject(schema.properties) ? schema.properties : {}
    for (const name of Object.keys(properties)) {
      const property = below(node, 'properties', name)
      const place = { at: below(at, name), value: members[name], required: required.includes(name) }
      if (Object.hasOwn(members, name)) yield* walk(property, place)
      else yield* absent(property, place)
    }
    if (!isObject(schema.additionalProperties)) return
    for (const [name, value] of Object.entries(members)) {
      if (Object.hasOwn(properties, name)) continue
      yield* walk(below(node, 'additionalProperties'), { at: below(at, name), value, required: false })
    }
  }

  function* absent(node: string, place: Place): Generator<SchemaLocation> {
    yield { node, ...place }
    const { ref } = schemaAt(node)
    if (ref !== undefined) yield { node: ref, ...place }
  }
}

/** A schema of the document, and the pointers of those that it is made of. */
interface WalkedSchema {
  schema: DocumentNode
  ref: string | undefined
  all: readonly string[]
  any: readonly string[]
}

const walked = new WeakMap<DocumentNode, Map<string, WalkedSchema>>()

/** A list of many elements comes by the same few schemas again and again; each is looked up once. */
function schemasOf(document: DocumentNode): (pointer: string) => WalkedSchema {
  const known = walked.get(document) ?? new Map<string, WalkedSchema>()
  walked.set(document, known)
  const partsOf = (pointer: string, keyword: string) =>
    membersOf(document, below(pointer, keyword)).map((index) => below(pointer, keyword, index))

  return (pointer) => {
    const before = known.get(pointer)
    if (before) return before
    const schema = {
      schema: nodeAt(document, pointer) ?? {},
      ref: refOf(document, pointer),
      all: partsOf(pointer, 'allOf'),
      any: [...partsOf(pointer, 'anyOf'), ...partsOf(pointer, 'oneOf')],
    }
    known.set(pointer, schema)
    return schema
  }
}
