const headEnd = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')
const nothing = Buffer.alloc(0)

/**
 * Reads the status of each answer and where it ends, on a keep-alive connection with one request under way at most. A load
 * generator needs no more, and a full client costs several times as much.
 */
export class ResponseReader {
  /** An incomplete head or chunk. */
  #unread: Buffer = nothing
  #status = 0
  /** Bytes of the body that are still to come. */
  #missing = 0
  #chunked = false

  /**
   * @returns the status once the answer is complete, 0 before
   * @throws {Error} for an answer whose end cannot be known, and for bytes after the end
   */
  push(packet: Buffer): number {
    if (this.#missing > 0) return this.#take(packet.length)
    const data = this.#unread.length === 0 ? packet : Buffer.concat([this.#unread, packet])
    if (this.#chunked) return this.#takeChunks(data)
    const end = data.indexOf(headEnd)
    if (end === -1) return this.#wait(data)
    this.#unread = nothing
    const head = data.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    const length = contentLength(head, this.#status)
    this.#chunked = length === 'chunked'
    if (length === 'chunked') return this.#takeChunks(data.subarray(end + headEnd.length))
    this.#missing = length
    return this.#take(data.length - end - headEnd.length)
  }

  #wait(data: Buffer): 0 {
    this.#unread = data
    return 0
  }

  #take(bytes: number): number {
    this.#missing -= bytes
    if (this.#missing < 0) throw tooMany(-this.#missing)
    return this.#missing === 0 ? this.#status : 0
  }

  /** A chunk is a line with its size in hexadecimal, its bytes, and a line end; the last one is empty. */
  #takeChunks(data: Buffer): number {
    for (let at = 0; ; ) {
      const sizeEnd = data.indexOf(lineEnd, at)
      if (sizeEnd === -1) return this.#wait(data.subarray(at))
      const size = Number.parseInt(data.toString('latin1', at, sizeEnd), 16)
      if (Number.isNaN(size)) throw new Error('a chunk of an answer has no size')
      const next = sizeEnd + 2 + size + 2
      if (data.length < next) return this.#wait(data.subarray(at))
      at = next
      if (size > 0) continue
      if (at < data.length) throw tooMany(data.length - at)
      this.#unread = nothing
      this.#chunked = false
      return this.#status
    }
  }
}

function tooMany(bytes: number): Error {
  return new Error(`${bytes} bytes came after the end of an answer`)
}

function contentLength(head: string, status: number): number | 'chunked' {
  const value = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (value !== undefined) return Number(value)
  if (status === 204 || status === 304) return 0
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return 'chunked'
  throw new Error('an answer has neither Content-Length nor chunks')
}
