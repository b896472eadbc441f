import { connect } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { MockAnswer, MockRequest } from '../types.ts'
import { type ListeningServer, type ListenOptions, listen } from './server.ts'

/** Faults that servers have reported; a test removes those that it expects. */
export const faults: string[] = []

export type AnswerTo = (request: MockRequest) => Promise<MockAnswer>

/** Starts a server for one test. The test fails if the server reports an unexpected fault. */
export async function serve(answer: AnswerTo, options: Partial<ListenOptions> = {}): Promise<ListeningServer> {
  const onFault = (reason: string) => void faults.push(reason)
  const server = await listen(answer, { host: '127.0.0.1', port: 0, onFault, ...options })
  onTestFinished(async () => {
    await server.close()
    expect(faults.splice(0)).toEqual([])
  })
  return server
}

export function text(body: unknown, more: Partial<MockAnswer> = {}): MockAnswer {
  return { status: 200, headers: { 'content-type': 'text/plain' }, body, ...more }
}

/** Sends bytes, and returns the received bytes when the connection ends or when they match. */
export function talk(port: number, bytes: string | Buffer, until?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let seen = ''
    const end = () => {
      socket.destroy()
      resolve(seen)
    }
    socket.on('data', (chunk) => {
      seen += chunk
      if (until?.test(seen)) end()
    })
    socket.on('error', () => {})
    socket.on('close', end)
    socket.write(bytes)
  })
}

export function request(start: string, headers = '', body = ''): string {
  return `${start} HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`
}

/** Numbers, a line each, until the caller goes or the server stops. */
export async function* count(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let line = 0; !signal.aborted; line++) {
    yield Buffer.from(`${line}\n`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
