import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { maxBodyBytes } from '../request/body.ts'

/** A request has a body if it frames one, even an empty one (RFC 9112, 6.3). */
export function readBody(request: IncomingMessage): Promise<Buffer | null | 'too large'> | null {
  const framed = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
  if (!framed) return null
  if (Number(request.headers['content-length']) > maxBodyBytes) return Promise.resolve('too large')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBodyBytes) return void chunks.push(chunk)
      chunks.length = 0
      // The rest waits until the refusal is sent.
      request.off('data', onData).pause()
      resolve('too large')
    }
    // The listeners are collected with the request: removing them costs more than the rest of this function.
    request
      .on('data', onData)
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
  })
}

/** Reads and drops the rest of a body, for two seconds at most. */
export async function discard(request: IncomingMessage): Promise<void> {
  request.resume()
  await once(request, 'close', { signal: AbortSignal.timeout(2000) }).catch(() => {})
}

/** Accepts the origin form and, from clients of a proxy, the absolute form. `URL` would rewrite the path. */
export function splitTarget(target: string): { path: string; query: string } {
  const origin = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  const end = origin.indexOf('?')
  const path = end === -1 ? origin : origin.slice(0, end)
  return { path: path === '' ? '/' : path, query: end === -1 ? '' : origin.slice(end + 1) }
}

/** Header values by lower-case name. When a header that must not repeat comes twice, Node keeps the first. */
export function flatten(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = new Names()
  const sent = request.headers
  for (const name in sent) headers[name] = String(sent[name])
  return headers
}

/** An object without a prototype. V8 would keep the result of `Object.create(null)` as a slow hash table. */
const Names = (() => {
  function Names() {}
  Names.prototype = Object.create(null)
  // The prototype of a class cannot be replaced, and TypeScript does not see that a function may be a constructor.
  return Names as unknown as new () => Record<string, string>
})()
