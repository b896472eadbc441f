import type { IHttpOperation } from '@stoplight/types'
import {
  type DocumentNode,
  follow,
  isObject,
  namesIn,
  nodeAt,
  pointerIn,
  valueAt,
  withTarget,
} from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { memoizeByObject } from '../../memoize.ts'

/** The draft of JSON Schema in OpenAPI 3.1. */
const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** An operation as Prism needs it: with references resolved, but for those to schemas that contain themselves (`#/__bundled__/<name>`). */
export const prismOperation: (operation: Operation) => IHttpOperation = memoizeByObject((operation: Operation) => {
  const { resolve, bundled } = resolverOf(operation.document)
  const schemaOf = (schema: unknown) => ({ $schema: dialect, ...Object(resolve(schema)) })
  return { ...httpOperationOf(operation.document, operation, schemaOf), __bundled__: bundled }
})

/** The operations of a document share what they refer to. */
const resolverOf = memoizeByObject((document: DocumentNode) => {
  const found = new Map<string, unknown>()
  const open = new Set<string>()
  const bundled: Record<string, unknown> = {}
  /** A copy of a node in which references are replaced by what they lead to. Members beside a reference win. */
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve)
    if (!isObject(node)) return node
    const members = Object.fromEntries(Object.entries(node).map(([name, member]) => [name, resolve(member)]))
    const { $ref, ...beside } = members
    return typeof $ref === 'string' ? { ...Object(targetOf(pointerIn($ref))), ...beside } : members
  }
  const targetOf = (pointer: string): unknown => {
    if (found.has(pointer)) return found.get(pointer)
    const name = namesIn(pointer).join('.')
    if (open.has(pointer)) {
      bundled[name] = {}
      return { $ref: `#/__bundled__/${name}` }
    }
    open.add(pointer)
    const target = resolve(valueAt(document, pointer))
    open.delete(pointer)
    found.set(pointer, target)
    if (Object.hasOwn(bundled, name)) bundled[name] = target
    return target
  }
  return { resolve, bundled }
})

const styles = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' }

type Members = Record<string, unknown>

/** @param schemaOf the form of a schema */
function httpOperationOf(
  document: DocumentNode,
  { id, method, path, node, parameters, responses }: Operation,
  schemaOf: (schema: unknown) => DocumentNode,
): IHttpOperation {
  const followed = (one: unknown): Members => (isObject(one) ? { ...follow(document, one) } : {})
  const parameterOf = (name: string, one: Members, usualStyle: string): object => {
    const { in: _, example: __, description: ___, schema, style = usualStyle, ...rest } = one
    return { ...rest, name, style, schema: withTarget(document, schemaOf(schema)), examples: examplesOf(one) }
  }
  const examplesOf = ({ example, examples }: Members): object[] =>
    example === undefined
      ? Object.entries(Object(examples) as Members).map(([key, one]) => ({ key, ...followed(one) }))
      : [{ key: 'default', value: example }]
  const contentsOf = ({ content }: Members): object[] =>
    Object.entries(Object(content) as Members).map(([mediaType, one]) => {
      const { schema, itemSchema, encoding } = Object(one) as Members
      const all = [
        ...(schema === undefined ? [] : [schemaOf(schema)]),
        // The items are a list of any length.
        ...(itemSchema === undefined ? [] : [{ type: 'array', items: schemaOf(itemSchema) }]),
      ]
      const described = all.length === 0 ? {} : { schema: all.length > 1 ? { type: 'array', allOf: all } : all[0] }
      const encodings = Object.entries(Object(encoding) as Members).map(([property, form]) => ({
        property,
        ...Object(form),
      }))
      return { mediaType, ...described, examples: examplesOf(Object(one)), encodings }
    })
  const parametersIn = (place: keyof typeof styles) =>
    parameters.filter((one) => one.in === place).map((one) => parameterOf(one.name, one.node, styles[place]))
  const body = node.requestBody === undefined ? undefined : followed(node.requestBody)
  const operation = {
    id,
    iid: id,
    method,
    path,
    summary: node.summary,
    request: {
      path: parametersIn('path'),
      query: parametersIn('query'),
      headers: parametersIn('header'),
      cookie: parametersIn('cookie'),
      ...(body && { body: { required: body.required, contents: contentsOf(body) } }),
    },
    responses: Array.from(responses, ([code, pointer]) => {
      const response = nodeAt(document, pointer) ?? {}
      const headers = Object.entries(Object(response.headers) as Members)
      return {
        code,
        headers: headers.map(([name, one]) => parameterOf(name, followed(one), 'simple')),
        contents: contentsOf(response),
      }
    }),
  }
  return operation as unknown as IHttpOperation
}
