/** Reads parameters, fields of a form and headers in the styles of OpenAPI. `src/client/serialize.ts` writes them. */

/** How a parameter stands in a message. */
export interface ParameterForm {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  /**
   * A style of OpenAPI 3, or a `collectionFormat` of OpenAPI 2.0: `csv`, `ssv`, `tsv`, `pipes`. The latter split the text after it is
   * decoded, so an encoded separator separates, too.
   */
  style: string
  /** True if each element or member has its own text. */
  explode: boolean
  /** Characters that URLs reserve are written as they are, if they end nothing. */
  allowReserved?: boolean | undefined
}

/** Name and value as they were sent: percent-encoded. */
export type RawPair = readonly [name: string, value: string]

/** What a parameter is sent for: one text, a list of texts, or texts by name. */
export type Shape = 'text' | 'list' | 'members'

/** Texts of a parameter, decoded. Members have parts themselves in the style `deepObject`. */
export type Texts = string | readonly Texts[] | { readonly [name: string]: Texts }

/** Not a text of this style. */
export const notInStyle: unique symbol = Symbol('not in style')

const usualStyles = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' }

/** The form of a Parameter Object, a Header Object or an Encoding Object, with the values that OpenAPI gives to what it leaves out. */
export function parameterForm(
  name: string,
  place: ParameterForm['in'],
  described: Readonly<Record<string, unknown>>,
): ParameterForm {
  const { explode, allowReserved } = described
  const style = String(described['x-collection-format'] ?? described.style ?? usualStyles[place])
  return {
    name,
    in: place,
    style,
    explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'cookie' || style === 'deepObject',
    allowReserved: allowReserved === true,
  }
}

/** What stands between the elements of a list that is one text. */
const separators: Readonly<Record<string, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  csv: ',',
  ssv: ' ',
  tsv: '\t',
  pipes: '|',
}

/** Styles whose separators are found after decoding. */
function separatorOf({ style }: ParameterForm): string | undefined {
  return Object.hasOwn(separators, style) ? separators[style] : undefined
}

/** Pairs of a query or of a form: `a=1&b=2`. */
export function splitPairs(text: string): RawPair[] {
  const pairs: RawPair[] = []
  for (const pair of text.split('&')) if (pair !== '') pairs.push(splitPair(pair))
  return pairs
}

/** Pairs of a `Cookie` header. */
export function splitCookies(header = ''): RawPair[] {
  return header.split(';').flatMap((pair) => (pair.trim() === '' ? [] : [splitPair(pair.trim())]))
}

function splitPair(pair: string): RawPair {
  const at = pair.indexOf('=')
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}

/**
 * Text without percent-encoding. A `%` that begins no byte stays as it is. Bytes that are not UTF-8 become lone surrogates, so the text is
 * not well-formed.
 *
 * @param plus a `+` is a blank, as in queries and forms
 */
export function decodeText(text: string, plus = false): string {
  const spaced = plus && text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  return (
    decoded(spaced) ??
    spaced.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => decoded(bytes) ?? bytes.replaceAll('%', '\udc00'))
  )
}

/** Undefined for what is not wholly percent-encoded UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the texts of a parameter.
 *
 * @param raw text of a path parameter or a header; pairs of the query or of the cookies
 * @param isMember says which names belong to an object whose members stand in the query by themselves
 * @returns undefined when the parameter is not sent
 */
export function readTexts(
  form: ParameterForm,
  shape: Shape,
  raw: string | readonly RawPair[] | undefined,
  isMember: (name: string) => boolean = () => true,
): Texts | typeof notInStyle | undefined {
  if (raw === undefined) return undefined
  return typeof raw === 'string' ? readText(form, shape, raw) : readPairs(form, shape, raw, isMember)
}

function readText(form: ParameterForm, shape: Shape, raw: string): Texts | typeof notInStyle {
  const { name, style, explode } = form
  const decode = form.in === 'header' ? (text: string) => text.trim() : (text: string) => decodeText(text)
  switch (style) {
    case 'label': {
      if (!raw.startsWith('.')) return notInStyle
      const text = raw.slice(1)
      if (shape === 'text') return decode(text)
      if (!explode) return joinedTexts(shape, text.split(','), decode)
      return shape === 'list' ? text.split('.').map(decode) : membersOf(dottedPairs(text), decode)
    }
    case 'matrix': {
      if (!raw.startsWith(';')) return notInStyle
      const pairs = raw.slice(1).split(';').map(splitPair)
      if (explode && shape === 'members') return membersOf(pairs, decode)
      if (pairs.some(([other]) => decode(other) !== name)) return notInStyle
      const values = pairs.map(([, value]) => value)
      return explode && shape === 'list' ? values.map(decode) : oneText(shape, values, ',', decode)
    }
    default: {
      if (shape === 'text') return decode(raw)
      const separator = separatorOf(form)
      if (separator !== undefined) return joinedTexts(shape, decode(raw).split(separator), unchanged)
      if (explode && shape === 'members') return raw === '' ? {} : membersOf(raw.split(',').map(splitMember), decode)
      return joinedTexts(shape, raw.split(','), decode)
    }
  }
}

