import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser, watchFaults, whyNoBrowser } from '../../e2e/docs/browser.fixture.ts'
import { type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { root } from '../../src/workspace/root.ts'

/** The program of a page: it calls clients of several interfaces. */
const program = `
import { createClusterAgentClient } from 'rulebound/cluster-agent'
import { createOrdersClient } from 'rulebound/orders'
import { createSecretsClient } from 'rulebound/secrets'

export async function run(origin) {
  const orders = createOrdersClient({ baseUrl: origin + '/orders/api', apiKey: 'orders.example-key' })
  const { data, error } = await orders.GET('/orders', { params: { query: { status: 'Shipped' } } })
  const refused = await createOrdersClient({ baseUrl: origin + '/orders/api', apiKey: 'wrong' }).GET('/orders')
  const secrets = createSecretsClient({ baseUrl: origin + '/secrets', token: 'svc.example-full-access' })
  const agent = createClusterAgentClient({ baseUrl: origin + '/cluster-agent', token: 'agent.example-management' })
  const lines = []
  for await (const line of agent.logLines({ log_level: 'debug' })) {
    lines.push(line)
    break
  }
  return {
    shipped: data?.totalItems,
    error: error?.code,
    refused: refused.error?.code + ' ' + refused.error?.status,
    listed: await secrets.list('secret'),
    lines: lines.length,
  }
}
`

const reason = whyNoBrowser()

describe.skipIf(reason)(`clients in a browser${reason ? `: ${reason}` : ''}`, () => {
  let mock: RunningMock
  let pages: Server
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: root },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    })
    const script = outputFiles[0]?.text ?? ''
    // The page has another origin than the mock, as pages of users have.
    pages = createServer((request, response) => {
      const isScript = request.url === '/clients.js'
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      response.end(isScript ? script : '<!doctype html><title>A page</title><link rel="icon" href="data:,">')
    }).listen(0, '127.0.0.1')
    await once(pages, 'listening')
    mock = await startMock({ interfaces: ['orders', 'secrets', 'cluster-agent'] })
    browser = await startBrowser()
    page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`)
  })
  afterAll(async () => {
    await browser.close()
    await mock.close()
    pages.close().closeAllConnections()
  })

  it('call the mock from a page of another origin: lists, refusals, and the beginning of a stream', async () => {
    const { outside } = watchFaults(page)
    // As text, because the test runner rewrites the import in a function.
    const seen = await page.evaluate(`import('/clients.js').then(({ run }) => run('${mock.origin}'))`)
    expect(seen).toEqual({
      shipped: 1,
      error: undefined,
      refused: 'http 401',
      listed: ['app/', 'foo'],
      lines: 1,
    })
    expect(outside).toEqual([])
  })
})
