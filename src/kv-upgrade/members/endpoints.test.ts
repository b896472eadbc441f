import { expect, it } from 'vitest'
import { readEndpoints } from './endpoints.ts'

it('reads client URLs, with commas between', () => {
  expect(readEndpoints(['http://M1:2379/, https://m2', '127.0.0.1:2379'])).toEqual([
    'http://m1:2379',
    'https://m2',
    'http://127.0.0.1:2379',
  ])
  expect(readEndpoints(['m1:2379'], 'https')).toEqual(['https://m1:2379'])
  expect(readEndpoints(['http://[::1]:2379,http://127.0.0.1:4010/kv-cluster/m1'])).toHaveLength(2)
})

it.each([
  ['http://m1:2379,http://m1:2379', /http:\/\/m1:2379 is given twice/],
  ['http://m1:80,http://M1/', /is given twice/],
  ['m1:2379,http://m1:2379', /is given twice/],
  ['http://m1,', /^endpoint 2 of --endpoints is not a client URL/],
  ['ftp://m1', /is not a client URL/],
  ['http://m1:99999', /not a client URL/],
  ['http://user:secret@m1', /no user, no query/],
  ['http://m1/?a', /no user, no query/],
])('%j is refused', (text, message) => {
  expect(() => readEndpoints([text])).toThrow(message)
})
