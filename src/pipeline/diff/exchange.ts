import { type ParameterForm, serializeParameter } from '../../client/serialize.ts'
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

/** A value as its parameter is sent: `limit=5`, `X-Room: hall`. */
export function writeParameter({ place, name, style, isExploded, mediaType }: WireParameter, value: unknown): string {
  const form: ParameterForm =
    place === 'querystring'
      ? { in: 'query', style: 'form', explode: true }
      : { in: place as ParameterForm['in'], style, explode: isExploded, json: mediaType !== undefined }
  const text = serializeParameter(name, value ?? '', form) ?? ''
  return place === 'header' ? `${name}: ${text}` : text
}
