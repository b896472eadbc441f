import { connect, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'

/** A request, parsed from recorded bytes. */
export interface RawRequest {
  /** `GET /a HTTP/1.1` */
  line: string
  /** In order, names as they were written. */
  headers: [name: string, value: string][]
  body: string
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok'

/**
 * A server below HTTP: it records the bytes of each connection, and answers each request in them with the same bytes.
 *
 * @param answer bytes, as Latin-1
 */
export async function startRawUpstream(answer = ok) {
  const connections: { bytes: string; answered: number }[] = []
  const server = createServer((socket) => {
    const connection = { bytes: '', answered: 0 }
    connections.push(connection)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      connection.bytes += chunk.toString('latin1')
      const { requests } = readWhole(connection.bytes)
      for (const { line } of requests.slice(connection.answered)) {
        const text = line.startsWith('HEAD ') ? answer.replace(/(?<=\r\n\r\n).*$/s, '') : answer
        socket.write(Buffer.from(text, 'latin1'))
      }
      connection.answered = requests.length
    })
  })
  return {
    url: new URL(`http://127.0.0.1:${await listenOnLoopback(server)}`),
    /**
     * All whole requests that came, read strictly.
     *
     * @throws {Error} when a recipient could read it in two ways
     */
    requests: (): RawRequest[] => connections.flatMap(({ bytes }) => readRequests(bytes)),
    /** Removes the recorded bytes. Connections stay open, and their further bytes are recorded. */
    forget(): void {
      for (const connection of connections) Object.assign(connection, { bytes: '', answered: 0 })
    },
    close: () => void server.close(),
  }
}

/**
 * Sends bytes on a new connection. Returns the received bytes after a pause without further ones, which is counted in turns of the
 * event loop: while other programs have the processor, no time passes.
 */
export async function sendBytes(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let received = ''
  let quiet = 0
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    quiet = 0
  })
  socket.write(Buffer.from(bytes, 'latin1'))
  // The first bytes may take longer than those that follow.
  for (; quiet < (received ? 12 : 600) && !socket.closed; quiet++) await setTimeout(5)
  socket.destroy()
  return received
}

/** Statuses of the final answers in received bytes. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)].map(([, status]) => Number(status))
}

/** @throws {Error} for bytes that are not one request after another, each framed in one way only */
function readRequests(bytes: string): RawRequest[] {
  const { requests, error } = readWhole(bytes)
  if (error) throw error
  return requests
}

function readWhole(bytes: string): { requests: RawRequest[]; error?: Error } {
  const requests: RawRequest[] = []
  let rest = bytes
  try {
    for (let read = readRequest(rest); read; read = readRequest(rest)) {
      requests.push(read.request)
      rest = read.rest
    }
    return { requests }
  } catch (error) {
    return { requests, error: error as Error }
  }
}

function readRequest(bytes: string): { request: RawRequest; rest: string } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [line = '', ...fields] = bytes.slice(0, end).split('\r\n')
  const headers = fields.map((field): [string, string] => {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/.exec(field) ?? []
    if (name === '') throw new Error(`not a header: ${JSON.stringify(field)}`)
    return [name, value]
  })
  const framing = headers.filter(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
  const [[name = '', value = ''] = []] = framing
  if (framing.length > 1) throw new Error(`framed twice: ${JSON.stringify(framing)}`)
  const after = bytes.slice(end + 4)
  if (name === '') return { request: { line, headers, body: '' }, rest: after }
  if (name.toLowerCase() === 'content-length') {
    if (!/^\d{1,9}$/.test(value)) throw new Error(`not a length: ${value}`)
    if (after.length < Number(value)) return undefined
    return { request: { line, headers, body: after.slice(0, Number(value)) }, rest: after.slice(Number(value)) }
  }
  if (value !== 'chunked') throw new Error(`not a transfer coding of the proxy: ${value}`)
  const chunked = readChunks(after)
  return chunked && { request: { line, headers, body: chunked.body }, rest: chunked.rest }
}

function readChunks(bytes: string): { body: string; rest: string } | undefined {
  let body = ''
  for (let at = 0; ; ) {
    const [head = '', size = ''] = /^([\da-f]+)\r\n/i.exec(bytes.slice(at, at + 20)) ?? []
    if (head === '' && bytes.length - at < 20) return undefined
    if (head === '') throw new Error(`not a chunk: ${JSON.stringify(bytes.slice(at, at + 20))}`)
    const begin = at + head.length
    const end = begin + Number.parseInt(size, 16)
    if (bytes.length < end + 2) return undefined
    if (bytes.slice(end, end + 2) !== '\r\n') throw new Error('a chunk that is longer than its size')
    if (end === begin) return { body, rest: bytes.slice(end + 2) }
    body += bytes.slice(begin, end)
    at = end + 2
  }
}
