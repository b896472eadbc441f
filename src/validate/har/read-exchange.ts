import { gunzipSync } from 'node:zlib'
import { isObject } from '../../contract/json-pointer.ts'
import type { SeenResponse } from '../../contract/message-check.ts'
import { maxBodyBytes } from '../watch-body.ts'

export interface Exchange {
  method: string
  url: URL
  requestHeaders: Record<string, string>
  /** Undefined when the recorder may have left the body out; empty when there was none. */
  requestBody: string | Uint8Array | undefined
  response: SeenResponse
  /** Why the body of the response is not checked, if there is one. */
  bodyless?: string
}

/** An exchange, or why there is nothing to check. */
export function readExchange(entry: unknown): Exchange | { skipped: string } {
  const { request, response } = isObject(entry) ? entry : {}
  if (!isObject(request) || !isObject(response)) return { skipped: 'no request or no response in the entry' }
  const { method, url } = request
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) {
    return { skipped: 'no method or no absolute URL in the entry' }
  }
  const { status } = response
  if (typeof status !== 'number' || !(status >= 100 && status <= 999)) return { skipped: 'no answer came (status 0)' }
  const headers = headersOf(response.headers)
  const content = isObject(response.content) ? response.content : {}
  // Some recorders leave headers out; then only the member beside the body names the media type.
  if (Object.keys(headers).length === 0 && typeof content.mimeType === 'string' && content.mimeType !== '') {
    headers['content-type'] = content.mimeType
  }
  const body = method === 'HEAD' || status === 204 || status === 304 ? {} : bodyOf(content, headers)
  const { bodyless, ...text } = body
  const seen = { status, headers, ...text }
  const exchange = { method, url: new URL(url), ...requestOf(request), response: seen }
  return bodyless === undefined ? exchange : { ...exchange, bodyless }
}

function requestOf({ headers: list, postData, bodySize }: Record<string, unknown>) {
  const requestHeaders = headersOf(list)
  const { mimeType, text, params, encoding } = isObject(postData) ? postData : {}
  if (typeof mimeType === 'string' && mimeType !== '') requestHeaders['content-type'] ??= mimeType
  if (typeof text === 'string' && (text !== '' || !Array.isArray(params)))
    return { requestHeaders, requestBody: encoding === 'base64' ? Buffer.from(text, 'base64') : text }
  // Fields show no boundary between parts.
  const isForm = !/^multipart\//i.test(requestHeaders['content-type'] ?? '')
  if (Array.isArray(params) && isForm)
    return { requestHeaders, requestBody: String(new URLSearchParams(params.flatMap(pairOf))) }
  return { requestHeaders, requestBody: bodySize === 0 ? '' : undefined }
}

function pairOf(param: unknown): [string, string][] {
  return isObject(param) ? [[String(param.name), String(param.value ?? '')]] : []
}

/** By lower-case name, without the pseudo headers of HTTP/2. */
function headersOf(list: unknown): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (const header of Array.isArray(list) ? list : []) {
    if (!isObject(header) || typeof header.name !== 'string' || header.name.startsWith(':')) continue
    const name = header.name.toLowerCase()
    const value = String(header.value ?? '')
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return headers
}

function bodyOf(
  { text, encoding, size }: Record<string, unknown>,
  headers: Record<string, string>,
): { body?: string | Uint8Array; bodyless?: string } {
  if (typeof text !== 'string') return { bodyless: 'not recorded' }
  if (encoding === undefined || encoding === '') {
    const isCut = typeof size === 'number' && size > text.length && size > Buffer.byteLength(text)
    return isCut ? { bodyless: 'recorded in part, not checked' } : { body: text }
  }
  if (encoding !== 'base64')
    return { bodyless: `not checked: its encoding is unknown (${String(encoding).slice(0, 20)})` }
  const bytes = Buffer.from(text, 'base64')
  return isGzip(bytes, headers) ? unpack(bytes) : { body: bytes }
}

/** The format asks for decoded bodies, but some recorders write them encoded. */
function isGzip(bytes: Buffer, headers: Record<string, string>): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && /gzip/i.test(headers['content-encoding'] ?? '')
}

/** Unpacks no more than is checked: 300 kB may hold 300 MB. */
function unpack(bytes: Buffer): { body?: Uint8Array; bodyless?: string } {
  try {
    return { body: gunzipSync(bytes, { maxOutputLength: maxBodyBytes }) }
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge
      ? { bodyless: `larger than ${maxBodyBytes / 1024 / 1024} MB unpacked, not checked` }
      : { body: bytes }
  }
}
