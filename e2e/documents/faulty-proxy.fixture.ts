import { once } from 'node:events'
import { createServer, type IncomingMessage, request as send } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { listenOnLoopback } from '../../src/listen-on-loopback.fixture.ts'

/** An answer on its way from a server, and the request that it belongs to. */
export interface Passing {
  method: string
  path: string
  status: number
  body: string
}

/** A fault in what passes: a status without asking the server, or another answer. */
export interface Fault {
  instead?(method: string, path: string): number | undefined
  change?(answer: Passing): Partial<Passing>
}

/** A change to the object of an answer in JSON, or to the first of a list. */
export const changing = (method: string, path: RegExp, change: (thing: Record<string, unknown>) => object): Fault => ({
  change: (answer) => {
    if (answer.method !== method || !path.test(answer.path) || answer.status >= 300) return {}
    return { body: JSON.stringify(change(JSON.parse(answer.body))) }
  },
})

/** A proxy before a server, with a fault that can be changed. */
export async function startProxy(upstream: string): Promise<{ origin: string; fault: Fault; close(): void }> {
  const server = createServer(async (request: IncomingMessage, response) => {
    const { method = '', url: path = '', headers } = request
    const status = proxy.fault.instead?.(method, path)
    const sent = await buffer(request)
    if (status !== undefined) return void response.writeHead(status).end()
    const { connection, 'transfer-encoding': _, ...kept } = headers
    const forwarded = send(upstream + path, { method, headers: { ...kept, 'content-length': sent.length } })
    const [answer] = (await once(forwarded.end(sent), 'response')) as [IncomingMessage]
    const passing = { method, path, status: answer.statusCode ?? 0, body: await text(answer) }
    const { status: shown, body } = { ...passing, ...proxy.fault.change?.(passing) }
    const { 'content-length': length, 'transfer-encoding': framing, ...shownHeaders } = answer.headers
    response.writeHead(shown, shownHeaders).end(shown === 204 ? undefined : body)
  })
  const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`
  const proxy = { origin, fault: {} as Fault, close: () => void server.close() }
  return proxy
}
