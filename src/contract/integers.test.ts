import fc from 'fast-check'
import { expect, it } from 'vitest'
import { altersInteger, asDoubles, exactInteger, findAlteredInteger, isInt64 } from './integers.ts'

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
  expect(findAlteredInteger(`{"a": [${literal}]}`)).toBe(altered ? 7 : undefined)
})

it('takes no digits in a text for a number, whatever is escaped there', () => {
  expect(findAlteredInteger('["\\\\", "\\"9007199254740993"]')).toBe(undefined)
  expect(findAlteredInteger('["\\\\", 9007199254740993]')).toBe(7)
})

it('finds every integer that JSON.parse changes, and nothing else', () => {
  const integer = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })
  const value = fc.oneof(integer, fc.string(), fc.maxSafeInteger())
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const isWide = (one: unknown) => typeof one === 'bigint' && !Number.isSafeInteger(Number(one))
      const texts = values.map((one) => (typeof one === 'bigint' ? String(one) : JSON.stringify(one)))
      const first = values.findIndex(isWide)
      const position = 1 + texts.slice(0, Math.max(first, 0)).reduce((length, text) => length + text.length + 1, 0)
      expect(findAlteredInteger(`[${texts.join()}]`)).toBe(first === -1 ? undefined : position)
    }),
  )
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
  expect(exactInteger(literal)).toBe(fits ? BigInt(literal) : Number(literal))
})

it('replaces bigints by doubles, and copies nothing else', () => {
  const plain = { list: [1, null, 'text'] }
  expect(asDoubles(plain)).toBe(plain)
  expect(asDoubles({ plain, wide: [9007199254740993n] })).toEqual({ plain, wide: [9007199254740992] })
})
