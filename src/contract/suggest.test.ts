import { expect, it } from 'vitest'
import { suggest } from './suggest.ts'

it.each([
  ['oders', ['orders', 'secrets'], "did you mean 'orders'?"],
  ['Full', ['full', 'read'], "did you mean 'full'?"],
  ['shiped-order', ['order', 'shipped-order'], "did you mean 'shipped-order'?"],
  ['zzzzzz', ['order', 'lamp'], 'known are order, lamp'],
  ['a', [], 'known are none'],
])('%s among %j: %s', (name, known, hint) => {
  expect(suggest(name, known)).toBe(hint)
})
