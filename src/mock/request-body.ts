import type { IncomingMessage } from 'node:http'

/** Bytes of a request body that the mock takes at most: above every documented limit, so that those can be tried. */
export const maxBodyBytes: number = 64 * 1024 * 1024

/** A body is there when the request frames one, be it empty (RFC 9112, 6.3). */
export async function readBody(request: IncomingMessage): Promise<Buffer | null | 'too large'> {
  const framed = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
  if (!framed) return null
  if (Number(request.headers['content-length']) > maxBodyBytes) return 'too large'
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop early must not destroy the request, or the refusal could not be written.
  const read: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const chunk of read) {
    size += chunk.length
    if (size > maxBodyBytes) return 'too large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Lets in what is still coming of a body, for two seconds at most. */
export function discard(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 2000)
    request.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    request.resume()
  })
}
