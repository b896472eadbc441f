import { isJson } from './body.ts'
import { HttpError } from './errors.ts'
import { readRetryAfter } from './send.ts'

/** The value of a body, or the fact that the body cannot be read. */
type Reading = { isReadable: true; value: unknown } | { isReadable: false }

/**
 * Whether a body may be what the document says. If it says JSON alone, other types are not. A page of HTML, such as a login page, is what no
 * caller asked for, unless the document names it.
 *
 * @param accept media types of the document
 */
export function isExpected({ headers }: Response, accept: readonly string[] = ['application/json']): boolean {
  const type = headers.get('content-type')?.toLowerCase() ?? ''
  if (type === '' || isJson(type)) return true
  if (accept.some((one) => type.startsWith(one.toLowerCase().split(/[;*]/)[0] ?? ''))) return true
  return !type.startsWith('text/html') && !(accept.length > 0 && accept.every(isJson))
}

/** Reads a body by its media type: parses JSON, and leaves text and other bytes as they are; undefined if there is no body. */
export async function readBody(
  response: Response,
  accept?: readonly string[],
  { parse }: Pick<typeof JSON, 'parse'> = JSON,
): Promise<Reading> {
  const type = response.headers.get('content-type') ?? ''
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length === 0) return { isReadable: true, value: undefined }
  if (!isExpected(response, accept)) return { isReadable: false }
  if (/^text\/|^[^;]*[/+]xml\b/i.test(type)) return { isReadable: true, value: new TextDecoder().decode(bytes) }
  if (type !== '' && !isJson(type)) return { isReadable: true, value: bytes }
  try {
    return { isReadable: true, value: parse(new TextDecoder().decode(bytes)) }
  } catch {
    // The parser's message would quote the body.
    return { isReadable: false }
  }
}

/** The error of an answer that is no success. Its body may be of any type. */
export async function readError(
  operation: string,
  response: Response,
  retryable: boolean,
  now: number,
): Promise<HttpError> {
  const reading = await readBody(response, ['*/*'])
  const body = reading.isReadable && !(reading.value instanceof Uint8Array) ? reading.value : undefined
  const { status, headers } = response
  const requestId = requestIdOf(headers, body)
  return new HttpError({ operation, status, body, requestId, retryable, retryAfter: readRetryAfter(headers, now) })
}

/** Finds the id of a request where servers send it: in a header, or as `request_id` in the body. */
function requestIdOf(headers: Headers, body: unknown): string | undefined {
  const header = headers.get('x-request-id') ?? headers.get('request-id')
  if (header) return header
  const { request_id: id } = Object(body) as { request_id?: unknown }
  return typeof id === 'string' && id !== '' ? id : undefined
}
