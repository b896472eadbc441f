import { type DocumentNode, isObject } from '../json-pointer.ts'
import { concreteType, isJson, isXml, parseMediaType } from '../media-type.ts'
import { type Operation, usualResponse } from '../operation.ts'
import { jsonFirst } from '../published/media-example.ts'
import { madeUp } from '../schema/make-sample.ts'
import { mergeParts } from '../schema/merge.ts'
import { schemasOf } from '../schema/schemas.ts'
import type { BodyContent } from '../shown-response.ts'

/** A part of a body in JSON as a document describes it. */
export interface BodyShape {
  schema: DocumentNode
  example: unknown
  /** Names of the members that lead to it, from the top of the body. */
  place: readonly string[]
  /** What the references of its schema lead into. */
  document?: DocumentNode
}

/** A body in JSON. */
export interface JsonBody extends BodyShape {
  /** The examples that the document itself has, in its order. */
  examples: unknown[]
}

/** Objects that are nested more deeply are members of a record, and not records. */
const maxDepth = 3

/** The body in `application/json`, or the first in another form of JSON, among the contents of a request or an answer. */
export function jsonBody(
  { document }: Pick<Operation, 'document'>,
  contents?: readonly BodyContent[],
): JsonBody | undefined {
  const [content] = jsonFirst(contents)
  const type = content && parseMediaType(concreteType(content.mediaType))
  if (!content || !(isJson(type) || isXml(type))) return undefined
  // An example of XML may be a text.
  const shown = content.examples.filter(({ value }) => isJson(type) || isObject(value))
  return {
    schema: plainSchema(content.schema, document),
    example: shown[0]?.value,
    examples: shown.filter(({ key }) => key !== madeUp).map(({ value }) => value),
    place: [],
    document,
  }
}

/** The body in JSON of the usual answer. */
export function shownBody(operation: Operation | undefined): JsonBody | undefined {
  return operation && jsonBody(operation, usualResponse(operation)?.contents)
}

/** The body itself and the objects in it, the outer ones first. */
export function objectsIn(top: BodyShape): BodyShape[] {
  return partsOf(top).filter(isObjectShape)
}

/** The lists in a body, the outer ones first, each with the shape of its elements. */
export function listsIn(top: BodyShape): (BodyShape & { items: BodyShape })[] {
  return partsOf(top).flatMap((part) => {
    const { schema, document } = part
    const isList = typeOf(schema) === 'array' || Array.isArray(part.example)
    if (!isList) return []
    const [example] = [part.example].flat()
    return [{ ...part, items: { ...part, schema: plainSchema(schema.items, document), example } }]
  })
}

/** The outermost object in a body whose members have any names, with the shape of its members. */
export function mapIn(top: BodyShape): (BodyShape & { items: BodyShape; isMap: true }) | undefined {
  for (const map of objectsIn(top)) {
    const { additionalProperties } = map.schema
    const [placeholder, ...others] = Object.entries(propertiesOf(map.schema))
    const members = Object.entries(Object(map.example))
    // Some documents describe one member for all, under a name that no example has.
    const isForAll =
      placeholder && others.length === 0 && members.length > 0 && !Object.hasOwn(map.example as object, placeholder[0])
    const described = isForAll && members.every(([, one]) => isRecord(one)) ? placeholder[1] : additionalProperties
    if (!isObject(described) || (placeholder && described === additionalProperties)) continue
    return {
      ...map,
      isMap: true,
      items: { ...map, schema: plainSchema(described, map.document), example: members[0]?.[1] },
    }
  }
  return undefined
}

function partsOf(top: BodyShape): BodyShape[] {
  const found: BodyShape[] = []
  let level = [top]
  for (let depth = 0; depth <= maxDepth; depth++) {
    found.push(...level)
    level = level.flatMap(membersOf)
  }
  return found
}

/** The members of an object. */
export function membersOf(shape: BodyShape): BodyShape[] {
  const { schema, example, place, document } = shape
  return namesOf(shape).map((name) => ({
    schema: plainSchema(propertiesOf(schema)[name], document),
    example: valueAtPlace(example, [name]),
    place: [...place, name],
    ...(document && { document }),
  }))
}

/** Names of the members that a schema or an example shows. */
export function namesOf({ schema, example }: BodyShape): string[] {
  return Object.keys({ ...propertiesOf(schema), ...(isRecord(example) && example) })
}

export function propertiesOf({ properties }: DocumentNode): Readonly<Record<string, unknown>> {
  return isObject(properties) ? properties : {}
}

/** Names of the members that a record must have. */
export function requiredOf({ schema }: BodyShape): string[] {
  return (schema.required ?? []) as string[]
}

function isObjectShape({ schema, example }: BodyShape): boolean {
  return typeOf(schema) === 'object' || schema.properties !== undefined || isRecord(example)
}

function typeOf({ type }: DocumentNode): unknown {
  return [type].flat().find((one) => one !== 'null')
}

/** An object in JSON, and not a list or bytes. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value) && !(value instanceof Uint8Array)
}

/** A schema with the members of its references and of the parts of its `allOf`, at the top. The first of alternatives counts. */
export function plainSchema(schema: unknown, document: DocumentNode = {}): DocumentNode {
  const { anyOf, oneOf, ...own } = mergeParts(schema, schemasOf(document))
  const alternatives = [anyOf, oneOf].flatMap((list) => [list].flat().find((one) => Object(one).type !== 'null') ?? [])
  return alternatives.length > 0 ? plainSchema({ ...own, allOf: alternatives }, document) : own
}

/** The value at a place of a body. */
export function valueAtPlace(body: unknown, place: readonly string[]): unknown {
  return place.reduce((value, name) => (Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined), body)
}

/** A copy of a body with another value at a place. */
export function withValueAt(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const around = isRecord(body) ? body : {}
  return { ...around, [name]: withValueAt(around[name], rest, value) }
}
