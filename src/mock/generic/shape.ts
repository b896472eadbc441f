import type { IHttpOperation, IHttpOperationResponse, IMediaTypeContent } from '@stoplight/types'
import { type DocumentNode, isObject, nodeAt, pointerIn } from '../../contract/json-pointer.ts'
import { isJson, parseMediaType } from '../../contract/media-type.ts'
import { lowestSuccess } from '../operation.ts'

/** A body in JSON as a document describes it: its schema, and its first example if there is one. */
export interface BodyShape {
  mediaType: string
  schema: DocumentNode
  example: unknown
  /** Every example, in the order of the document. */
  examples: unknown[]
  /** Schemas that `$ref`s of the schema lead to. */
  root: DocumentNode
}

/** The documented success of an operation with the lowest status. */
export function successOf({
  responses,
}: IHttpOperation): { status: number; response: IHttpOperationResponse } | undefined {
  const response = lowestSuccess(responses) ?? responses.find(({ code }) => code === 'default')
  if (!response) return undefined
  return { status: Number(response.code) || 200, response }
}

export function jsonShape(http: IHttpOperation, contents: readonly IMediaTypeContent[] = []): BodyShape | undefined {
  const content = contents.find(({ mediaType }) => isJson(parseMediaType(mediaType)))
  if (!content) return undefined
  const examples = content.examples?.flatMap((example) => ('value' in example ? [example.value] : [])) ?? []
  // References in the schemas lead to places in the operation, so the operation is read as a document.
  const root = http as unknown as DocumentNode
  return { mediaType: content.mediaType, schema: node(content.schema), example: examples[0], examples, root }
}

/** The properties of a schema, with those of its references and of the parts of its `allOf`. */
export function propertiesOf(schema: DocumentNode, root: DocumentNode): Record<string, DocumentNode> {
  return Object.assign({}, ...partsOf(schema, root).map(({ properties }) => properties))
}

/** Names that a schema requires, with those of its references and of the parts of its `allOf`. */
export function requiredOf(schema: DocumentNode, root: DocumentNode): string[] {
  return partsOf(schema, root).flatMap(({ required }) => (Array.isArray(required) ? required.map(String) : []))
}

/** The parts of the `allOf` of a schema, and then the schema itself. */
function partsOf(schema: DocumentNode, root: DocumentNode, depth = 0): DocumentNode[] {
  // Recursive schemas end here.
  if (depth > 8) return []
  if (typeof schema.$ref === 'string') return partsOf(followed(schema, root), root, depth + 1)
  const parts = Array.isArray(schema.allOf) ? schema.allOf : []
  return [...parts.flatMap((part) => partsOf(node(part), root, depth + 1)), schema]
}

/** The schema itself, or the one that its `$ref` leads to. */
export function followed(schema: DocumentNode, root: DocumentNode): DocumentNode {
  return typeof schema.$ref === 'string' ? node(nodeAt(root, pointerIn(schema.$ref))) : schema
}

export function isNumber(schema: DocumentNode): boolean {
  return typesOf(schema).some((type) => type === 'integer' || type === 'number')
}

export function typesOf(schema: DocumentNode): unknown[] {
  return [schema.type].flat()
}

function node(value: unknown): DocumentNode {
  return isObject(value) ? value : {}
}
