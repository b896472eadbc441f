import { isUtf8 } from 'node:buffer'
import { once } from '../../memoize.ts'
import { below, isObject } from '../json-pointer.ts'
import { isJson, isXml, parseMediaType } from '../media-type.ts'
import { compileForm, compilePartHeaders, type FieldFault, fieldsOfPairs, partTypeFault } from './form.ts'
import { readJson, type Unreadable } from './json.ts'
import { type BodyPart, fieldOfPart, maxFields, readParts, textOf } from './multipart.ts'
import {
  compileItem,
  hasItems,
  itemSchemasOf,
  type SchemaValue,
  type SequenceKind,
  sequenceFault,
  sequenceKindOf,
  splitterOf,
} from './sequence.ts'
import { splitPairs } from './style.ts'
import { compileTyped, type PointerView, shapesOf } from './typed-text.ts'
import { readXml } from './xml.ts'

/** How the bytes of a media type are read. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'xml' | 'text' | 'bytes'

/** @param mediaType `type/subtype` */
export function bodyKindOf(mediaType: string): BodyKind {
  if (isJson(mediaType)) return 'json'
  if (mediaType === 'application/x-www-form-urlencoded') return 'form'
  if (mediaType.startsWith('multipart/')) return 'multipart'
  if (isXml(mediaType)) return 'xml'
  return /^text\/|\b(yaml|javascript|graphql)\b/.test(mediaType) ? 'text' : 'bytes'
}

/** The value of a body, with the fields of a form that cannot be read, and the schemas that judge the value or its items. */
export type ReadBody = { value: unknown; faults: readonly FieldFault[]; judged: readonly SchemaValue[] } | Unreadable

/**
 * Compiles the reader of the bodies of one media type. The value has the types of the schema, but is not validated. Bytes that are no text
 * stay bytes. A body of items is a list of them.
 *
 * @param media the Media Type Object, or an Encoding Object of what it encodes
 * @param options whether JSON has at most so many levels and values as the mock takes; whether bytes are a text, with a character for each where they are not UTF-8; the schema, if it is not
 * that of the Media Type Object
 */
