import { expect, it } from 'vitest'
import { altersInteger, isInt64, keepDigits } from './integers.ts'

it.each([
  ['9007199254740991', false],
  ['-9007199254740991', false],
  ['9007199254740992', true],
  ['9007199254740993', true],
  ['9223372036854775808', true],
  ['-9223372036854775808', true],
  ['9007199254740993e0', true],
  ['90071992547409.93e2', true],
  ['9007199254740993.0', true],
  ['1e19', false],
  ['1.7976931348623157e+308', false],
  ['1e400', true],
  ['-0', false],
  ['0.1', false],
  ['0.1000000000000000000001', false],
  ['0.001e25', false],
  ['9007199254740990.5', false],
  ['1e-400', false],
])('%s changes: %s', (literal, altered) => {
  expect(altersInteger(literal)).toBe(altered)
})

it.each([
  ['9223372036854775807', true],
  ['-9223372036854775808', true],
  ['9223372036854775808', false],
  ['-9223372036854775809', false],
  ['1e3', false],
  [`${'0'.repeat(30)}1`, false],
])('%s has at most 64 bits: %s', (literal, fits) => {
  expect(isInt64(literal)).toBe(fits)
})

it.each(['18446744073709551615', '-9007199254740993', `1${'0'.repeat(40)}7`])(
  'the digits of %s are kept',
  (literal) => {
    expect(JSON.parse(`{"n":${literal}}`, keepDigits)).toEqual({ n: BigInt(literal) })
  },
)

it('what is no long integer is a number', () => {
  expect(JSON.parse('[1, 1e19, 0.5, 9007199254740991, -0]', keepDigits)).toEqual([1, 1e19, 0.5, 9007199254740991, -0])
})
