import { expect, it } from 'vitest'
import { common, touches } from './session.ts'

const all = ['orders', 'secrets', 'request-params']

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
  [['redocly.yaml'], all],
  [['specs/orders/rules.yaml', 'redocly.yaml'], all],
  [['specs/orders-v2/openapi.yaml'], []],
  [['specs/chairs'], []],
] as const)('%s touches %s', ([paths, names]) => {
  expect(all.filter((name) => touches(new Set(paths), [`specs/${name}`, ...common]))).toEqual(names)
})