export function compileBody(
  view: PointerView,
  media: string | undefined,
  options: { isBounded?: boolean; isText?: boolean; schema?: string | undefined } = {},
): (bytes: Uint8Array, contentType: string) => ReadBody {
  const node = media === undefined ? {} : view.nodeOf(media)
  const ofMedia = media === undefined || node.schema === undefined ? undefined : view.partOf(media, 'schema')
  const schema = options.schema ?? ofMedia
  const encodings = isObject(node.encoding) ? node.encoding : {}
  const readFields = once(() => compileForm(view, schema, media))
  const isStyled = Object.values(encodings).some((one) => isObject(one) && (one.style ?? one.explode) !== undefined)
  const typed = once(() => (schema === undefined ? undefined : compileTyped(view, schema)))
  // Some documents describe the whole text of a form.
  const isWholeText = once(() => schema !== undefined && shapesOf(view, schema)[0] === 'text')
  const ofItems = once(() => itemSchemasOf(view, media, schema))
  const readItem = once(() => compileItem(view, ofItems(), options))
  const partReaders: ReturnType<typeof compilePart>[] = []

  return (bytes, contentType) => {
    const essence = parseMediaType(contentType) ?? ''
    const sequence = sequenceKindOf(node, ofItems, essence)
    if (sequence) return readItems(bytes, sequence)
    const kind = bodyKindOf(essence)
    if (kind === 'bytes')
      return options.isText
        ? judge(typed()?.(textOf(bytes)) ?? textOf(bytes))
        : { value: bytes, faults: [], judged: [] }
    if (kind === 'multipart') return readMultipart(bytes, contentType)
    if (kind !== 'form' && !isUtf8(bytes)) return { expected: 'valid UTF-8' }
    const text = Buffer.from(bytes)
      .toString()
      .replace(/^\ufeff/, '')
    if (kind === 'form' && !isWholeText()) return readPairs(Buffer.from(bytes).toString('latin1'))
    const found = kind === 'json' ? readJson(text, options) : kind === 'xml' ? readXml(view, schema, text) : undefined
    if (found) return 'value' in found ? judge(found.value) : found
    return judge(typed()?.(text) ?? text)
  }

  function judge(value: unknown, faults: readonly FieldFault[] = []): ReadBody {
    return { value, faults, judged: schema === undefined ? [] : [{ schema, value, at: '' }] }
  }

  function readItems(bytes: Uint8Array, kind: SequenceKind): ReadBody {
    const items: (ReadBody | undefined)[] = []
    const splitter = splitterOf(kind, (item) => void items.push(readItem()(item, `/${items.length}`)))
    const isRead = splitter.write(bytes) && splitter.end()
    return isRead ? listOf(items) : { expected: sequenceFault[kind] }
  }

  function listOf(items: readonly (ReadBody | undefined)[]): ReadBody {
    const read = []
    for (const item of items)
      if (item && !('value' in item)) return item
      else if (item) read.push(item)
    const value = read.map((item) => item.value)
    const { whole } = ofItems()
    const ofList = whole === undefined ? [] : [{ schema: whole, value, at: '' }]
    return {
      value,
      faults: read.flatMap(({ faults }) => faults),
      judged: [...read.flatMap(({ judged }) => judged), ...ofList],
    }
  }

  function readPairs(text: string): ReadBody {
    // Bytes that are not encoded are as good as encoded ones.
    const pairs = splitPairs(text.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`))
    if (pairs.length > maxFields) return { expected: `a form of at most ${maxFields} fields`, fault: 'limit' }
    const fields = fieldsOfPairs(pairs)
    const { value, faults } = readFields()(fields, pairs)
    return judge(value, faults)
  }

  function readMultipart(bytes: Uint8Array, contentType: string): ReadBody {
    const parts = readParts(bytes, contentType)
    if ('expected' in parts) return parts
    if (hasItems(node, ofItems())) return listOf(parts.map(readPart))
    const fields = parts.flatMap((part) => fieldOfPart(part) ?? [])
    // A style says how a value is written in its part. Nothing is encoded there.
    const literal = (text: string) => text.replaceAll('%', '%25').replaceAll('+', '%2B')
    const pairs = fields.map(({ name, text }) => [literal(name), literal(text)] as const)
    const { value, faults } = readFields()(fields, isStyled ? pairs : [])
    return judge(value, faults)
  }

  /** A part by its place: `prefixEncoding`, `prefixItems` and `itemEncoding`, `items`. */
  function readPart(part: BodyPart, index: number): ReadBody {
    const { described, prefix } = ofItems()
    const { prefixEncoding, itemEncoding } = node
    const first = Array.isArray(prefixEncoding) ? prefixEncoding.length : 0
    const key = Math.min(index, Math.max(first, prefix.length))
    partReaders[key] ??= compilePart(
      media === undefined || (key >= first && itemEncoding === undefined)
        ? undefined
        : key < first
          ? view.partOf(media, 'prefixEncoding', key)
          : view.partOf(media, 'itemEncoding'),
      prefix[key] ?? described,
    )
    return partReaders[key](part, index)
  }

  function compilePart(encoding: string | undefined, ofPart: string | undefined) {
    const read = compileBody(view, encoding, { ...options, isText: true, schema: ofPart })
    const { contentType } = encoding === undefined ? {} : view.nodeOf(encoding)
    const isText = ofPart === undefined || shapesOf(view, ofPart).includes('text')
    const usual = typeof contentType === 'string' ? contentType.split(',')[0] : undefined
    const headerFault = encoding === undefined ? undefined : compilePartHeaders(view, encoding)
    return ({ headers, bytes }: BodyPart, index: number): ReadBody => {
      const sent = headers['content-type']
      const expected = partTypeFault(sent && parseMediaType(sent), contentType) ?? headerFault?.(headers)
      if (expected !== undefined) return { value: undefined, faults: [{ name: String(index), expected }], judged: [] }
      const found = read(bytes, sent ?? usual ?? (isText ? 'text/plain' : 'application/json'))
      if (!('value' in found)) return found
      // The list judges its elements.
      const judged = ofItems().own === undefined ? [] : found.judged
      return { ...found, judged: judged.map((one) => ({ ...one, at: below('', index) + one.at })) }
    }
  }
}
