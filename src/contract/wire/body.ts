import { isUtf8 } from 'node:buffer'
import { type DocumentNode, isObject } from '../json-pointer.ts'
import { isJson, isXml, parseMediaType } from '../media-type.ts'
import { compileForm, type FieldFault, fieldsOfPairs } from './form.ts'
import { readJson, type Unreadable } from './json.ts'
import { fieldOfPart, maxFields, readParts } from './multipart.ts'
import { splitPairs } from './style.ts'
import { compileTyped, type SchemaView, shapesOf } from './typed-text.ts'
import { readXml } from './xml.ts'

/** How the bytes of a media type are read. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'xml' | 'text' | 'bytes'

/** @param mediaType `type/subtype` */
export function bodyKindOf(mediaType: string): BodyKind {
  if (isJson(mediaType)) return 'json'
  if (mediaType === 'application/x-www-form-urlencoded') return 'form'
  if (mediaType.startsWith('multipart/')) return 'multipart'
  if (isXml(mediaType)) return 'xml'
  return /^text\/|\b(yaml|javascript|graphql|ndjson|jsonl|json-seq)\b/.test(mediaType) ? 'text' : 'bytes'
}

/** The value of a body, with the fields of a form that cannot be read. */
export type ReadBody = { value: unknown; faults: readonly FieldFault[] } | Unreadable

/**
 * Compiles the reader of the bodies of one media type. The value has the types of the schema, but is not validated. Bytes that are no text
 * stay bytes.
 *
 * @param media the Media Type Object
 * @param schema its schema
 * @param limits whether JSON has at most so many levels and values as the mock takes
 */
export function compileBody<Schema>(
  view: SchemaView<Schema>,
  media: DocumentNode,
  schema: Schema | undefined,
  limits: { isBounded?: boolean } = {},
): (bytes: Uint8Array, contentType: string) => ReadBody {
  const encodings = isObject(media.encoding) ? media.encoding : {}
  const readFields = schema === undefined ? undefined : memoize(() => compileForm(view, schema, encodings))
  const isStyled = Object.values(encodings).some((one) => isObject(one) && (one.style ?? one.explode) !== undefined)
  const typed = memoize(() => (schema === undefined ? undefined : compileTyped(view, schema)))
  // Some documents describe the whole text of a form.
  const isWholeText = memoize(() => schema !== undefined && shapesOf(view, schema)[0] === 'text')

  return (bytes, contentType) => {
    const kind = bodyKindOf(parseMediaType(contentType) ?? '')
    if (kind === 'bytes') return { value: bytes, faults: [] }
    if (kind === 'multipart') return readMultipart(bytes, contentType)
    if (kind !== 'form' && !isUtf8(bytes)) return { expected: 'valid UTF-8' }
    const text = Buffer.from(bytes)
      .toString()
      .replace(/^\ufeff/, '')
    if (kind === 'form' && !isWholeText()) return readPairs(Buffer.from(bytes).toString('latin1'))
    const found = kind === 'json' ? readJson(text, limits) : kind === 'xml' ? readXml(view, schema, text) : undefined
    if (found) return 'value' in found ? { value: found.value, faults: [] } : found
    return { value: typed()?.(text) ?? text, faults: [] }
  }

  function readPairs(text: string): ReadBody {
    // Bytes that are not encoded are as good as encoded ones.
    const pairs = splitPairs(text.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`))
    if (pairs.length > maxFields) return { expected: `a form of at most ${maxFields} fields`, fault: 'limit' }
    const fields = fieldsOfPairs(pairs)
    return readFields?.()(fields, pairs) ?? plainForm(fields)
  }

  function readMultipart(bytes: Uint8Array, contentType: string): ReadBody {
    const parts = readParts(bytes, contentType)
    if ('expected' in parts) return parts
    const fields = parts.flatMap((part) => fieldOfPart(part) ?? [])
    // A style says how a value is written in its part. Nothing is encoded there.
    const literal = (text: string) => text.replaceAll('%', '%25').replaceAll('+', '%2B')
    const pairs = fields.map(({ name, text }) => [literal(name), literal(text)] as const)
    return readFields?.()(fields, isStyled ? pairs : []) ?? plainForm(fields)
  }
}

function plainForm(fields: readonly { name: string; text: string }[]): ReadBody {
  const byName = Map.groupBy(fields, ({ name }) => name)
  const members = Array.from(byName, ([name, same]) => [
    name,
    same.length > 1 ? same.map(({ text }) => text) : same[0]?.text,
  ])
  return { value: Object.fromEntries(members), faults: [] }
}

function memoize<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
