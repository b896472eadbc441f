import { type DocumentNode, isObject } from '../json-pointer.ts'
import { isJson, parseMediaType } from '../media-type.ts'
import { readJson } from './json.ts'
import { compileParameter, type ReadParameter } from './parameter.ts'
import { decodeText, type RawPair } from './style.ts'
import { compileTyped, membersIn, namesIn, type SchemaView, shapesOf } from './typed-text.ts'

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
 */
export function compileForm<Schema>(
  view: SchemaView<Schema>,
  schema: Schema,
  encodings: Readonly<Record<string, unknown>>,
): ReadFields {
  const { names } = namesIn(view, schema)
  const readers = new Map(
    [...names].map((name) => [name, compileField(view, schema, name, encodingOf(encodings, name))]),
  )
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
      const [member] = membersIn(view, schema, name)
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
    return owner !== name && encodingOf(encodings, owner).style === 'deepObject'
  }
}

function encodingOf(encodings: Readonly<Record<string, unknown>>, name: string): DocumentNode {
  const found = Object.hasOwn(encodings, name) ? encodings[name] : undefined
  return isObject(found) ? found : {}
}

type ReadField = (
  fields: readonly FormField[],
  pairs: readonly RawPair[],
  others: readonly string[],
) => ReadParameter | undefined

function compileField<Schema>(
  view: SchemaView<Schema>,
  owner: Schema,
  name: string,
  encoding: DocumentNode,
): ReadField {
  const [schema] = membersIn(view, owner, name)
  if (schema === undefined) return () => undefined
  const { style, explode, allowReserved, contentType } = encoding
  const hasStyle = [style, explode, allowReserved, encoding['x-collection-format']].some((one) => one !== undefined)
  const shapes = shapesOf(view, schema)
  const typed = compileTyped(view, schema)
  const listed = shapes.includes('list') && membersOfList(view, schema)
  const isObjects = shapes.includes('members') || listed === 'objects'
  // Objects are JSON, if nothing else is said; before OpenAPI 3.1.1 their members are fields.
  const mayBeMembers = hasStyle ? undefined : shapes.includes('members')

  return (fields, pairs, others) => {
    if (hasStyle && pairs.length > 0) {
      const siblings = others.filter((other) => other !== name)
      const read = compileParameter(name, 'query', encoding, { schema, view, others: siblings })
      return read({ path: {}, headers: {}, query: pairs, cookies: [] })
    }
    if (fields.length === 0) {
      if (!mayBeMembers || pairs.length === 0) return undefined
      const read = compileParameter(
        name,
        'query',
        { explode: true },
        { schema, view, others: others.filter((other) => other !== name) },
      )
      const found = read({ path: {}, headers: {}, query: pairs, cookies: [] })
      return found && 'value' in found && view.accepts(schema, found.value) ? found : undefined
    }
    const texts: string[] = []
    const values: unknown[] = []
    for (const { text, mediaType } of fields) {
      if (!text.isWellFormed()) return { expected: 'valid UTF-8' }
      const expected = mismatch(mediaType, contentType)
      if (expected !== undefined) return { expected }
      const asJson = isJson(mediaType) || (mediaType === undefined && saysJson(contentType)) || isObjects
      const parsed = asJson ? readJson(text) : undefined
      if (parsed && !('value' in parsed) && isJson(mediaType)) return parsed
      texts.push(text)
      values.push(parsed && 'value' in parsed ? parsed.value : undefined)
    }
    if (values.every((value) => value === undefined)) {
      const [first = ''] = texts
      const isList = shapes.includes('list') && (!shapes.includes('text') || texts.length > 1)
      return { value: typed(isList || texts.length > 1 ? texts : first) }
    }
    const read = values.map((value, index) => (value === undefined ? texts[index] : value))
    const isWholeList = read.length === 1 && Array.isArray(read[0])
    return { value: shapes.includes('list') && !isWholeList ? read : read.length === 1 ? read[0] : read }
  }
}

function membersOfList<Schema>(view: SchemaView<Schema>, schema: Schema): 'objects' | 'texts' {
  const { items } = view.nodeOf(schema)
  return isObject(items) && shapesOf(view, view.partOf(schema, 'items')).includes('members') ? 'objects' : 'texts'
}

function saysJson(contentType: unknown): boolean {
  return typeof contentType === 'string' && isJson(parseMediaType(contentType) ?? contentType)
}

/** The media types that a part may have, if it has another. A part of a form need not say that it is text. */
function mismatch(mediaType: string | undefined, contentType: unknown): string | undefined {
  if (mediaType === undefined || typeof contentType !== 'string') return undefined
  const allowed = contentType.split(',').map((one) => one.trim().replace(/;.*/s, '').toLowerCase())
  const isAllowed = allowed.some(
    (one) => one === mediaType || one === '*/*' || (one.endsWith('/*') && mediaType.startsWith(one.slice(0, -1))),
  )
  return isAllowed ? undefined : `a part of the media type ${allowed.join(' or ')}`
}
