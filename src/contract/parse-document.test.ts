import { expect, it } from 'vitest'
import { parseDocument } from './parse-document.ts'

it('keeps the document of each name until its text is another', () => {
  const first = parseDocument('orders', 'openapi: 3.1.0')
  expect(parseDocument('secrets', 'openapi: 3.1.1')).toEqual({ openapi: '3.1.1' })
  expect(parseDocument('orders', 'openapi: 3.1.0')).toBe(first)
  expect(parseDocument('orders', 'openapi: 3.1.2')).toEqual({ openapi: '3.1.2' })
})
