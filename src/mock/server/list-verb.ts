import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { METHODS } from '../../behaviour/node-http.ts'

/** The error of Node's HTTP parser. */
export interface ParseError extends Error {
  code?: string
  bytesParsed?: number
  rawPacket?: Buffer
}

/**
 * Lets a server answer verbs such as `LIST`. Node's HTTP/1 parser does not know them and stops with an error, which would end the
 * connection. The error says where the request begins, so text in a body is never taken for a request, and connections that never
 * send such a verb are as fast as before.
 *
 * @param refuse answers bytes that are not HTTP; it also gets the answer to the request before them. It replaces a `clientError`
 *   listener
 * @param verbsOf gives the verbs that are answered beside those of Node
 * @returns a function that gives the method of a request, these verbs included
 */
export function acceptVerbs(
  server: Server,
  refuse: (error: ParseError, connection: Duplex, lastAnswer: ServerResponse | undefined) => void,
  verbsOf: () => Iterable<string> = () => ['LIST'],
): (request: IncomingMessage) => string {
  // A TLS server would start a handshake on a new 'connection'.
  const connected = 'setSecureContext' in server ? 'secureConnection' : 'connection'
  const lastAnswer = new WeakMap<Duplex, ServerResponse>()
  const waiting = new Set<ListConnection>()
  server.prependListener('request', ({ socket }, response) => lastAnswer.set(socket, response))

  server.on('clientError', (error: ParseError, connection: Duplex) => {
    const verbs = [...verbsOf()]
    const remainder = verbs.map((verb) => remainderOf(error, verb)).find((found) => found !== undefined)
    const isRefused = connection.destroyed || (connection instanceof ListConnection && connection.hasOtherVerb)
    if (!remainder || isRefused) return refuse(error, connection, lastAnswer.get(connection))
    const taken = new ListConnection(takeOver(connection), remainder, verbs)
    waiting.add(taken)
    // Answers go out in the order of their requests, so this request waits for the answer to the one before it.
    void closed(lastAnswer.get(connection)).then(() => {
      waiting.delete(taken)
      // The answers are out, and nothing else reads from this part of the connection: its parser can be given back.
      if (connection instanceof ListConnection) connection.destroy()
      // The answer before it has left a limit for an idle connection.
      taken.setTimeout(0)
      if (!taken.destroyed) server.emit(connected, taken)
    })
  })

  // The server finds connections by their parsers, and these have none.
  const closeAllConnections = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    closeAllConnections()
    for (const connection of waiting) connection.destroy()
  }

  return ({ method = 'GET', socket }) => {
    const connection: Duplex = socket
    return (connection instanceof ListConnection && connection.takeVerb()) || method
  }
}

/** The verbs of Node's parser; it reads those of RTSP too, before it refuses them. */
const parsed = [
  ...METHODS,
  ...'ANNOUNCE DESCRIBE FLUSH GET_PARAMETER PAUSE PLAY PRI RECORD REDIRECT SETUP SET_PARAMETER TEARDOWN'.split(' '),
]

/**
 * The bytes from the verb on, when the verb is this one. `LI` begins a verb that the parser knows (`LINK`), so it stops at the third letter
 * of `LIST`. An earlier packet may have brought the first two; those that this packet has must be right, since `LOST` stops the parser too.
 */
function remainderOf({ code, bytesParsed = 0, rawPacket }: ParseError, verb: string): Buffer | undefined {
  if (code !== 'HPE_INVALID_METHOD' || !rawPacket) return undefined
  const text = `${verb} `
  let known = 0
  while (known < text.length && parsed.some((one) => `${one} `.startsWith(text.slice(0, known + 1)))) known++
  const before = rawPacket.toString('latin1', Math.max(0, bytesParsed - known), bytesParsed)
  return rawPacket[bytesParsed] === text.charCodeAt(known) && text.slice(0, known).endsWith(before)
    ? Buffer.concat([Buffer.from(text.slice(0, known)), rawPacket.subarray(bytesParsed)])
    : undefined
}

async function closed(response: ServerResponse | undefined): Promise<void> {
  if (response && !response.closed) await once(response, 'close')
}

/**
 * Takes the socket away from the parser that has failed. The caller must listen for data in the same turn: a paused socket stops
 * its handle, and only the parser, which is gone, would start it again.
 */
function takeOver(connection: Duplex & { parser?: { remove?(): void } | null }): Socket {
  // The server takes the failed parser for a request that never ends, and would refuse it after its timeout.
  connection.parser?.remove?.()
  if (connection instanceof ListConnection) return connection.release()
  const socket = connection as Socket
  for (const event of ['data', 'end', 'timeout']) socket.removeAllListeners(event)
  socket.setTimeout(0)
  return socket
}

/** The rest of a connection whose next request has such a verb. The parser reads the request as a GET; `takeVerb` says what it is. */
class ListConnection extends Duplex {
  readonly #socket: Socket
  #head: Buffer | null
  readonly #verbs: readonly string[]
  #verb: string | undefined
  #isReleased = false
  /** The verb only begins like one of these, so the parser will stop at it again. */
  hasOtherVerb = false
  readonly #onData = (chunk: Buffer): void => this.#receive(chunk)
  readonly #onEnd = (): void => void this.push(null)
  readonly #onClose = (): void => void this.destroy()
  readonly #onTimeout = (): void => void this.emit('timeout')

  constructor(socket: Socket, remainder: Buffer, verbs: readonly string[]) {
    super()
    this.#verbs = verbs
    this.#socket = socket
    this.#head = Buffer.alloc(0)
    socket.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose).on('timeout', this.#onTimeout)
    this.#receive(remainder)
  }

  /** The verb, once, for the request that was sent with it. */
  takeVerb(): string | undefined {
    const verb = this.#verb
    this.#verb = undefined
    return verb
  }

  /** Releases the socket for the next such verb on it. Answers that are under way still go out here, and end with the socket. */
  release(): Socket {
    const socket = this.#socket
    this.#isReleased = true
    socket.pause()
    socket.off('data', this.#onData).off('end', this.#onEnd).off('timeout', this.#onTimeout)
    socket.setTimeout(0)
    return socket
  }

  #receive(chunk: Buffer): void {
    if (!this.#head) {
      if (!this.push(chunk)) this.#socket.pause()
      return
    }
    this.#head = Buffer.concat([this.#head, chunk])
    const head = this.#head
    // The verb itself may be split across packets.
    if (!head.includes(' ') && this.#verbs.some((verb) => head.length <= verb.length)) return
    this.#head = null
    this.#verb = this.#verbs.find((verb) => head.toString('latin1', 0, verb.length + 1) === `${verb} `)
    this.hasOtherVerb = this.#verb === undefined
    this.push(this.#verb === undefined ? head : Buffer.concat([Buffer.from('GET'), head.subarray(this.#verb.length)]))
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.off('close', this.#onClose)
    if (!this.#isReleased) this.#socket.destroy()
    done(error)
  }

  /** The server sets its keep-alive and request time limits here. */
  setTimeout(milliseconds: number): this {
    this.#socket.setTimeout(milliseconds)
    return this
  }
}
