import { type IncomingMessage, request as send } from 'node:http'

/** A request as a client sends it, valid or not. */
export interface RawRequest {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: Buffer | null
  /** The length that the head declares, if it differs from that of the body. */
  declaredLength?: number | undefined
}

export interface RawResponse {
  status: number
  contentType: string
  body: string
}

/**
 * Sends a request over its own connection, and reads the answer up to the end of its body, or up to the first piece of a stream.
 *
 * @throws {Error} when no answer has come within the time, or the connection has ended without one
 */
export function exchange(port: number, request: RawRequest, milliseconds: number): Promise<RawResponse> {
  const { method, target: path, body, declaredLength: length = body?.length } = request
  const headers = [...request.headers, ...(length === undefined ? [] : [['content-length', String(length)]])].flat()
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
  const sent = send({ host: '127.0.0.1', port, method, path, headers: ['host', '127.0.0.1', ...headers], agent: false })
  const timer = setTimeout(() => sent.destroy(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  sent.on('error', reject).on('response', (response) => void read(response).then(resolve, reject))
  // Not ended where more is declared, since the server is to answer before the rest.
  if (body) sent.write(body)
  if (length === body?.length) sent.end()
  else sent.flushHeaders()
  return promise.finally(() => {
    clearTimeout(timer)
    sent.destroy()
  })
}

async function read(response: IncomingMessage): Promise<RawResponse> {
  const { statusCode: status = 0, headers } = response
  let body = ''
  for await (const piece of response.setEncoding('utf8')) {
    body += piece
    if (headers['content-length'] === undefined) break
  }
  return { status, contentType: headers['content-type'] ?? '', body }
}
