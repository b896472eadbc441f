import type { IncomingMessage } from 'node:http'
import { maxBodyBytes } from '../request/limits.ts'

/** A request has a body if it frames one, even an empty one (RFC 9112, 6.3). */
export function readBody(request: IncomingMessage): Promise<Buffer | null | 'too large'> | null {
  const framed = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
  if (!framed) return null
  if (Number(request.headers['content-length']) > maxBodyBytes) return Promise.resolve('too large')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = () => request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBodyBytes) return void chunks.push(chunk)
      stop()
      request.pause()
      resolve('too large')
    }
    // The other listeners are collected with the request: removing them costs more than the rest of this function.
    const onEnd = () => {
      const [first] = chunks
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks))
    }
    const onError = (error: Error) => {
      stop()
      reject(error)
    }
    const onClose = () => {
      if (!request.complete) onError(new Error('the caller has gone'))
    }
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}

/** Reads and drops the rest of a body, for two seconds at most. */
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
