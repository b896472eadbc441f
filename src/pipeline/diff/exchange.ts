import { type ParameterForm, serializeParameter } from '../../client/serialize.ts'
import { printJson } from '../../json-text.ts'
import type { WireOperation, WireParameter } from './wire-form.ts'

/** A request, and perhaps its answer, that shows a change. */
export interface Exchange {
  /** Texts in place of those that the path has for its parameters. */
  path?: Readonly<Record<string, string>>
  /** Replaces the base URL. */
  base?: string
  query?: string
  headers?: readonly string[]
  mediaType?: string
  body?: string
  answer?: { status: string; headers?: readonly string[]; body?: string }
}

const maxLength = 300

/** `POST /orders {"status":"Held"}`, `GET /orders → 200 {"status":"Held"}` */
export function printExchange(
  operation: WireOperation,
  { path, base = '', query, headers = [], mediaType, body, answer }: Exchange,
  samples: Readonly<Record<string, string>>,
): string {
  const target = operation.path.replaceAll(
    /\{([^{}]+)\}/g,
    (whole, name: string) => path?.[name] ?? samples[name] ?? whole,
  )
  const parts = [
    `${operation.method} ${base}${target}${query ? `?${query}` : ''}`,
    ...headers,
    mediaType && `Content-Type: ${mediaType}`,
    body,
    ...(answer ? ['→', answer.status, ...(answer.headers ?? []), answer.body] : []),
  ]
  return parts.filter(Boolean).join(' ')
}

export function printValue(value: unknown): string {
  const text = typeof value === 'string' && value.startsWith('<?xml') ? value : (printJson(value) ?? '')
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** A value as its parameter is sent: `limit=5`, `X-Room: hall`. */
export function writeParameter({ place, name, style, isExploded, mediaType }: WireParameter, value: unknown): string {
  const form: ParameterForm =
    place === 'querystring'
      ? { in: 'query', style: 'form', explode: true }
      : { in: place as ParameterForm['in'], style, explode: isExploded, json: mediaType !== undefined }
  const text = serializeParameter(name, value ?? '', form) ?? ''
  return place === 'header' ? `${name}: ${text}` : text
}

/** What a request has where a parameter has a value. */
export function exchangeOf(parameter: WireParameter, value: unknown): Exchange {
  const text = writeParameter(parameter, value)
  if (parameter.place === 'path') return { path: { [parameter.name]: text } }
  if (parameter.place === 'header') return { headers: [text] }
  return parameter.place === 'cookie' ? { headers: [`Cookie: ${text}`] } : { query: text }
}
