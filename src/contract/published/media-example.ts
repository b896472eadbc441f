import type { IMediaTypeContent } from '@stoplight/types'
import { printJson } from '../../json-text.ts'
import type { DocumentNode } from '../json-pointer.ts'
import { concreteType, isJson, isXml, parseMediaType } from '../media-type.ts'
import { writeXmlOf } from '../wire/schema-views.ts'

/** The smallest pictures and documents that programs open. */
const files: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'application/zip': 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==',
  'application/pdf': btoa(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
}

/**
 * A value as the body of a message in a media type that is not JSON: XML, text or bytes.
 *
 * @param schema pointer of the schema, by which XML is written
 */
export function bodyIn(mediaType: string, value: unknown, document: DocumentNode = {}, schema?: string): unknown {
  const type = parseMediaType(concreteType(mediaType)) ?? ''
  if (isJson(type) || value instanceof Uint8Array) return value
  if (isXml(type)) return typeof value === 'string' && value.includes('<') ? value : writeXmlOf(document, schema, value)
  if (/^text\/|\b(yaml|javascript|x-www-form-urlencoded|ndjson|json-seq|graphql|x-ndjson)\b/.test(type))
    return typeof value === 'string' ? value : printJson(value ?? '')
  return Buffer.from(
    files[type] ?? btoa(typeof value === 'string' && /^[\x20-\x7E]*$/.test(value) ? value : 'example'),
    'base64',
  )
}

/** Contents in JSON come first, since they can keep what callers sent; those of a range of types come behind the exact ones. */
export function jsonFirst(contents: readonly IMediaTypeContent[] = []): IMediaTypeContent[] {
  const rank = ({ mediaType }: IMediaTypeContent) => {
    const type = parseMediaType(concreteType(mediaType))
    return (type === 'application/json' ? 0 : isJson(type) ? 2 : 4) + (mediaType.includes('*') ? 1 : 0)
  }
  return contents.toSorted((one, other) => rank(one) - rank(other))
}
