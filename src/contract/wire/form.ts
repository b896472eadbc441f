import { type DocumentNode, isObject } from '../json-pointer.ts'
import { isJson, parseMediaType } from '../media-type.ts'
import { readJson } from './json.ts'
import { decodeText, type RawPair, type Texts } from './style.ts'
import { compileStyled, type ReadParameter } from './styled.ts'
import { compileTyped, membersIn, namesIn, type PointerView, shapesOf } from './typed-text.ts'

/** A field of a form as it was sent. */
export interface FormField {
  name: string
  /** Bytes that are no text have a character for each. */
  text: string
  /** Media type of its part, without parameters; undefined for a field of a URL-encoded form. */
  mediaType?: string | undefined
  /** Of its part, with names in lower case. */
  headers?: Readonly<Record<string, string>>
}

/** What is wrong with a field before its value can be validated. */
export interface FieldFault {
  name: string
  expected: string
  observed?: string
}

export interface ReadForm {
  value: Record<string, unknown>
  faults: FieldFault[]
}

/** Pairs of a URL-encoded form as they were sent. */
export type ReadFields = (fields: readonly FormField[], pairs?: readonly RawPair[]) => ReadForm

/** The fields of a URL-encoded form. */
export function fieldsOfPairs(pairs: readonly RawPair[]): FormField[] {
  return pairs.map(([name, value]) => ({ name: decodeText(name, true), text: decodeText(value, true) }))
}

/**
 * Compiles the reader of a form by the schema of its object and the Encoding Objects of its fields. The values have the types of the
 * schema, but are not validated.
 *
 * @param media what has the Encoding Objects
 */
export function compileForm(view: PointerView, schema: string | undefined, media: string | undefined): ReadFields {
  const { encoding } = media === undefined ? {} : view.nodeOf(media)
  const encodings = isObject(encoding) ? encoding : {}
  const encodingOf = (name: string) =>
    media !== undefined && Object.hasOwn(encodings, name) ? view.partOf(media, 'encoding', name) : undefined
  const described = schema === undefined ? [] : namesIn(view, schema).names
  const names = new Set([...described, ...Object.keys(encodings)])
  const readers = new Map([...names].map((name) => [name, compileField(view, schema, name, encodingOf(name))]))
  const others = [...names]

  return (fields, pairs) => {
    const byName = Map.groupBy(fields, ({ name }) => (names.has(name) ? name : name.replace(/\[\]$/, '')))
    const value: [string, unknown][] = []
    const faults: FieldFault[] = []
    for (const [name, read] of readers) {
      const found = read(byName.get(name) ?? [], pairs ?? [], others)
      if (found === undefined) continue
      if ('value' in found) value.push([name, found.value])
      else faults.push({ name, expected: found.expected })
    }
    for (const [name, same] of byName) {
      if (readers.has(name) || isInOther(name)) continue
      const [member] = schema === undefined ? [] : membersIn(view, schema, name)
      const texts = same.map(({ text }) => text)
      const [first = ''] = texts
      const sent = texts.length === 1 ? first : texts
      value.push([name, member === undefined ? sent : compileTyped(view, member)(sent)])
    }
    return { value: Object.fromEntries(value), faults }
  }

  /** A field `more[a]` is a member of `more`, if that has the style deepObject. */
  function isInOther(name: string): boolean {
    const [owner = ''] = name.split('[')
    return owner !== name && Object.hasOwn(encodings, owner) && Object(encodings[owner]).style === 'deepObject'
  }
}

type ReadField = (
  fields: readonly FormField[],
  pairs: readonly RawPair[],
  others: readonly string[],
) => ReadParameter | undefined

