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
