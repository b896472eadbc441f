import { expect, it } from 'vitest'
import { contractWith } from '../prism/documents.fixture.ts'
import { nearestOperation } from './nearest-operation.ts'

const lights = contractWith(
  { '/lamps/{id}': { delete: { operationId: 'remove' }, get: { operationId: 'read' } }, '/lamps/': { put: {} } },
  {},
  'lights',
  '/shop/v1.2',
)

it.each([
  ['GET', '/shop/lamps/1', '; the base path is /lights/shop/v1.2: did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/lamps/1', '; the base path is /lights/shop/v1.2: did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/shop/v1/lamps/1', '; the base path is /lights/shop/v1.2: did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/hops/lamps/1', '; the base path is /lights/shop/v1.2: did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/shop/v1.2/lamps', '; a slash at the end is missing: did you mean PUT /lights/shop/v1.2/lamps/?'],
  ['GET', '/shop/v1.2/lamps/1//', '; there is no slash at the end: did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['DELETE', '/shop/v1.2/lamqs/1', '; did you mean DELETE /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/shop/v1.2/lamqs/1', '; did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/shop/v1.2/la/1', '; did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['PATCH', '/shop/v1.2/lamqs/1', '; did you mean GET /lights/shop/v1.2/lamps/{id}?'],
  ['GET', '/shop/v1.2/houses/1', ''],
  ['GET', '/shop/v1.2/lamps/1/2', ''],
  ['GET', '/shop/v1.2/houses/lamps/1', ''],
  ['GET', '/ab/c/lamps/1', ''],
  ['GET', '', ''],
])('finds %s %s in a document whose address has two parts', (method, path, expected) => {
  expect(nearestOperation(lights, method, path, '/lights')).toBe(expected)
})
