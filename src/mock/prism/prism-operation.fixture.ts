import type { IHttpOperation } from '@stoplight/types'
import { type DocumentNode, isObject, namesIn, pointerIn, valueAt } from '../../contract/json-pointer.ts'
import { httpOperationOf, type Operation } from '../../contract/operation.ts'
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
    return typeof $ref === 'string' ? { ...Object(follow(pointerIn($ref))), ...beside } : members
  }
  const follow = (pointer: string): unknown => {
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
