import { type DocumentNode, isObject, withTarget } from '../json-pointer.ts'

/** A schema and the parts of its `allOf`, `anyOf` and `oneOf`, all of which are about the same value, with their references followed. */
export function partsInPlace(document: DocumentNode, schema: unknown, around: readonly unknown[] = []): DocumentNode[] {
  if (!isObject(schema) || around.includes(schema)) return []
  const node = withTarget(document, schema)
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => (Array.isArray(node[key]) ? node[key] : []))
  return [node, ...parts.flatMap((part) => partsInPlace(document, part, [...around, schema]))]
}
