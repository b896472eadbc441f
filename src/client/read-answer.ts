/** The value of a body, or the fact that the body cannot be read. */
export type Reading = { isReadable: true; value: unknown } | { isReadable: false }

/** Reads a body by its media type: parses JSON, and leaves text and other bytes as they are; undefined if there is no body. */
export async function readBody(response: Response): Promise<Reading> {
  const type = response.headers.get('content-type') ?? ''
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length === 0) return { isReadable: true, value: undefined }
  if (/^text\//i.test(type)) return { isReadable: true, value: new TextDecoder().decode(bytes) }
  if (type !== '' && !/^[^;]*[/+]json\b/i.test(type)) return { isReadable: true, value: bytes }
  try {
    return { isReadable: true, value: JSON.parse(new TextDecoder().decode(bytes)) }
  } catch {
    // The parser's message would quote the body.
    return { isReadable: false }
  }
}

/** Finds the id of a request where these servers send it: in a header, or as `request_id` in the body. */
export function requestIdOf(headers: Headers, body: unknown): string | undefined {
  const header = headers.get('x-request-id') ?? headers.get('request-id')
  if (header) return header
  const id = typeof body === 'object' && body !== null && 'request_id' in body ? body.request_id : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}
