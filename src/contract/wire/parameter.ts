import { type DocumentNode, isObject } from '../json-pointer.ts'
import { isJson, parseMediaType } from '../media-type.ts'
import { readJson } from './json.ts'
import {
  decodeText,
  notInStyle,
  type ParameterForm,
  parameterForm,
  type RawPair,
  readTexts,
  splitCookies,
  splitPairs,
} from './style.ts'
import { compileTyped, namesIn, type SchemaView, shapesOf } from './typed-text.ts'

/** The parts of a message in which parameters are, as they were sent. */
export interface MessageParts {
  /** By name, percent-encoded. */
  path: Readonly<Record<string, string>>
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  readonly query: QueryPairs
  readonly cookies: readonly RawPair[]
}

/** The pairs of a query or of a form, and those of each name, which is decoded once. */
export interface QueryPairs {
  all: readonly RawPair[]
  byName: ReadonlyMap<string, readonly RawPair[]>
}

export function queryPairs(all: readonly RawPair[]): QueryPairs {
  const byName = new Map<string, RawPair[]>()
  for (const pair of all) {
    const name = decodeText(pair[0], true)
    const same = byName.get(name)
    if (same) same.push(pair)
    else byName.set(name, [pair])
  }
  return { all, byName }
}

/** @param query without `?` */
export function messageParts(
  path: MessageParts['path'],
  query: string,
  headers: MessageParts['headers'],
): MessageParts {
  return { path, headers, query: queryPairs(splitPairs(query)), cookies: splitCookies(headers.cookie) }
}

/** The value of a parameter, or what should be there. A value that is empty because it may be is not to be validated. */
export type ReadParameter = { value: unknown; isEmpty?: true } | { expected: string }

/** Reads one parameter; undefined if it is not sent. */
export type ParameterReader = (message: MessageParts) => ReadParameter | undefined

/**
 * Compiles the reader of a parameter. The value has the types of the schema, but is not validated.
 *
 * @param described a Parameter Object or a Header Object
 * @param schema of the parameter, or of its media type
 * @param others names of the other parameters of this place, which are no members of an object
 */
export function compileParameter<Schema>(
  name: string,
  place: ParameterForm['in'],
  described: DocumentNode,
  { schema, view, others = [] }: { schema: Schema | undefined; view: SchemaView<Schema>; others?: readonly string[] },
): ParameterReader {
  const mediaType = Object.keys(Object(described.content))[0]
  const typed = schema === undefined ? (texts: unknown) => texts : compileTyped(view, schema)
  if (mediaType !== undefined) {
    const form = { name, in: place, style: place === 'path' || place === 'header' ? 'simple' : 'form', explode: false }
    const read = isJson(parseMediaType(mediaType) ?? mediaType) ? readJson : (text: string) => ({ value: typed(text) })
    const rawOf = compileSource(name, place, true)
    return (message) => {
      const text = readTexts(form, 'text', rawOf(message))
      if (typeof text !== 'string') return text === undefined ? undefined : { expected: 'one value' }
      return text.isWellFormed() ? read(text) : notText
    }
  }
  const form = parameterForm(name, place, described)
  const shapes =
    schema !== undefined
      ? shapesOf(view, schema)
      : form.style === 'deepObject'
        ? (['members'] as const)
        : (['text', 'list'] as const)
  const hasMembers = form.style === 'deepObject' || shapes.some((shape) => shape === 'members')
  const rawOf = compileSource(name, place, !hasMembers)
  const isMember = schema === undefined ? undefined : memberTest(view, schema, others)
  const mayBeEmpty = place === 'query' && described.allowEmptyValue === true
  const isOptionalHeader = place === 'header' && described.required !== true
  const fault = { expected: `${wordsOf(form)}` }

  return (message) => {
    const raw = rawOf(message)
    if (raw === undefined) return undefined
    let last: ReadParameter | undefined
    for (const shape of shapes) {
      const texts = readTexts(form, shape, raw, isMember)
      if (texts === undefined) continue
      if (texts === notInStyle) {
        last ??= fault
        continue
      }
      if (!isText(texts)) return notText
      if (mayBeEmpty && texts === '') return { value: '', isEmpty: true }
      const value = typed(texts)
      const isEmpty = shape === 'list' && isEmptyText(texts)
      const isSettled = shapes.length === 1 && !isEmpty && !(isOptionalHeader && raw === '')
      if (isSettled || schema === undefined || view.accepts(schema, value)) return { value }
      // A list that is one empty text has one empty element, or none.
      if (isEmpty && view.accepts(schema, [])) return { value: [] }
      last = { value }
    }
    // Real clients send an empty header instead of none.
    return isOptionalHeader && raw === '' ? undefined : last
  }
}

const notText: ReadParameter = { expected: 'valid UTF-8' }

/** @param isNamed whether all pairs of the parameter have its name; members of an object have names of their own */
function compileSource(
  name: string,
  place: ParameterForm['in'],
  isNamed = false,
): (message: MessageParts) => string | readonly RawPair[] | undefined {
  const key = name.toLowerCase()
  switch (place) {
    case 'path':
      return ({ path }) => (Object.hasOwn(path, name) ? path[name] : undefined)
    case 'header':
      return ({ headers }) => (Object.hasOwn(headers, key) ? headers[key] : undefined)
    case 'query':
      return ({ query }) => (isNamed ? query.byName.get(name) : query.all)
    case 'cookie':
      return ({ cookies }) => cookies
  }
}

/** The texts of a parameter, for a message about it: those of its name, or all that its members may be among. */
export function sentTexts(name: string, place: ParameterForm['in'], message: MessageParts): string[] {
  const raw = compileSource(name, place)(message)
  if (raw === undefined || typeof raw === 'string') return [decodeText(raw ?? '')]
  const own = raw.filter(([sent]) => decodeText(sent) === name)
  return own.length > 0
    ? own.map(([, value]) => decodeText(value, true))
    : raw.map((pair) => decodeText(pair.join('=')))
}

function memberTest<Schema>(
  view: SchemaView<Schema>,
  schema: Schema,
  others: readonly string[],
): (name: string) => boolean {
  const { names, isOpen } = namesIn(view, schema)
  const taken = new Set(others)
  return (name) => names.has(name) || (isOpen && !taken.has(name))
}

/** What a text of a style looks like. */
function wordsOf({ name, in: place, style, explode }: ParameterForm): string {
  if (style === 'label') return 'a text that begins with a dot (style label)'
  if (style === 'matrix') return `a text such as ;${name}=… (style matrix)`
  return place === 'query' || place === 'cookie'
    ? `one value (style ${style}${explode ? '' : ', explode false'})`
    : `a text of the style ${style}${explode ? ', explode true' : ''}`
}

function isText(texts: unknown): boolean {
  if (typeof texts === 'string') return texts.isWellFormed()
  return !isObject(texts) || Object.entries(texts).every(([name, one]) => name.isWellFormed() && isText(one))
}

function isEmptyText(texts: unknown): boolean {
  return Array.isArray(texts) && texts.length === 1 && texts[0] === ''
}