/** A field that the schema does not name may have an encoding all the same. */
function compileField(
  view: PointerView,
  owner: string | undefined,
  name: string,
  encodedBy: string | undefined,
): ReadField {
  const [schema] = owner === undefined ? [] : membersIn(view, owner, name)
  const encoding: DocumentNode = encodedBy === undefined ? {} : view.nodeOf(encodedBy)
  const { style, explode, allowReserved, contentType } = encoding
  const hasStyle = [style, explode, allowReserved, encoding['x-collection-format']].some((one) => one !== undefined)
  const shapes = schema === undefined ? (['text', 'list'] as const) : shapesOf(view, schema)
  const typed = schema === undefined ? (texts: unknown) => texts : compileTyped(view, schema)
  const isList = shapes.some((shape) => shape === 'list')
  const isOfMembers = shapes.some((shape) => shape === 'members')
  // Objects are JSON, if nothing else is said; before OpenAPI 3.1.1 their members are fields.
  const isObjects = isOfMembers || (schema !== undefined && isList && membersOfList(view, schema) === 'objects')
  const headerFault = encodedBy === undefined ? undefined : compilePartHeaders(view, encodedBy)

  return (fields, pairs, others) => {
    if (pairs.length > 0 && (hasStyle || (fields.length === 0 && isOfMembers))) {
      const described = hasStyle ? encoding : { explode: true }
      const siblings = others.filter((other) => other !== name)
      const found = compileStyled(name, 'query', described, { schema, view, others: siblings }).read(pairs)
      const isFit = hasStyle || (found && 'value' in found && schema !== undefined && view.accepts(schema, found.value))
      // Clients send JSON where a document wants members of the style deepObject.
      if (found || fields.length === 0) return isFit ? found : undefined
    }
    if (fields.length === 0) return undefined
    const values: unknown[] = []
    for (const { text, mediaType, headers = {} } of fields) {
      if (!text.isWellFormed()) return { expected: 'valid UTF-8' }
      const expected = partTypeFault(mediaType, contentType) ?? headerFault?.(headers)
      if (expected !== undefined) return { expected }
      const asJson = isJson(mediaType) || (mediaType === undefined && saysJson(contentType)) || isObjects
      const parsed = asJson ? readJson(text) : undefined
      if (parsed && !('value' in parsed) && (isJson(mediaType) || parsed.reason === undefined)) return parsed
      values.push(parsed && 'value' in parsed ? parsed.value : text)
    }
    const [first] = values
    // Text has the types of the schema, and JSON its own.
    const isText = values.every((value) => typeof value === 'string') && !isObjects
    const isWhole = values.length === 1 && (Array.isArray(first) || !isList || (isText && shapes[0] === 'text'))
    const value = isWhole || (values.length === 1 && !isList) ? first : values
    return { value: isText ? typed(value as Texts) : value }
  }
}

/** What the headers of a part should be, by the Header Objects of an Encoding Object; undefined if they are right. */
export function compilePartHeaders(
  view: PointerView,
  encoding: string,
): (sent: FormField['headers']) => string | undefined {
  const { headers } = view.nodeOf(encoding)
  // OpenAPI has another member for this one.
  const names = Object.keys(Object(headers)).filter((name) => name.toLowerCase() !== 'content-type')
  const readers = names.map((name) => {
    const header = view.partOf(encoding, 'headers', name)
    const described = view.nodeOf(header)
    const schema = described.schema === undefined ? undefined : view.partOf(header, 'schema')
    return { name, schema, described, read: compileStyled(name, 'header', described, { schema, view }).read }
  })
  return (sent = {}) => {
    for (const { name, schema, described, read } of readers) {
      const found = read(sent[name.toLowerCase()])
      if (found === undefined && described.required !== true) continue
      const isRight = found && 'value' in found && (schema === undefined || view.accepts(schema, found.value))
      if (!isRight) return `a part with ${found ? 'a valid' : 'the'} header ${name}`
    }
    return undefined
  }
}

function membersOfList(view: PointerView, schema: string): 'objects' | 'texts' {
  const { items } = view.nodeOf(schema)
  return isObject(items) && shapesOf(view, view.partOf(schema, 'items')).includes('members') ? 'objects' : 'texts'
}

function saysJson(contentType: unknown): boolean {
  return typeof contentType === 'string' && isJson(parseMediaType(contentType) ?? contentType)
}

/** The media types that a part may have, if it has another. A part of a form need not say that it is text. */
export function partTypeFault(mediaType: string | undefined, contentType: unknown): string | undefined {
  if (mediaType === undefined || typeof contentType !== 'string') return undefined
  const allowed = contentType.split(',').map((one) => one.trim().replace(/;.*/s, '').toLowerCase())
  const isAllowed = allowed.some(
    (one) => one === mediaType || one === '*/*' || (one.endsWith('/*') && mediaType.startsWith(one.slice(0, -1))),
  )
  return isAllowed ? undefined : `a part of the media type ${allowed.join(' or ')}`
}
