import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { listenOnLoopback } from '../listen-on-loopback.fixture.ts'

export interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

type Handler = (
  request: Received,
  response: ServerResponse,
  count: number,
) => Answer | undefined | Promise<Answer | undefined>

/**
 * A server in this process that stops when the test ends. A handler that returns nothing has itself written the response, or
 * broken the connection.
 */
export async function serveLocally(handler: Handler): Promise<{ baseUrl: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer(async (incoming, response) => {
    let body = ''
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk
    const request = { method: incoming.method, url: incoming.url, headers: incoming.headers, body }
    received.push(request)
    const answer = await handler(request, response, received.length)
    if (!answer) return
    const { status = 200, headers = {} } = answer
    const isText = typeof answer.body === 'string'
    if (answer.body !== undefined && !isText) headers['content-type'] ??= 'application/json'
    response.writeHead(status, headers).end(isText ? answer.body : JSON.stringify(answer.body))
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${await listenOnLoopback(server)}`, received }
}