function readPairs(
  form: ParameterForm,
  shape: Shape,
  pairs: readonly RawPair[],
  isMember: (name: string) => boolean,
): Texts | typeof notInStyle | undefined {
  const { name, style, explode } = form
  const plus = form.in === 'query'
  const decode = style === 'cookie' ? unchanged : plus ? decodeQuery : decodePlain
  if (style === 'deepObject') return deepMembers(name, pairs, decode)
  // OpenAPI before 3.2 writes the cookies of one parameter with `&` between them.
  const all = form.in === 'cookie' && explode && shape !== 'text' ? pairs.flatMap(splitAmpersands) : pairs
  if (explode && shape === 'members') {
    const members = all.filter(([other]) => isMember(decode(other)))
    return members.length === 0 ? undefined : membersOf(members, decode)
  }
  const values: string[] = []
  for (const [other, value] of all) if (other === name || decode(other) === name) values.push(value)
  if (values.length === 0) return undefined
  if (explode && shape === 'list') return values.map(decode)
  const separator = separatorOf(form)
  return separator === undefined
    ? oneText(shape, values, ',', decode)
    : oneText(shape, values.map(decode), separator, unchanged)
}

function decodeQuery(text: string): string {
  return decodeText(text, true)
}

function decodePlain(text: string): string {
  return decodeText(text)
}

function splitAmpersands([name, value]: RawPair): RawPair[] {
  const [first = '', ...others] = value.split('&')
  return others.every((other) => other.includes('=')) ? [[name, first], ...others.map(splitPair)] : [[name, value]]
}

function unchanged(text: string): string {
  return text
}

function oneText(
  shape: Shape,
  values: readonly string[],
  separator: string,
  decode: (text: string) => string,
): Texts | typeof notInStyle {
  const [value = ''] = values
  if (values.length !== 1) return notInStyle
  return shape === 'text' ? decode(value) : joinedTexts(shape, value.split(separator), decode)
}

/** A list, or names and values in turn. */
function joinedTexts(
  shape: Exclude<Shape, 'text'>,
  parts: readonly string[],
  decode: (text: string) => string,
): Texts | typeof notInStyle {
  if (shape === 'list') return parts.map(decode)
  if (parts.length === 1 && parts[0] === '') return {}
  // JSON is told as a whole, and not by each of its pieces.
  if (parts.length % 2 === 1 || parts[0]?.startsWith('{"')) return notInStyle
  const pairs = parts.flatMap((part, index): RawPair[] => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : []))
  return membersOf(pairs, decode)
}

function splitMember(part: string): RawPair | undefined {
  return part.includes('=') ? splitPair(part) : undefined
}

/** A value may have dots, as in `.lat=59.9.long=10.7`. */
function dottedPairs(text: string): (RawPair | undefined)[] {
  if (text === '') return []
  const parts: string[] = []
  for (const part of text.split('.')) {
    const last = parts.length - 1
    if (last >= 0 && !part.includes('=')) parts[last] += `.${part}`
    else parts.push(part)
  }
  return parts.map(splitMember)
}

/** A name that comes twice has a list. */
function membersOf(
  pairs: readonly (RawPair | undefined)[],
  decode: (text: string) => string,
): Texts | typeof notInStyle {
  const members = new Map<string, string | string[]>()
  for (const pair of pairs) {
    if (pair === undefined) return notInStyle
    const [name, value] = [decode(pair[0]), decode(pair[1])]
    const known = members.get(name)
    members.set(name, known === undefined ? value : [known, value].flat())
  }
  return Object.fromEntries(members)
}

/** Names in the place of a member, as in `a[b][c]`, which has two. */
const maxLevels = 20

/** Where a text stands in the value, and the text. */
type PlacedText = readonly [place: readonly string[], text: string]

/** Members as `name[a]=1`. OpenAPI says nothing of members that have members or elements: `name[a][b]=1`, `name[0]=1`, `name[]=1`. */
function deepMembers(
  name: string,
  pairs: readonly RawPair[],
  decode: (text: string) => string,
): Texts | typeof notInStyle | undefined {
  const placed = pairs.flatMap(([rawName, rawValue]): PlacedText[] => {
    const sent = decode(rawName)
    const isMember = sent.startsWith(`${name}[`) && sent.endsWith(']')
    return isMember ? [[sent.slice(name.length + 1, -1).split(']['), decode(rawValue)]] : []
  })
  if (placed.some(([place]) => place.length > maxLevels)) return notInStyle
  return placed.length === 0 ? undefined : deepTexts(placed)
}

function deepTexts(placed: readonly PlacedText[]): Texts | typeof notInStyle {
  const here = placed.flatMap(([place, text]) => (place.length === 0 ? [text] : []))
  if (here.length === placed.length) return here.length === 1 ? (here[0] ?? '') : here
  if (here.length > 0) return notInStyle
  const entries: [string, Texts][] = []
  for (const [key = '', inside] of Map.groupBy(placed, ([[first]]) => first)) {
    const value = deepTexts(inside.map(([[, ...rest], text]) => [rest, text]))
    if (value === notInStyle) return notInStyle
    entries.push([key, value])
  }
  const isList = entries.every(([key], index) => key === String(index) || key === '')
  return isList ? entries.flatMap(([key, value]) => (key === '' ? value : [value])) : Object.fromEntries(entries)
}
