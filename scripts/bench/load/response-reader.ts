const headEnd = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')
const nothing = Buffer.alloc(0)

/** An answer that this reader cannot take. */
export class UnreadableResponseError extends Error {
  override readonly name = 'UnreadableResponseError'
}

/**
 * Reads the answers of one keep-alive connection on which no request is sent before the answer to the last has come: their
 * status, and where each ends. That is all that a load generator needs, and a fraction of the cost of a full client.
 */
export class ResponseReader {
  /** Of the head or of a chunk, as long as it is not whole. */
  #unread: Buffer = nothing
  #status = 0
  #missing = 0
  #chunked = false

  /**
   * @returns the status once the answer is complete, 0 before
   * @throws {UnreadableResponseError} for an answer whose end it cannot know, and for bytes that nobody asked for
   */
  push(packet: Buffer): number {
    if (this.#missing > 0) return this.#take(packet.length)
    const data = this.#unread.length === 0 ? packet : Buffer.concat([this.#unread, packet])
    return this.#chunked ? this.#takeChunks(data) : this.#takeHead(data)
  }

  #takeHead(data: Buffer): number {
    const end = data.indexOf(headEnd)
    if (end === -1) {
      this.#unread = data
      return 0
    }
    this.#unread = nothing
    const head = data.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    this.#missing = contentLength(head, this.#status)
    const bodyAt = end + headEnd.length
    if (this.#missing >= 0) return this.#take(data.length - bodyAt)
    this.#missing = 0
    this.#chunked = true
    return this.#takeChunks(data.subarray(bodyAt))
  }

  #take(bytes: number): number {
    this.#missing -= bytes
    if (this.#missing < 0) throw tooMany(-this.#missing)
    return this.#missing === 0 ? this.#status : 0
  }

  /** Each chunk is a line with its size in hexadecimal, its bytes, and an empty line; the last has none. */
  #takeChunks(data: Buffer): number {
    for (let at = 0; ; ) {
      const sizeEnd = data.indexOf(lineEnd, at)
      const size = sizeEnd === -1 ? 0 : Number.parseInt(data.toString('latin1', at, sizeEnd), 16)
      if (Number.isNaN(size)) throw new UnreadableResponseError('a chunk of an answer has no size')
      const next = sizeEnd + 2 + size + 2
      if (sizeEnd === -1 || data.length < next) {
        this.#unread = data.subarray(at)
        return 0
      }
      at = next
      if (size > 0) continue
      if (at < data.length) throw tooMany(data.length - at)
      this.#unread = nothing
      this.#chunked = false
      return this.#status
    }
  }
}

function tooMany(bytes: number): UnreadableResponseError {
  return new UnreadableResponseError(`${bytes} bytes came after the end of an answer`)
}

/** -1 for an answer in chunks. */
function contentLength(head: string, status: number): number {
  const value = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (value !== undefined) return Number(value)
  if (status === 204 || status === 304) return 0
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return -1
  throw new UnreadableResponseError('an answer has neither Content-Length nor chunks')
}
