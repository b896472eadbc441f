import { below, type DocumentNode, nodeAt, resolvePointer } from '../json-pointer.ts'
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
