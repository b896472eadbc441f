import { below, type DocumentNode, namesIn, nodeAt, resolvePointer } from '../json-pointer.ts'
import type { Accepts } from '../schema/walk-schema.ts'
import type { PointerView } from './typed-text.ts'
import { writeXml } from './xml.ts'

/** The schemas of a document by their pointers. */
export function pointerView(document: DocumentNode, accepts: Accepts): PointerView {
  return {
    nodeOf: (pointer) => nodeAt(document, resolvePointer(document, pointer)) ?? {},
    partOf: (pointer, ...names) =>
      names.reduce<string>((at, name) => below(resolvePointer(document, at), name), pointer),
    accepts,
  }
}

/** The pointer of the schema of a parameter, of a header or of a media type; undefined if it has none. */
export function schemaPointer(document: DocumentNode, pointer: string): string | undefined {
  const [mediaType] = Object.keys(Object(nodeAt(document, pointer)?.content))
  const owner = mediaType === undefined ? pointer : below(pointer, 'content', mediaType)
  return nodeAt(document, below(owner, 'schema')) && below(owner, 'schema')
}

/** Writes a value as XML by the schema at a pointer. The root element of a component has its name, if the schema gives it no other. */
export function writeXmlOf(document: DocumentNode, schema: string | undefined, value: unknown): string {
  const [folder, , name = 'root', ...deeper] = schema === undefined ? [] : namesIn(resolvePointer(document, schema))
  const isComponent = folder === 'components' && deeper.length === 0
  return writeXml(
    pointerView(document, () => true),
    schema,
    value,
    isComponent ? name : 'root',
  )
}
