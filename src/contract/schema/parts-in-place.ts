import { type DocumentNode, isObject, withTarget } from '../json-pointer.ts'
import { findSubtypes } from './discriminator.ts'
import { componentsOf } from './schemas.ts'

/**
 * A schema and the parts of its `allOf`, `anyOf` and `oneOf`, all of which are about the same value, with their references followed. A base
 * with a discriminator has those of the schemas that extend it.
 */
export function partsInPlace(document: DocumentNode, schema: unknown, around: readonly unknown[] = []): DocumentNode[] {
  if (!isObject(schema)) return []
  const node = withTarget(document, schema)
  if (around.includes(schema) || around.includes(node)) return []
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => (Array.isArray(node[key]) ? node[key] : []))
  const isBase = isObject(node.discriminator) && typeof schema.$ref === 'string'
  const subtypes = isBase ? findSubtypes(componentsOf(document), String(schema.$ref)) : []
  const all = [...parts, ...subtypes.map(({ ref }) => ({ $ref: ref }))]
  return [node, ...all.flatMap((part) => partsInPlace(document, part, [...around, schema, node]))]
}
