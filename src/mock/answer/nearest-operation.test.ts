import { expect, it } from 'vitest'
import type { RuntimeInterface } from '../../contract/runtime.ts'
import { loadRuntime } from '../../workspace/interfaces.ts'
import { nearestOperation } from './nearest-operation.ts'

const hint = (name: string, method: string, path: string) => {
  const runtime = loadRuntime(name)
  return nearestOperation(runtime, method, path, `/${runtime.prefix}`)
}

it.each([
  ['orders', 'GET', '/orders', '; the base path is /orders/api: did you mean GET /orders/api/orders?'],
  ['orders', 'GET', '/v1/orders', '; the base path is /orders/api: did you mean GET /orders/api/orders?'],
  ['orders', 'POST', '/orders', '; the base path is /orders/api: did you mean GET /orders/api/orders?'],
  ['orders', 'GET', '/api/orders/', '; there is no slash at the end: did you mean GET /orders/api/orders?'],
  ['orders', 'GET', '/api/ordres', '; did you mean GET /orders/api/orders?'],
  ['orders', 'PUT', '/api/ordres/1', '; did you mean PUT /orders/api/orders/{token}?'],
  ['orders', 'GET', '/nothing/of/the/sort', ''],
  ['_control', 'GET', '/session', '; did you mean GET /_control/sessions?'],
])('%s: %s %s leads near%s', (name, method, path, expected) => {
  expect(hint(name === '_control' ? 'mock-control' : name, method, path)).toBe(expected)
})

it('distinguishes a missing version from a missing base path', () => {
  const runtime = loadRuntime('document-templates')
  expect(runtime.mounts).toEqual(['/2.0'])
  const [operation] = runtime.operations
  const path = operation?.path ?? ''
  expect(hint('document-templates', operation?.method.toUpperCase() ?? '', path)).toBe(
    `; the version /2.0 is missing: did you mean ${operation?.method.toUpperCase()} /document-templates/2.0${path}?`,
  )
})

it('repeats nothing of the path', () => {
  expect(hint('orders', 'PUT', '/orders/marked-7c41')).toBe(
    '; the base path is /orders/api: did you mean PUT /orders/api/orders/{token}?',
  )
})

it.each([
  ['GET', '/shop/lamps/1', '; the version /v1.2 is missing: did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/lamps/1', '; the base path is /lights/shop/v1.2: did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/shop/v1/lamps/1', '; the base path is /lights/shop/v1.2: did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/hops/lamps/1', '; the base path is /lights/shop/v1.2: did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/shop/v1.2/lamps', '; a slash at the end is missing: did you mean PUT /lights/shop/v1.2/lamps/?'],
  ['GET', '/shop/v1.2/lamps/1//', '; there is no slash at the end: did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['DELETE', '/shop/v1.2/lamqs/1', '; did you mean DELETE /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/shop/v1.2/lamqs/1', '; did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/shop/v1.2/lam/1', '; did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/shop/v1.2/houses/1', ''],
  ['GET', '', ''],
])('finds %s %s in a document whose address has two parts', (method, path, expected) => {
  const operation = (method: string, path: string) => ({
    id: method + path,
    method,
    path,
    template: `/shop/v1.2${path}`,
  })
  const operations = [operation('delete', '/lamps/{id}'), operation('get', '/lamps/{id}'), operation('put', '/lamps/')]
  const lights = { prefix: 'lights', mounts: ['/shop/v1.2'], operations } as unknown as RuntimeInterface
  expect(nearestOperation(lights, method, path, '/lights')).toBe(expected)
})
