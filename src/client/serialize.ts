/** How a parameter is written, by the words of OpenAPI. */
export interface ParameterForm {
  in: 'path' | 'query' | 'header' | 'cookie'
  style?: string | undefined
  explode?: boolean | undefined
  allowReserved?: boolean | undefined
  /** A media type of JSON, for a parameter with `content`. */
  json?: boolean | undefined
}

const usualStyles = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' }
const separators: Partial<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C', tabDelimited: '%09' }
const prefixes: Partial<Record<string, string>> = { label: '.', matrix: ';' }

/**
 * The text of a parameter: `a=1&a=2` in a query or a cookie, without the name in a header, and as a part of the path. Undefined for a
 * value that leaves the parameter out.
 *
 * @throws {TypeError} for a value that the style cannot write, such as an object within a list
 */
export function serializeParameter(name: string, value: unknown, form: ParameterForm): string | undefined {
  const style = form.style ?? usualStyles[form.in]
  const explode = form.explode ?? (style === 'form' || style === 'cookie' || style === 'deepObject')
  const encode = encoderOf(form, style)
  if (value === undefined) return undefined
  if (form.json) return named(form, name, encode(JSON.stringify(value)))
  if (value === null) return undefined
  const text = (one: unknown) => encode(textOf(name, one))
  const key = encode(name)
  const pairs = isPlainObject(value)
    ? Object.entries(value).filter(([, member]) => member !== undefined && member !== null)
    : undefined
  if (style === 'deepObject')
    return pairs?.map(([member, one]) => deep(`${key}[${encode(member)}]`, one, text)).join('&')
  const between = separators[style] ?? ','
  if (prefixes[style] !== undefined) return prefixed(style, key, value, pairs, explode, text)
  const isNamed = form.in === 'query' || form.in === 'cookie'
  const join = form.in === 'query' ? '&' : form.in === 'cookie' ? '; ' : ','
  if (Array.isArray(value)) {
    if (isNamed && explode) return value.length === 0 ? undefined : value.map((one) => `${key}=${text(one)}`).join(join)
    return isNamed && value.length === 0 ? undefined : named(form, key, value.map(text).join(between))
  }
  if (pairs && explode) return pairs.map(([member, one]) => `${encode(member)}=${text(one)}`).join(join)
  return named(
    form,
    key,
    pairs ? pairs.flatMap(([member, one]) => [encode(member), text(one)]).join(between) : text(value),
  )
}

function named(form: ParameterForm, key: string, text: string): string {
  return form.in === 'query' || form.in === 'cookie' ? `${key}=${text}` : text
}

function deep(key: string, value: unknown, text: (one: unknown) => string): string {
  if (Array.isArray(value)) return value.map((one) => `${key}=${text(one)}`).join('&')
  if (!isPlainObject(value)) return `${key}=${text(value)}`
  return Object.entries(value)
    .filter(([, one]) => one !== undefined && one !== null)
    .map(([member, one]) => deep(`${key}[${encodeURIComponent(member)}]`, one, text))
    .join('&')
}

function prefixed(
  style: string,
  key: string,
  value: unknown,
  pairs: [string, unknown][] | undefined,
  explode: boolean,
  text: (one: unknown) => string,
): string {
  const prefix = prefixes[style] ?? ''
  const name = style === 'matrix' ? `${key}=` : ''
  if (pairs && explode)
    return pairs.map(([member, one]) => `${prefix}${encodeURIComponent(member)}=${text(one)}`).join('')
  if (Array.isArray(value) && explode) return value.map((one) => `${prefix}${name}${text(one)}`).join('')
  const list = pairs?.flat() ?? (Array.isArray(value) ? value : [value])
  const joined = list.map(text).join(',')
  return style === 'matrix' && joined === '' ? `${prefix}${key}` : `${prefix}${name}${joined}`
}

/** Header values are sent as they are; reserved characters stay where the document allows them. */
function encoderOf({ in: place, allowReserved }: ParameterForm, style: string): (text: string) => string {
  if (place === 'header' || style === 'cookie') return (text) => text
  if (!allowReserved) return encodeURIComponent
  return (text) =>
    encodeURIComponent(text).replaceAll(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D|5B|5D)/g, decodeURIComponent)
}

function textOf(name: string, value: unknown): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object')
    throw new TypeError(`the parameter \`${name}\` holds an object where its style takes text`)
  return String(value)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
