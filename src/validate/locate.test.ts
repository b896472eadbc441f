import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith } from '../temporary-folder.fixture.ts'
import { bundled } from '../workspace/bundled.ts'
import { openWorkspaceFor } from '../workspace/open-workspace.ts'
import { NoContractError } from '../workspace/workspace.ts'
import { createLocator, mockBaseUrls } from './locate.ts'

const describeLocated = (locator: ReturnType<typeof createLocator>, method: string, url: string) => {
  const located = locator.locate(method, new URL(url))
  if (located.kind === 'operation') return `${located.contract.name} ${located.operation.id}`
  return located.kind === 'elsewhere' ? 'elsewhere' : `${located.interface}: ${located.reason}`
}

describe('the mock is meant without a base URL', () => {
  const locator = createLocator(mockBaseUrls(bundled.interfaces))
  it.each([
    ['GET', 'http://127.0.0.1:4010/orders/api/orders', 'orders listOrders'],
    ['GET', 'http://localhost:4010/orders/api/orders?limit=1', 'orders listOrders'],
    ['GET', 'http://127.0.0.1:4010/kv-cluster/m2/version', 'kv-cluster getVersion'],
    ['LIST', 'http://127.0.0.1:4010/secrets/v1/secret/metadata/', 'secrets listKeys'],
    ['GET', 'http://127.0.0.1:4010/orders/api/ordres', 'orders: the path is not documented'],
    ['PATCH', 'http://127.0.0.1:4010/orders/api/orders', 'orders: PATCH is not documented for this path'],
    ['GET', 'http://127.0.0.1:4010/orders/api/orders/%zz', 'orders: the path is not validly percent-encoded'],
    ['GET', 'http://127.0.0.1:4010/ordersX/api/orders', 'elsewhere'],
    ['GET', 'http://127.0.0.1:4011/orders/api/orders', 'elsewhere'],
    ['GET', 'https://127.0.0.1:4010/orders/api/orders', 'elsewhere'],
  ])('%s %s is for: %s', (method, url, expected) => {
    expect(describeLocated(locator, method, url)).toBe(expected)
  })
})

it.each([
  ['https://shop.example', 'https://shop.example/api/orders'],
  ['https://shop.example/', 'https://shop.example/api/orders'],
  ['https://shop.example/api', 'https://shop.example/api/orders'],
  ['https://shop.example/eu/api/', 'https://SHOP.example:443/eu/api/orders'],
])('a base URL may end before or after the path of the server: %s', (base, url) => {
  const locator = createLocator([{ interface: bundled.find('orders'), url: new URL(base) }])
  expect(describeLocated(locator, 'GET', url)).toBe('orders listOrders')
})

it('a base URL that ends with the path of the server ends after it, so that the path does not stand in a request again', () => {
  const locator = createLocator([
    { interface: bundled.find('document-templates'), url: new URL('https://apps.example/2.0') },
  ])
  const path = '/2.0/docgen_templates'
  const [right, doubled] = [`https://apps.example${path}`, `https://apps.example/2.0${path}`]
  expect(describeLocated(locator, 'GET', right)).toMatch(/^document-templates /)
  expect(locator.locate('GET', new URL(doubled))).toEqual({
    kind: 'not-in-contract',
    interface: 'document-templates',
    reason: 'the path is not documented; /2.0 is in it twice',
    warning:
      'https://apps.example/2.0 ends with /2.0, and the path of the request begins with it: it is forwarded as /2.0/2.0/…; leave /2.0 out of one of the two',
  })
})

it.each([
  ['https://api.example/v2/lamps', 'desk listLamps'],
  ['https://eu.api.example/v3/lamps', 'desk listLamps'],
  ['https://us.api.example/v3/lamps', 'desk listLamps'],
  ['https://asia.api.example/v3/lamps', 'elsewhere'],
  ['http://localhost:4010/v2/lamps', 'desk listLamps'],
  ['http://localhost:4010/desk/v2/lamps', 'desk listLamps'],
  ['https://api.example/v2/lamp', 'desk: the path is not documented'],
])('a document is served where it says, and at the root of its mock: %s', async (url, expected) => {
  const servers = [
    { url: 'https://api.example/v2' },
    {
      url: 'https://{region}.api.example/{version}',
      variables: { region: { default: 'eu', enum: ['eu', 'us'] }, version: { default: 'v3' } },
    },
    { url: '/relative' },
  ]
  const paths = { '/lamps': { get: { operationId: 'listLamps', responses: { 200: { description: 'All.' } } } } }
  const document = { openapi: '3.1.0', info: { title: 'Desk', version: '1' }, servers, paths }
  const file = join(folderWith({ 'desk.json': JSON.stringify(document) }), 'desk.json')
  const { interfaces } = await openWorkspaceFor([], [file])
  expect(describeLocated(createLocator(mockBaseUrls(interfaces), interfaces), 'GET', url)).toBe(expected)
})

it('a real member has no segment for its name', () => {
  const urls = ['http://m1.kv.example:2379', 'http://m2.kv.example:2379']
  const locator = createLocator(urls.map((url) => ({ interface: bundled.find('kv-cluster'), url: new URL(url) })))
  expect(describeLocated(locator, 'GET', 'http://m2.kv.example:2379/version')).toBe('kv-cluster getVersion')
})

it('the longest base URL wins', () => {
  const base = (name: string, url: string) => ({ interface: bundled.find(name), url: new URL(url) })
  const locator = createLocator([base('secrets', 'https://one.example'), base('orders', 'https://one.example/shop')])
  expect(describeLocated(locator, 'GET', 'https://one.example/shop/api/orders')).toBe('orders listOrders')
})

it('refuses the name of no interface at once', () => {
  expect(() => createLocator([{ interface: bundled.find('ordres'), url: new URL('https://shop.example') }])).toThrow(
    NoContractError,
  )
})
