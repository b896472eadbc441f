import { isMapping } from '../../contract/json-pointer.ts'
import { printJson } from '../../json-text.ts'
import type { WireOperation, WireParameter } from './wire-form.ts'

/** A request, and perhaps its answer, that shows a change. */
export interface Exchange {
  /** Replaces what the path has for a parameter. */
  path?: { parameter: WireParameter; value: unknown }
  /** Replaces the base URL. */
  base?: string
  query?: string
  headers?: readonly string[]
  /** `undefined` is no body. */
  body?: unknown
  mediaType?: string
  answer?: { status: string; headers?: readonly string[]; body?: unknown; hasBody: boolean }
}

const maxLength = 300

/** `POST /orders {"status":"Held"}`, `GET /orders → 200 {"status":"Held"}` */
export function printExchange(
  operation: WireOperation,
  exchange: Exchange,
  samples: ReadonlyMap<string, string>,
): string {
  const { path, base = '', query, headers = [], body, mediaType, answer } = exchange
  const target = operation.path.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    if (path?.parameter.name === name) return writeParameter(path.parameter, path.value)
    return samples.get(name) ?? whole
  })
  const parts = [
    `${operation.method} ${base}${target}${query ? `?${query}` : ''}`,
    ...headers,
    ...(mediaType === undefined ? [] : [`Content-Type: ${mediaType}`]),
    ...(body === undefined ? [] : [printValue(body)]),
  ]
  if (answer === undefined) return parts.join(' ')
  const answered = [answer.status, ...(answer.headers ?? []), ...(answer.hasBody ? [printValue(answer.body)] : [])]
  return `${parts.join(' ')} → ${answered.join(' ')}`
}

function printValue(value: unknown): string {
  const text = printJson(value) ?? ''
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

const separators: Record<string, string> = { spaceDelimited: '%20', pipeDelimited: '|', tabDelimited: '%09' }

/** A value as its parameter is sent: `limit=5`, `X-Room: hall`. */
export function writeParameter(parameter: WireParameter, value: unknown): string {
  const { place, name, style, isExploded, mediaType } = parameter
  const encode = (one: unknown) => (place === 'header' ? textOf(one) : encodeURIComponent(textOf(one)))
  const named = (text: string) => (place === 'header' ? `${name}: ${text}` : `${encodeURIComponent(name)}=${text}`)
  if (place === 'querystring' && isMapping(value))
    return Object.entries(value)
      .map(([key, one]) => `${encodeURIComponent(key)}=${encode(one)}`)
      .join('&')
  const isNamed = place !== 'path' && place !== 'querystring'
  if (mediaType !== undefined || (!Array.isArray(value) && !isMapping(value)))
    return prefixed(parameter, isNamed ? named(encode(value)) : encode(value))
  const isPairs = isMapping(value)
  const pairs = isPairs
    ? Object.entries(value).map(([key, one]) => [encodeURIComponent(key), encode(one)] as const)
    : []
  if (style === 'deepObject' && isPairs) return pairs.map(([key, one]) => `${name}[${key}]=${one}`).join('&')
  if (style === 'form' && isExploded)
    return isPairs
      ? pairs.map((pair) => pair.join('=')).join('&')
      : (value as unknown[]).map((one) => named(encode(one))).join('&')
  const items = isPairs ? pairs.map((pair) => pair.join(isExploded ? '=' : ',')) : (value as unknown[]).map(encode)
  const separator =
    separators[style] ??
    (isExploded && (style === 'label' || style === 'matrix') ? (style === 'label' ? '.' : ';') : ',')
  const text = items.join(separator)
  return prefixed(parameter, isNamed ? named(text) : text)
}

function prefixed({ style, name }: WireParameter, text: string): string {
  return style === 'label' ? `.${text}` : style === 'matrix' ? `;${name}=${text}` : text
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === null
      ? ''
      : typeof value === 'object'
        ? printJson(value)
        : String(value)
}
