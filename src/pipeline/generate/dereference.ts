import { pointerIn, valueAt } from '../../contract/json-pointer.ts'
import type { OpenApiDocument } from './bundle.ts'

/** The node that a reference leads to, or the node itself. */
export function dereference(document: OpenApiDocument, node: unknown): unknown {
  const ref = (node as { $ref?: string }).$ref
  return ref === undefined ? node : valueAt(document, pointerIn(ref))
}
