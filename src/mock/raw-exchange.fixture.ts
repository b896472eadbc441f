import { connect } from 'node:net'
import { shellQuote } from '../redaction/shell-quote.ts'

/** A request as bytes, valid or not. */
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
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let seen = Buffer.alloc(0)
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      socket.destroy()
      settle()
    }
    const timer = setTimeout(() => finish(() => reject(new Error(`no answer within ${milliseconds} ms`))), milliseconds)
    socket.on('data', (chunk) => {
      seen = Buffer.concat([seen, chunk])
      const response = parse(seen, request.method)
      if (response) finish(() => resolve(response))
    })
    socket.on('error', (error) => finish(() => reject(error)))
    socket.on('close', () => finish(() => reject(new Error('the connection ended without an answer'))))
    socket.write(toBytes(request))
  })
}

function toBytes({ method, target, headers, body, declaredLength }: RawRequest): Buffer {
  const length = declaredLength ?? body?.length
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(length === undefined ? [] : [`Content-Length: ${length}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)])
}

function parse(bytes: Buffer, method: string): RawResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const body = bytes.subarray(end + 4)
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? Number.NaN)
  const isBodiless = method === 'HEAD' || /^HTTP\/1\.1 (204|304) /.test(head)
  const isComplete = Number.isNaN(length) ? body.length > 0 : body.length >= length
  if (!isBodiless && !isComplete) return undefined
  return {
    status: Number(/^HTTP\/1\.1 (\d+) /.exec(head)?.[1]),
    contentType: /^content-type: (.*)$/im.exec(head)?.[1] ?? '',
    body: body.toString(),
  }
}

/** The request as a curl command. */
export function toCurl(origin: string, { method, target, headers, body, declaredLength }: RawRequest): string {
  const lines = headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`)
  const length = declaredLength === undefined ? [] : [`-H 'Content-Length: ${declaredLength}'`]
  const data = body === null ? [] : [`--data-binary @<(printf %b ${shellQuote(toOctal(body))})`]
  return ['curl -i -g --path-as-is', `-X ${method}`, ...lines, ...length, ...data, shellQuote(origin + target)].join(
    ' ',
  )
}

/** Bytes as `printf %b` reads them. Of a large body, only the beginning. */
function toOctal(body: Buffer): string {
  const head = [...body.subarray(0, 2000)].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\0${byte.toString(8).padStart(3, '0')}`,
  )
  return head.join('') + (body.length > 2000 ? `… (${body.length} bytes)` : '')
}
