import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Answer } from '../interfaces/slice.ts'
import { corsHeaders, preflight } from './cors.ts'
import { plainProblem, type WireRequest } from './gateway.ts'
import { acceptListVerb } from './list-verb.ts'
import { serialize } from './serialize.ts'

/** Bytes of a request body that the mock takes at most: above every documented limit, so that those can be tried. */
const maxBodyBytes = 64 * 1024 * 1024

export interface ListeningServer {
  /** Port it listens on: the one asked for, or the one that the system chose for 0. */
  port: number
  /** Stops taking connections, lets requests under way end, then closes what is idle. */
  close(): Promise<void>
}

/**
 * Serves answers over HTTP/1.1.
 *
 * @param answer must not reject; what it answers is written as it is
 * @throws {NodeJS.ErrnoException} when the address cannot be listened on (`EADDRINUSE`, `EACCES`)
 */
export async function listen(
  answer: (request: WireRequest) => Promise<Answer>,
  { host, port }: { host: string; port: number },
): Promise<ListeningServer> {
  const server = createServer((request, response) => {
    respond(answer, request, response, methodOf(request)).catch(() => response.destroy())
  })
  const methodOf = acceptListVerb(server, refuseNoHttp)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => close(server) }
}

/** What is no HTTP has no interface whose error shape it could be answered in. */
function refuseNoHttp({ code }: NodeJS.ErrnoException, connection: Duplex): void {
  if (!connection.writable) return
  const status = code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

async function respond(
  answer: (request: WireRequest) => Promise<Answer>,
  request: IncomingMessage,
  response: ServerResponse,
  method: string,
): Promise<void> {
  const headers = flatten(request)
  const cors = corsHeaders(headers)
  if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
    return write(response, preflight(headers), cors, 'OPTIONS')
  }
  const body = await readBody(request)
  const answered =
    body === 'too large'
      ? plainProblem(413, `The mock takes bodies of at most ${maxBodyBytes} bytes.`)
      : await answer({ method, target: request.url ?? '/', headers, body, signal: whenGone(response) })
  if (body === 'too large') response.setHeader('connection', 'close')
  await write(response, answered, cors, method)
}

/** Aborted when the connection closes before the answer has been written. */
function whenGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new Error('the caller has gone'))
  })
  return controller.signal
}

/** Header values by lower-case name; of a name that came twice and may not, Node keeps the first. */
function flatten(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}

/** A body is there when the request frames one, be it empty (RFC 9112, 6.3). */
async function readBody(request: IncomingMessage): Promise<Buffer | null | 'too large'> {
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

async function write(
  response: ServerResponse,
  answer: Answer,
  cors: Record<string, string>,
  method: string,
): Promise<void> {
  const payload = serialize(answer)
  const exposed = Object.keys(answer.headers).join(', ')
  const known = payload instanceof Uint8Array && answer.status !== 204 && answer.status !== 304
  response.writeHead(answer.status, {
    ...cors,
    ...(cors['access-control-allow-origin'] && exposed ? { 'access-control-expose-headers': exposed } : {}),
    ...answer.headers,
    ...(known ? { 'content-length': payload.length } : {}),
  })
  if (method === 'HEAD') response.end()
  else if (payload instanceof Uint8Array) response.end(payload)
  else await pipeline(payload, response)
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    // What has not ended by then is cut, so that a stop is a stop.
    setTimeout(() => server.closeAllConnections(), 2000).unref()
  })
}
