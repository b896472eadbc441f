import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { onTestFinished } from 'vitest'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import { bundled } from '../../workspace/bundled.ts'
import type { Finding } from '../exchange-report.ts'
import { type RunningProxy, startProxy } from './proxy.ts'
import type { PassedExchange } from './record-exchange.ts'

/** A server that answers as the test says, and a proxy before it. Both end with the test. */
export async function proxied(name: string, answer: RequestListener, onExchange?: (exchange: PassedExchange) => void) {
  const server = createServer(answer)
  const upstream = new URL(`http://127.0.0.1:${await listenOnLoopback(server)}`)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { server, upstream, ...(await proxyBefore(name, upstream, onExchange)) }
}

export async function proxyBefore(
  name: string,
  upstream: URL,
  onExchange?: (exchange: PassedExchange) => void,
): Promise<{ proxy: RunningProxy; findings: Finding[]; warnings: string[]; close: () => Promise<void> }> {
  const findings: Finding[] = []
  const warnings: string[] = []
  const proxy = await startProxy({
    interface: bundled.find(name),
    upstream,
    onFinding: (finding) => void findings.push(finding),
    onWarning: (warning) => void warnings.push(warning),
    ...(onExchange && { onExchange }),
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= proxy.close()
    return closing
  }
  onTestFinished(close)
  return { proxy, findings, warnings, close }
}

/** Sends a request with Node's client, which follows no redirection. Resolves when the head of the answer has come. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent: false }, resolve).once('error', reject).end(body)
  })
}

export async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of message) text += chunk
  return text
}
