import { expect, it } from 'vitest'
import { type Recipe, requestAt } from './requests.ts'

const headers = { accept: 'application/json' }

it.each<Recipe>([
  { kind: 'list', collections: ['/a/orders', '/b/orders', '/c/orders'], headers },
  { kind: 'search', collections: ['/orders'], headers },
  { kind: 'read', collections: ['/orders'], headers },
  { kind: 'read', collections: ['/orders'], tokens: ['one', 'two'], headers },
  { kind: 'update', collections: ['/orders'], tokens: ['one', 'two'], headers },
])('never gives the same request twice: $kind of $collections, $tokens', (recipe) => {
  const requests = Array.from({ length: 20_000 }, (_, index) => JSON.stringify(requestAt(recipe, index)))
  expect(new Set(requests).size).toBe(requests.length)
})
