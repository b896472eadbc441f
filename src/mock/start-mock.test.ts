import { networkInterfaces } from 'node:os'
import { expect, it, onTestFinished, vi } from 'vitest'
import { UserError } from '../user-error.ts'
import { bundled } from '../workspace/bundled.ts'
import type { Fallback } from './gateway.ts'
import { type MockOptions, selectServed, startMock } from './start-mock.ts'

async function open(options: MockOptions) {
  const mock = await startMock({ interfaces: ['orders'], ...options })
  onTestFinished(() => mock.close())
  return mock
}

async function ask(url: string, { method = 'GET', ...headers }: Record<string, string> = {}) {
  const response = await fetch(url, { method, headers, ...(method === 'PUT' && { body: '{}' }) })
  return { status: response.status, text: await response.text() }
}

const caller = { accept: 'application/json', authorization: `Basic ${btoa('orders.example-key:')}` }
const nowhere = '/orders/api/orders/00000000-0000-4000-8000-000000000000'

it('answers with the examples of the documents alone', async () => {
  const { origin } = await open({ examples: true })
  expect(await ask(origin + nowhere, caller)).toMatchObject({ status: 200, text: expect.stringContaining('"token"') })
  expect((await ask(origin + nowhere)).status).toBe(401)
  const asText = { ...caller, method: 'PUT', 'content-type': 'text/plain' }
  expect((await ask(origin + nowhere, asText)).status).toBe(415)
})

it('has only a health check in place of a control plane that is off', async () => {
  const pages: Fallback = async (path) => (path === '/page' ? { status: 200, headers: {}, body: 'a page' } : undefined)
  const { origin } = await open({ control: false, whyNoControl: 'Nobody asked for it.', fallback: pages })
  const live = { status: 200, text: '{"live":true,"ready":true}' }
  expect(await ask(`${origin}/_control/health`)).toEqual(live)
  for (const [path, method] of [
    ['/_control/health', 'POST'],
    ['/_control/healthy', 'GET'],
    ['/_control', 'GET'],
  ] as const)
    expect(await ask(origin + path, { method })).toMatchObject({
      status: 404,
      text: expect.stringContaining('"The control plane is off. Nobody asked for it."'),
    })
  expect(await ask(`${origin}/page`)).toEqual({ status: 200, text: 'a page' })
  expect((await ask(`${origin}/health`)).text).toContain('There is nothing at /health')
})

it.for([
  ['::1', /^http:\/\/\[::1\]:\d+$/],
  ['::', /^http:\/\/localhost:\d+$/],
] as const)('has an address that callers of %s can use', async ([host, address], { skip }) => {
  if (!Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === '::1'))) skip('no IPv6')
  const { origin, interfaces } = await open({ host, control: false })
  expect(origin).toMatch(address)
  expect(interfaces[0]).not.toHaveProperty('docsUrl')
  const { status, headers } = await fetch(origin + nowhere)
  expect([status, headers.get('x-mock-operation'), headers.get('link')]).toEqual([401, 'getOrder', null])
  expect((await ask(origin)).status).toBe(404)
})

it('serves an interface that is loaded later, and starts the records of a loaded one anew', async () => {
  const pages: Fallback = Object.assign(async () => undefined, { hasPages: true, close: vi.fn(async () => {}) })
  const { origin, interfaces, reload, close } = await open({ fallback: pages })
  const key = `${origin}/_control/sessions/default/interfaces/orders/records/api-keys/new`
  const body = '{"owner":"a team"}'
  expect((await fetch(key, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })).ok).toBe(true)
  await reload(bundled.find('secrets'))
  await reload(bundled.find('orders'))
  expect((await ask(key)).status).toBe(404)
  expect(interfaces.map(({ name, baseUrls, docsUrl }) => [name, baseUrls, docsUrl])).toEqual([
    ['orders', [`${origin}/orders/api`], `${origin}/docs/orders/`],
    ['secrets', [`${origin}/secrets`], `${origin}/docs/secrets/`],
  ])
  expect((await ask(`${origin}/secrets/v1/sys/health`)).status).toBe(200)
  await close()
  expect(pages.close).toHaveBeenCalledOnce()
})

it('logs each request once it is answered, and only words of the documents', async () => {
  const logged: unknown[] = []
  const log: MockOptions['log'] = ({ session, interface: name, operation, path, status, reason }) =>
    void logged.push([session, name, operation, path, status, reason])
  const { origin } = await open({ log })
  await ask(`${origin}${nowhere}?a=1`, { ...caller, 'x-mock-session': 'logged' })
  await ask(`${origin}/orders/api/orders`, { 'x-mock-session': 'not/logged' })
  await ask(`${origin}/nowhere`)
  expect(logged).toEqual([
    ['logged', 'orders', 'getOrder', '/api/orders/{token}', 404, expect.stringMatching(/^No order /)],
    ['…', null, null, '/…', 400, expect.stringMatching(/^X-Mock-Session takes /)],
    ['default', null, null, '/…', 404, 'There is nothing at this path.'],
  ])
})

it('reports the failure of an engine, and answers 500', async () => {
  const onFault = vi.fn<(reason: string) => void>()
  const failing = () => Promise.reject(new Error('broken'))
  const { origin } = await open({ onFault, wrap: (engine) => ({ ...engine, handle: failing }) })
  expect((await ask(origin + nowhere)).status).toBe(500)
  expect(onFault.mock.calls.map(([reason]) => reason.split('\n')[0])).toEqual(['Error: broken'])
})

it('serves the interfaces that are named, and never the control plane as one', () => {
  expect(selectServed(bundled, ['orders']).map(({ name }) => name)).toEqual(['orders'])
  expect(selectServed(bundled, []).map(({ name }) => name)).not.toContain('mock-control')
  expect(() => selectServed(bundled, ['mock-control'])).toThrow(UserError)
})

it('closes what it has opened when it cannot start', async () => {
  const close = vi.fn(async () => {})
  const pages = Object.assign(async () => undefined, { close })
  await expect(startMock({ interfaces: ['orders'], seed: {}, fallback: pages })).rejects.toThrow()
  expect(close).toHaveBeenCalledOnce()
})
