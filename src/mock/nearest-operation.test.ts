import { expect, it } from 'vitest'
import { loadRuntime } from '../contract/registry.ts'
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
