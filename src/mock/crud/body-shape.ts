import type { IHttpOperation, IMediaTypeContent } from '@stoplight/types'
import { type DocumentNode, isObject } from '../../contract/json-pointer.ts'
import { isJson, parseMediaType } from '../../contract/media-type.ts'
import { mergeParts } from '../../contract/published/make-sample.ts'
import { concreteType } from '../../contract/published/media-example.ts'
import { usualResponse } from '../published/documented-answer.ts'
import { bundleOf } from '../request/compile-schema.ts'

/** A part of a body in JSON as a document describes it. */
export interface BodyShape {
  schema: DocumentNode
  example: unknown
  /** Names of the members that lead to it, from the top of the body. */
  place: readonly string[]
}

/** A body in JSON. */
export interface JsonBody extends BodyShape {
  mediaType: string
  /** Every example, in the order of the document. */
  examples: unknown[]
}

/** Objects that are nested more deeply are members of a record, and not records. */
const maxDepth = 3

/** The body in `application/json`, or the first in another form of JSON, among the contents of a request or an answer. */
export function jsonBody(http: IHttpOperation, contents: readonly IMediaTypeContent[] = []): JsonBody | undefined {
  const typeOfContent = ({ mediaType }: IMediaTypeContent) => parseMediaType(concreteType(mediaType))
  const found = contents.filter((content) => isJson(typeOfContent(content)))
  const content = found.find((one) => typeOfContent(one) === 'application/json') ?? found[0]
  if (!content) return undefined
  const examples = content.examples?.flatMap((example) => ('value' in example ? [example.value] : [])) ?? []
  return {
    mediaType: concreteType(content.mediaType),
    schema: plainSchema(content.schema, http),
    example: examples[0],
    examples,
    place: [],
  }
}

/** The body in JSON of the usual answer. */
export function shownBody(http: IHttpOperation): JsonBody | undefined {
  return jsonBody(http, usualResponse(http.responses)?.contents)
}

/**
 * The body itself and the objects in it, the outer ones first.
 *
 * @param http what the references of its schema lead into
 */
export function objectsIn(top: BodyShape, http?: IHttpOperation): BodyShape[] {
  return partsOf(top, http).filter(({ schema, example }) => isObjectShape(schema, example))
}

/** The lists in a body, the outer ones first, each with the shape of its elements. */
export function listsIn(top: BodyShape, http?: IHttpOperation): (BodyShape & { items: BodyShape })[] {
  return partsOf(top, http).flatMap((part) => {
    const isList = typeOf(part.schema) === 'array' || Array.isArray(part.example)
    if (!isList) return []
    const [example] = Array.isArray(part.example) ? part.example : []
    return [{ ...part, items: { schema: plainSchema(part.schema.items, http), example, place: [] } }]
  })
}

/** The outermost object in a body whose members have any names, with the shape of its members. */
export function mapIn(
  top: BodyShape,
  http: IHttpOperation,
): (BodyShape & { items: BodyShape; isMap: true }) | undefined {
  const map = objectsIn(top, http).find(
    ({ schema }) => isObject(schema.additionalProperties) && schema.properties === undefined,
  )
  if (!map) return undefined
  const [example] = Object.values(Object(map.example))
  const schema = plainSchema(map.schema.additionalProperties, http)
  return { ...map, isMap: true, items: { schema, example, place: [] } }
}

function partsOf(top: BodyShape, http?: IHttpOperation): BodyShape[] {
  const found: BodyShape[] = []
  let level = [top]
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    found.push(...level)
    level = level.flatMap((part) => (isObjectShape(part.schema, part.example) ? membersOf(part, http) : []))
  }
  return found
}

function membersOf({ schema, example, place }: BodyShape, http?: IHttpOperation): BodyShape[] {
  return namesOf({ schema, example }).map((name) => ({
    schema: plainSchema(propertiesOf(schema)[name], http),
    example: isObject(example) && Object.hasOwn(example, name) ? example[name] : undefined,
    place: [...place, name],
  }))
}

/** Names of the members that a schema or an example shows. */
export function namesOf({ schema, example }: Pick<BodyShape, 'schema' | 'example'>): string[] {
  return [
    ...new Set([
      ...Object.keys(propertiesOf(schema)),
      ...(isObject(example) && !Array.isArray(example) ? Object.keys(example) : []),
    ]),
  ]
}

export function propertiesOf({ properties }: DocumentNode): Readonly<Record<string, unknown>> {
  return isObject(properties) ? properties : {}
}

function isObjectShape(schema: DocumentNode, example: unknown): boolean {
  if (typeOf(schema) === 'object' || schema.properties !== undefined) return true
  return isObject(example) && !Array.isArray(example)
}

export function typeOf({ type }: DocumentNode): unknown {
  return [type].flat().find((one) => one !== 'null')
}

/** A schema with the members of its references and of the parts of its `allOf`, at the top. The first of alternatives counts. */
function plainSchema(schema: unknown, http?: IHttpOperation, depth = 0): DocumentNode {
  if (!isObject(schema) || depth > 12) return {}
  const { anyOf, oneOf, ...own } = mergeParts({ allOf: [schema] }, Object(http && bundleOf(http)))
  const alternatives = [anyOf, oneOf].flatMap((list) =>
    Array.isArray(list) ? list.filter((one) => Object(one).type !== 'null').slice(0, 1) : [],
  )
  return alternatives.length > 0 ? plainSchema({ ...own, allOf: alternatives }, http, depth + 1) : own
}

/** The value at a place of a body. */
export function valueAtPlace(body: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    body,
  )
}

/** A copy of a body with another value at a place. */
export function withValueAt(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const around = isObject(body) && !Array.isArray(body) ? body : {}
  return { ...around, [name]: withValueAt(around[name], rest, value) }
}
