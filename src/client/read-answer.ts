import { readRetryAfter } from './backoff.ts'
import { type ErrorStatus, HttpError } from './errors.ts'

/** The value of a body, or the fact that the body cannot be read. */
type Reading = { isReadable: true; value: unknown } | { isReadable: false }

/**
 * Reads a body by its media type: parses JSON, and leaves text and other bytes as they are; undefined if there is no body. A success
 * with a page of HTML is what no caller of an API asked for, such as a login page.
 */
export async function readBody(response: Response): Promise<Reading> {
  const type = response.headers.get('content-type') ?? ''
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length === 0) return { isReadable: true, value: undefined }
  if (response.ok && /^text\/html\b/i.test(type)) return { isReadable: false }
  if (/^text\/|^[^;]*[/+]xml\b/i.test(type)) return { isReadable: true, value: new TextDecoder().decode(bytes) }
  if (type !== '' && !/^[^;]*[/+]json\b/i.test(type)) return { isReadable: true, value: bytes }
  try {
    return { isReadable: true, value: JSON.parse(new TextDecoder().decode(bytes)) }
  } catch {
    // The parser's message would quote the body.
    return { isReadable: false }
  }
}

/** The error of an answer that is no success. */
export function errorOf(
  operation: string,
  { status, headers }: Response,
  body: unknown,
  retryable: boolean,
  now: number,
): HttpError<ErrorStatus> {
  return new HttpError({
    operation,
    status: status as ErrorStatus,
    body,
    requestId: requestIdOf(headers, body),
    retryable,
    retryAfter: readRetryAfter(headers, now),
  })
}

/** Finds the id of a request where these servers send it: in a header, or as `request_id` in the body. */
function requestIdOf(headers: Headers, body: unknown): string | undefined {
  const header = headers.get('x-request-id') ?? headers.get('request-id')
  if (header) return header
  const id = typeof body === 'object' && body !== null && 'request_id' in body ? body.request_id : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}
