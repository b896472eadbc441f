import MIMEType from 'whatwg-mimetype'
import { printJson } from '../../json-text.ts'
import { below, type DocumentNode, follow, isObject, nodeAt } from '../json-pointer.ts'
import { concreteType, isJson, isXml, parseMediaType, usualBoundary } from '../media-type.ts'
import { sampleOf } from '../schema/make-sample.ts'
import { schemasOf } from '../schema/schemas.ts'
import { writeXmlOf } from '../wire/schema-views.ts'
import { isJsonSequence, writeItem } from '../wire/sequence.ts'

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
 * A value as the body of a message in a media type that is not JSON: XML, items one after another, parts, text or bytes.
 *
 * @param media pointer of the Media Type Object, by which XML and parts are written
 */
export function bodyIn(mediaType: string, value: unknown, document: DocumentNode = {}, media?: string): unknown {
  const contentType = concreteType(mediaType)
  const type = parseMediaType(contentType) ?? ''
  if (isJson(type) || value instanceof Uint8Array) return value
  const { schema, ...node } = media === undefined ? {} : Object(nodeAt(document, media))
  if (isXml(type))
    return typeof value === 'string' && value.includes('<')
      ? value
      : writeXmlOf(document, schema === undefined ? undefined : below(media ?? '', 'schema'), value)
  if (isSequence(type, value)) return itemsIn(type, value).join('')
  if (type.startsWith('multipart/') && isObject(value)) return writeParts(contentType, value, document, node)
  if (/^text\/|\b(yaml|javascript|x-www-form-urlencoded|graphql)\b/.test(type))
    return typeof value === 'string' ? value : printJson(value ?? '')
  // A text stands for bytes, one for each character, because a document cannot write them in another way.
  const bytes = typeof value === 'string' ? Buffer.from(value, 'latin1') : undefined
  if (files[type] !== undefined) return Buffer.from(files[type], 'base64')
  return bytes !== undefined && bytes.toString('latin1') === value ? bytes : Buffer.from('example')
}

/** Whether a value is written as items one after another. A text is written already. */
export function isSequence(type: string, value: unknown): boolean {
  return value !== undefined && typeof value !== 'string' && (type === 'text/event-stream' || isJsonSequence(type))
}

/** The texts of the items of a sequence. One that is no list has one item. */
export function itemsIn(type: string, value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((item) => writeItem(type, item))
}

/** The members of an object by their names, or the elements of a list by their places, as parts. */
function writeParts(contentType: string, value: object, document: DocumentNode, media: DocumentNode): Buffer {
  const boundary = MIMEType.parse(contentType)?.parameters.get('boundary') ?? usualBoundary
  const { encoding, prefixEncoding, itemEncoding } = media
  const isList = Array.isArray(value)
  const entries = Object.entries(value).flatMap(([name, member]) => [member].flat().map((one) => [name, one] as const))
  const parts = (isList ? value.map((one, index) => [String(index), one] as const) : entries).map(([name, part]) => {
    const encoded = Object(isList ? (Object(prefixEncoding)[name] ?? itemEncoding) : Object(encoding)[name])
    const usual = isObject(part) ? 'application/json' : 'text/plain'
    const type = concreteType(String(encoded.contentType ?? usual).replace(/,.*/, ''))
    const required = Object.entries(Object(encoded.headers)).flatMap(([header, described]) => {
      const { required, schema = {} } = follow(document, Object(described))
      const made = () => sampleOf(schema, { schemas: schemasOf(document), hint: header }).value
      return required === true ? [`${header}: ${made()}`] : []
    })
    const disposition = isList ? [] : [`content-disposition: form-data; name="${name}"`]
    const head = [`--${boundary}`, ...disposition, `content-type: ${type}`, ...required, '', ''].join('\r\n')
    const body = bodyIn(type, part, document)
    const bytes = body instanceof Uint8Array ? body : typeof body === 'string' && !isJson(type) ? body : printJson(body)
    return Buffer.concat([Buffer.from(head), Buffer.from(bytes as string), Buffer.from('\r\n')])
  })
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}

/** Contents in JSON come first, since they can keep what callers sent; those of a range of types come behind the exact ones. */
export function jsonFirst<Content extends { mediaType: string }>(contents: readonly Content[] = []): Content[] {
  const rank = ({ mediaType }: Content) => {
    const type = parseMediaType(concreteType(mediaType))
    return (type === 'application/json' ? 0 : isJson(type) ? 2 : 4) + (mediaType.includes('*') ? 1 : 0)
  }
  return contents.toSorted((one, other) => rank(one) - rank(other))
}
