import { expect, it } from 'vitest'
import { touchedBy } from './source-folders.ts'

const folders = ['orders', 'secrets', 'request-params'].map((name) => ({ name, source: `specs/${name}`, entry: null }))
const all = folders.map(({ name }) => name)

it.for([
  [['specs/orders/schemas/Order.yaml'], ['orders']],
  [['specs/orders/schemas'], ['orders']],
  [['specs/orders'], ['orders']],
  [
    ['specs/request-params/rules.yaml', 'specs/orders/rules.yaml'],
    ['orders', 'request-params'],
  ],
  [['specs/shared/responses/NotFound.yaml'], all],
  [['specs/shared'], all],
  [['specs/sources.yaml'], all],
  [['specs'], all],
  [['redocly.yaml'], all],
  [['specs/orders/rules.yaml', 'redocly.yaml'], all],
  [['specs/orders-v2/openapi.yaml'], []],
  [['specs/chairs'], []],
] as const)('%s touches %s', ([paths, names]) => {
  expect(touchedBy(new Set(paths), folders).map(({ name }) => name)).toEqual(names)
})
