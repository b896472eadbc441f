import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verbsIn } from '../../contract/contract.ts'
import { acceptVerbs } from '../../mock/server/list-verb.ts'
import { emptyTally, type Tally } from '../exchange-report.ts'
import type { JudgeOptions } from '../judge.ts'
import { type BaseUrl, createLocator } from '../locate.ts'
import { ExchangeHandler } from './exchange.ts'
import type { PassedExchange } from './record-exchange.ts'
import { createUpstream, maxHeaderSize } from './upstream.ts'

export interface ProxyOptions extends Omit<JudgeOptions, 'locator' | 'tally'> {
  interface: BaseUrl['interface']
  upstream: URL
  host?: string
  /** 0, the default, lets the system choose. */
  port?: number
  /** Called once for each use of the proxy that is probably a mistake. */
  onWarning?: (warning: string) => void
  /** Called with each exchange that is over; without it, no body is kept. */
  onExchange?: (exchange: PassedExchange) => void
}

export interface RunningProxy {
  /** `http://127.0.0.1:4020` */
  origin: string
  tally: Tally
  /** Number of requests that the upstream did not answer. */
  unanswered(): number
  /** Resolves when every exchange so far is over: recorded, and compared with the contract. A client has its answer before. */
  settled(): Promise<void>
  /** Ends the exchanges that are under way; those that do not end within a second are cut. */
  close(): Promise<void>
}

/** How long exchanges may take to end when the proxy closes. Milliseconds. */
const closeTimeout = 1000

/**
 * Starts a proxy before an implementation of an interface. It passes requests and answers on unchanged and as they come, and
 * compares every answer with the contract.
 *
 * @throws {UpstreamError} when no connection to the upstream can be made
 * @throws {NodeJS.ErrnoException} when the proxy cannot listen on the port (`EADDRINUSE`, `EACCES`)
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { interface: one, upstream: url, host = '127.0.0.1', port = 0 } = options
  const locator = createLocator([{ interface: one, url }])
  const upstream = createUpstream(url)
  await upstream.probe()
  const tally = emptyTally()
  const handler = new ExchangeHandler({ ...options, upstream, locator, tally })
  const open = new Set<Promise<void>>()

  const server = createServer({ maxHeaderSize }, (incoming, response) => {
    const done = handler.handle(incoming, response, methodOf(incoming)).finally(() => open.delete(done))
    open.add(done)
  })
  // By default, Node would silently drop headers beyond a thousand, even those that frame the body.
  server.maxHeadersCount = 0
  const methodOf = acceptVerbs(
    server,
    (_error, connection) => {
      if (connection.writable)
        connection.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    },
    () => ['LIST', ...verbsIn(one.contract)],
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    tally,
    unanswered: () => handler.unanswered,
    settled,
    close,
  }

  async function settled(): Promise<void> {
    await Promise.allSettled(open)
  }

  function close(): Promise<void> {
    return new Promise((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), closeTimeout)
      const giveUp = setTimeout(resolve, 2 * closeTimeout)
      server.close(async () => {
        clearTimeout(cut)
        upstream.close()
        await settled()
        clearTimeout(giveUp)
        resolve()
      })
      server.closeIdleConnections()
    })
  }
}
