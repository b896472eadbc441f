const headEnd = Buffer.from('\r\n\r\n')
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
  #head: Buffer = nothing
  #status = 0
  #missing = 0

  /**
   * @returns the status once the answer is complete, 0 before
   * @throws {UnreadableResponseError} for an answer without `Content-Length`, and for bytes that nobody asked for
   */
  push(chunk: Buffer): number {
    if (this.#missing > 0) return this.#take(chunk.length)
    const data = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
    const end = data.indexOf(headEnd)
    if (end === -1) {
      this.#head = data
      return 0
    }
    this.#head = nothing
    const head = data.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    this.#missing = contentLength(head, this.#status)
    return this.#take(data.length - end - headEnd.length)
  }

  #take(bytes: number): number {
    this.#missing -= bytes
    if (this.#missing < 0) throw new UnreadableResponseError(`${-this.#missing} bytes came after the end of an answer`)
    return this.#missing === 0 ? this.#status : 0
  }
}

function contentLength(head: string, status: number): number {
  const value = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (value !== undefined) return Number(value)
  if (status === 204 || status === 304) return 0
  throw new UnreadableResponseError('an answer has no Content-Length')
}
