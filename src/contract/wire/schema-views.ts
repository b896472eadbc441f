import { below, type DocumentNode, nodeAt, resolvePointer, withTarget } from '../json-pointer.ts'
import { schemasOf } from '../schema/schemas.ts'
import type { Accepts } from '../schema/walk-schema.ts'
import type { SchemaView } from './typed-text.ts'

/** The schemas of a document by their pointers. */
export function pointerView(document: DocumentNode, accepts: Accepts): SchemaView<string> {
  return {
    nodeOf: (pointer) => nodeAt(document, resolvePointer(document, pointer)) ?? {},
    partOf: (pointer, ...names) => below(resolvePointer(document, pointer), ...names),
    accepts,
  }
}

/** The schemas of a document, as requests have them. */
export function nodeView(document: DocumentNode): SchemaView<unknown> {
  const nodeOf = (schema: unknown) => withTarget(document, Object(schema))
  const schemas = schemasOf(document, { side: 'request' })
  return {
    nodeOf,
    partOf: (schema, ...names) => names.reduce<unknown>((node, name) => Object(node)[name], nodeOf(schema)),
    accepts: (schema, value) => schemas.accepts(schema, value),
  }
}
