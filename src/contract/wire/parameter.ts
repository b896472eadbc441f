import { parseMediaType } from '../media-type.ts'
import { compileBody } from './body.ts'
import { decodeText, type ParameterForm, type RawPair, readTexts, splitCookies, splitPairs } from './style.ts'
import { compileStyled, notText, type RawValue, type ReadParameter } from './styled.ts'
import type { PointerView } from './typed-text.ts'

/** Where a parameter stands; `querystring` is the whole query. */
export type ParameterPlace = ParameterForm['in'] | 'querystring'

/** The parts of a message in which parameters are, as they were sent. */
export interface MessageParts {
  /** By name, percent-encoded. */
  path: Readonly<Record<string, string>>
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  readonly query: QueryPairs
  readonly cookies: readonly RawPair[]
}

/** The pairs of a query, and those of each name, which is decoded once. */
export interface QueryPairs {
  /** As it was sent. */
  text: string
  all: readonly RawPair[]
  byName: ReadonlyMap<string, readonly RawPair[]>
}

export function queryPairs(text: string): QueryPairs {
  const all = splitPairs(text)
  const byName = new Map<string, RawPair[]>()
  for (const pair of all) {
    const name = decodeText(pair[0], true)
    const same = byName.get(name)
    if (same) same.push(pair)
    else byName.set(name, [pair])
  }
  return { text, all, byName }
}

/** @param query without `?` */
export function messageParts(
  path: MessageParts['path'],
  query: string,
  headers: MessageParts['headers'],
): MessageParts {
  return { path, headers, query: queryPairs(query), cookies: splitCookies(headers.cookie) }
}

/** Reads one parameter; undefined if it is not sent. */
export type ParameterReader = (message: MessageParts) => ReadParameter | undefined

/**
 * Compiles the reader of a parameter. The value has the types of the schema, but is not validated.
 *
 * @param parameter the Parameter Object or Header Object, in the view
 * @param others names of the other parameters of this place, which are no members of an object
 */
export function compileParameter(
  name: string,
  place: ParameterPlace,
  parameter: string,
  { view, others = [] }: { view: PointerView; others?: readonly string[] },
): ParameterReader {
  const described = view.nodeOf(parameter)
  const mediaType = Object.keys(Object(described.content))[0]
  if (mediaType !== undefined || place === 'querystring') return readContent(mediaType ?? '')
  const schema = described.schema === undefined ? undefined : view.partOf(parameter, 'schema')
  const { read, isNamed } = compileStyled(name, place, described, { schema, view, others })
  const rawOf = compileSource(name, place, isNamed)
  return (message) => read(rawOf(message))

  function readContent(mediaType: string): ParameterReader {
    const media = mediaType === '' ? undefined : view.partOf(parameter, 'content', mediaType)
    const read = compileBody(view, media, { isText: true })
    const rawOf = compileSource(name, place, true)
    // A form is written as queries are, without an encoding around it.
    const isForm = parseMediaType(mediaType) === 'application/x-www-form-urlencoded'
    const form = { name, style: place === 'path' || place === 'header' ? 'simple' : 'form', explode: false }
    return (message) => {
      const raw = rawOf(message)
      const text =
        place !== 'querystring'
          ? readTexts({ ...form, in: place }, 'text', raw)
          : typeof raw !== 'string' || isForm
            ? raw
            : decodeText(raw)
      if (typeof text !== 'string') return text === undefined ? undefined : { expected: 'one value' }
      if (!text.isWellFormed()) return notText
      const found = read(Buffer.from(text), mediaType)
      if (!('value' in found)) return { expected: found.expected }
      const [fault] = found.faults
      return fault ? { expected: `${fault.name}: ${fault.expected}` } : { value: found.value }
    }
  }
}

/** @param isNamed whether all pairs of the parameter have its name; members of an object have their own names */
function compileSource(name: string, place: ParameterPlace, isNamed = false): (message: MessageParts) => RawValue {
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
    case 'querystring':
      return ({ query }) => query.text || undefined
  }
}

/** The texts of a parameter, for a message about it: those of its name, or all that its members may be among. */
export function sentTexts(name: string, place: ParameterPlace, message: MessageParts): string[] {
  const raw = compileSource(name, place)(message)
  if (raw === undefined || typeof raw === 'string') return [decodeText(raw ?? '')]
  const own = raw.filter(([sent]) => decodeText(sent) === name)
  return own.length > 0
    ? own.map(([, value]) => decodeText(value, true))
    : raw.map((pair) => decodeText(pair.join('=')))
}
