/** How a parameter is written, by the words of OpenAPI. */
export interface ParameterForm {
  in: 'path' | 'query' | 'header' | 'cookie'
  /** A style of OpenAPI 3, or a `collectionFormat` of OpenAPI 2.0. */
  style?: string | undefined
  explode?: boolean | undefined
  allowReserved?: boolean | undefined
  /** Slashes of a path parameter separate segments. */
  segments?: boolean | undefined
  /** A media type of JSON, for a parameter with `content`. */
  json?: boolean | undefined
  /** The value is the whole query (OpenAPI 3.2). */
  whole?: boolean | undefined
}

const usualStyles = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' }

/** What stands between the elements of a list that is one text; else a comma. */
const separators: Readonly<Record<string, string>> = {
  spaceDelimited: '%20',
  ssv: '%20',
  pipeDelimited: '%7C',
  pipes: '%7C',
  tsv: '%09',
}

/** An element without a name, or a member with one. */
type Member = readonly [name: string | undefined, value: unknown]

/**
 * The text of a parameter: what takes the place of `{name}` in a path, pairs of a query or of a `Cookie` header, or the value of a header.
 *
 * @param value a text, number, boolean, bigint or date, a list or an object of these; what is deeper has its own brackets in the style
 *   `deepObject`, and is JSON elsewhere
 * @returns undefined for a value that is not sent: `undefined`, and an empty list or object whose members have their own pairs
 */
export function serializeParameter(name: string, value: unknown, form: ParameterForm): string | undefined {
  if (value === undefined) return undefined
  const { in: place, style = usualStyles[place], explode = /^(form|cookie|deepObject)$/.test(style) } = form
  const encode = encoderOf(form, style, explode)
  const content = form.json ? JSON.stringify(value) : value
  const members = membersOf(content)
  const isObject = members?.some(([key]) => key !== undefined) === true
  const key = encode(name)
  const pairs = (members ?? []).map(
    ([member, one]) => [member === undefined ? key : encode(member), encode(one)] as const,
  )
  if (form.whole) return encode(content)
  const separator = separators[style] ?? ','
  const flat = isObject ? pairs.flat() : pairs.map(([, one]) => one)
  const text = members ? flat.join(place === 'header' ? decodeURIComponent(separator) : separator) : encode(content)
  const assigned = pairs.map(([member, one]) => `${member}=${one}`)
  switch (style) {
    case 'label':
      return `.${members && explode ? (isObject ? assigned : flat).join('.') : text}`
    case 'matrix':
      return (members && explode ? pairs : [[key, text] as const])
        .map(([member, one]) => (one === '' ? `;${member}` : `;${member}=${one}`))
        .join('')
    case 'deepObject':
      return isObject ? deepPairs(key, content, encode).join('&') : undefined
  }
  if (place === 'path' || place === 'header') return isObject && explode ? assigned.join(',') : text
  if (members?.length === 0) return undefined
  return members && explode ? assigned.join(place === 'cookie' ? '; ' : '&') : `${key}=${text}`
}

function membersOf(value: unknown): Member[] | undefined {
  if (Array.isArray(value)) return value.map((one) => [undefined, one])
  if (typeof value !== 'object' || value === null || value instanceof Date) return undefined
  return Object.entries(value).filter(([, one]) => one !== undefined)
}

function deepPairs(key: string, value: unknown, encode: (value: unknown) => string): string[] {
  const members = membersOf(value)
  if (!members) return [`${key}=${encode(value)}`]
  return members.flatMap(([member, one], index) => {
    const isNamed = member !== undefined || membersOf(one) !== undefined
    return deepPairs(isNamed ? `${key}%5B${encode(member ?? index)}%5D` : key, one, encode)
  })
}

function encoderOf(form: ParameterForm, style: string, explode: boolean): (value: unknown) => string {
  const { in: place, allowReserved, segments } = form
  // Headers and cookies of OpenAPI 3.2 have no encoding.
  if (place === 'header' || style === 'cookie') return textOf
  // In a query, `&`, `=`, `+` and `#` would end a value; in a path, `/`, `?` and `#` would. `,`, `;` and `=` stand between elements.
  const kept = segments
    ? /%2F/g
    : place === 'query'
      ? /%(?:2F|3A|3F|40|24|3B|21|27|28|29|2A)/g
      : /%(?:3A|40|24|26|2B|21|27|28|29|2A)/g
  return (value) => {
    const encoded = encodeURIComponent(textOf(value).replaceAll(/\p{Cs}/gu, '\uFFFD')).replaceAll(/[!'()*]/g, hex)
    const text = segments || allowReserved ? encoded.replaceAll(kept, decodeURIComponent) : encoded
    // Only in this style does a dot end an element.
    return style === 'label' && explode ? text.replaceAll('.', hex) : text
  }
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function textOf(value: unknown): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
