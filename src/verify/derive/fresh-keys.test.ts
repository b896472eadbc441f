import { expect, it } from 'vitest'
import { varied } from './fresh-keys.ts'

it.each([
  ['978-0000000000', /^97[89]-\d{10}$/],
  ['AAA-0000', /^[A-Z]{3}-\d{4}$/],
  ['0123456789abcdef01234567', /^[\da-f]{24}$/],
])('makes another text of the form of %s', (sample, pattern) => {
  const accepts = (text: unknown) => pattern.test(String(text))
  const made = varied(sample, accepts)
  expect(accepts(made)).toBe(true)
  expect(made).not.toBe(sample)
})

it.each([
  ['abc', /^abc$/],
  ['main', /^(main|dev)$/],
  ['12345', /^\d{5}$/],
])('makes none of the form of %s, which somebody else may have', (sample, pattern) => {
  expect(varied(sample, (text) => pattern.test(String(text)))).toBeUndefined()
})
