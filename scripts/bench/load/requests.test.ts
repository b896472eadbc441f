import { describe, expect, it } from 'vitest'
import { queryParameters } from '../mock/shop-document.ts'
import { type Recipe, requestAt, toWire } from './requests.ts'

const headers = { accept: 'application/json' }
const recipes: Recipe[] = [
  { kind: 'list', collections: ['/orders'], headers },
  { kind: 'list', collections: ['/a/orders', '/b/orders', '/c/orders'], headers },
  { kind: 'search', collections: ['/orders'], headers },
  { kind: 'read', collections: ['/orders'], headers },
  { kind: 'read', collections: ['/orders'], tokens: ['one', 'two'], headers },
  { kind: 'update', collections: ['/orders'], tokens: ['one', 'two'], headers },
]

describe('requestAt', () => {
  it.each(recipes)('never gives the same request twice: $kind of $collections, $tokens', (recipe) => {
    const requests = Array.from({ length: 20_000 }, (_, index) => toWire(requestAt(recipe, index), ''))
    expect(new Set(requests).size).toBe(requests.length)
  })

  it('sends every query parameter that the document has, once', () => {
    const { target } = requestAt({ kind: 'list', collections: ['/orders'], headers }, 12)
    const names = [...new URL(target, 'http://127.0.0.1').searchParams.keys()]
    expect(names).toEqual(Object.keys(queryParameters))
  })

  it('asks the collections in turn', () => {
    const recipe: Recipe = { kind: 'read', collections: ['/a', '/b'], tokens: ['t'], headers }
    const requests = [0, 1, 2].map((index) => requestAt(recipe, index))
    expect(requests.map(({ target }) => target)).toEqual(['/a/t', '/b/t', '/a/t'])
    expect(new Set(requests.map(({ headers }) => headers['x-request'])).size).toBe(3)
  })

  it('reads orders by tokens that are UUIDs when none are given', () => {
    const { target } = requestAt({ kind: 'read', collections: ['/orders'], headers }, 123_456_789)
    expect(target).toMatch(/^\/orders\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })
})

describe('toWire', () => {
  it('frames a body by its length in bytes', () => {
    const wire = toWire({ method: 'PUT', target: '/x', headers: { accept: '*/*' }, body: '"é"' }, '/base')
    expect(wire).toBe('PUT /base/x HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: */*\r\ncontent-length: 4\r\n\r\n"é"')
  })

  it('frames no body where there is none', () => {
    const wire = toWire({ method: 'GET', target: '/x', headers: {}, body: '' }, '')
    expect(wire).toBe('GET /x HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
  })
})
