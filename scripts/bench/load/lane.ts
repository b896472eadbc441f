import { connect, type Socket } from 'node:net'
import { ResponseReader } from './response-reader.ts'

/** One keep-alive connection on which one request is under way at most. */
export class Lane {
  /** Hears the status of each answer. */
  onAnswer: (status: number) => void = () => {}
  /** Rejects when the connection breaks before it is ended. */
  readonly ended: Promise<void>
  readonly #socket: Socket
  #done = false

  static open(port: number): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(new Lane(socket)))
      socket.once('error', reject)
    })
  }

  private constructor(socket: Socket) {
    this.#socket = socket
    const reader = new ResponseReader()
    socket.on('data', (chunk) => {
      try {
        const status = reader.push(chunk)
        if (status !== 0) this.onAnswer(status)
      } catch (error) {
        socket.destroy(error as Error)
      }
    })
    this.ended = new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.once('close', () => (this.#done ? resolve() : reject(new Error('the server closed a connection'))))
    })
  }

  send(request: string): void {
    this.#socket.write(request)
  }

  end(): void {
    this.#done = true
    this.#socket.destroy()
  }

  break(reason: string): void {
    this.#socket.destroy(new Error(reason))
  }
}
