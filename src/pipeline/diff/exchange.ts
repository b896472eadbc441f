import { isJson, parseMediaType } from '../../contract/media-type.ts'
import type { WireField, WireMedia, WireMessage, WireOperation } from './wire-form.ts'

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

/** What a message has where a field has a value. */
export function exchangeOf(
  { status }: WireMessage,
  { place, name }: WireField,
  media: WireMedia | undefined,
  value: unknown,
  mediaType = '',
): Exchange {
  const text = media?.write(value) ?? ''
  if (place === 'body') {
    const body = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
    if (status !== undefined) return { answer: { status, body } }
    return { ...(!isJson(parseMediaType(mediaType)) && { mediaType }), body }
  }
  const header = `${name}: ${text}`
  if (status !== undefined) return { answer: { status, headers: [header] } }
  if (place === 'path') return { path: { [name]: text } }
  if (place === 'header') return { headers: [header] }
  return place === 'cookie' ? { headers: [`Cookie: ${text}`] } : { query: text }
}
