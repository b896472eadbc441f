import fc from 'fast-check'
import { expect, it } from 'vitest'
import { post, sent } from '../params.fixture.ts'
import { fromBytes, readQuery, text, toBytes } from '../request-params.ts'

const bytes = fc.uint8Array({ maxLength: 200 })
// Bytes that are nearly UTF-8: lead and continuation bytes, overlong forms, surrogates, and code points past U+10FFFF.
const nearlyText = fc
  .array(
    fc.constantFrom(0x41, 0x7f, 0x80, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff),
  )
  .map((list) => Uint8Array.from(list))

it('PRM-006: a name is a byte string: each string of bytes has a separate name, and gives the bytes back', () => {
  fc.assert(
    fc.property(fc.oneof(bytes, nearlyText), (sentBytes) => {
      expect(toBytes(fromBytes(sentBytes))).toEqual(Uint8Array.from(sentBytes))
    }),
    { numRuns: 2000 },
  )
})

it('PRM-006: bytes are text where UTF-8 says so, as the strict decoder of the platform does', () => {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  fc.assert(
    fc.property(fc.oneof(bytes, nearlyText), (sentBytes) => {
      let expected: string | undefined
      try {
        expected = strict.decode(sentBytes)
      } catch {}
      const decoded = fromBytes(sentBytes)
      expect(decoded.isWellFormed()).toBe(expected !== undefined)
      if (expected !== undefined) expect(decoded).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

it.each([
  ['a byte that starts nothing', [0x61, 0xff, 0x62], 'a\udcffb'],
  ['a sequence that is cut off', [0xe2, 0x82], '\udce2\udc82'],
  ['a sequence that the next one cuts off', [0xe2, 0x82, 0xc3, 0xa9], '\udce2\udc82é'],
  ['an overlong form', [0xc0, 0xaf], '\udcc0\udcaf'],
  ['a surrogate', [0xed, 0xb2, 0x80], '\udced\udcb2\udc80'],
  ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], '\udcf4\udc90\udc80\udc80'],
  ['the replacement character itself', [0xef, 0xbf, 0xbd], '\ufffd'],
  ['a byte order mark', [0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
])('PRM-007: a raw value is a string, also of %s', (_what, list, expected) => {
  expect(fromBytes(Uint8Array.from(list))).toBe(expected)
  expect(toBytes(expected)).toEqual(Uint8Array.from(list))
})

it('gives EF BF BD for a lone surrogate that no byte stands for, as JSON may hold', () => {
  expect(toBytes('\ud800')).toEqual(Uint8Array.from([0xef, 0xbf, 0xbd]))
  expect(toBytes('\ud83d\udc80')).toEqual(new TextEncoder().encode('💀'))
})

it('PRM-006: names are split off before they are decoded, and compared as bytes', async () => {
  const params = await sent.query('a%26b%3Dc=1&%61=2&%C3%A9=3&%ff=4&%FF%fe=5')
  expect(params.param('a&b=c', text)).toBe('1')
  expect(params.param('a', text)).toBe('2')
  expect(params.param('é', text)).toBe('3')
  expect(params.param(fromBytes(new Uint8Array([0xff])), text)).toBe('4')
  expect(params.param(fromBytes(new Uint8Array([0xff, 0xfe])), text)).toBe('5')
  expect(params.hasParam('A')).toBe(false)
  expect(params.hasParam('\ufffd')).toBe(false)
})

it('PRM-007: a raw value keeps its bytes, from a query and from a body, encoded or not', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, async (value) => {
      const encoded = [...value].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      const raw = fromBytes(value)
      expect((await sent.query(`a=${encoded}`)).queryOrBodyParam('a')).toBe(raw)
      const plain = value.filter((byte) => ![0x26, 0x2b, 0x25].includes(byte))
      const params = await sent.form(Uint8Array.from([0x61, 0x3d, ...plain]), `b=${encoded}`)
      expect(toBytes(String(params.queryOrBodyParam('a')))).toEqual(Uint8Array.from(plain))
      expect(params.queryOrBodyParam('b')).toBe(raw)
    }),
  )
})

it('PRM-007: a query or a form that was read as bytes is read as those bytes', () => {
  fc.assert(
    fc.property(fc.oneof(bytes, nearlyText), (sentBytes) => {
      const value = sentBytes.filter((byte) => ![0x23, 0x26, 0x2b, 0x25].includes(byte))
      const raw = readQuery(`?a=${fromBytes(value)}`).queryOrBodyParam('a')
      expect(toBytes(String(raw))).toEqual(Uint8Array.from(value))
    }),
  )
})

it.each([
  ['%', '%'],
  ['100%', '100%'],
  ['%zz', '%zz'],
  ['%4', '%4'],
  ['%41%4', 'A%4'],
  ['%c3%a9%', 'é%'],
  ['a+b', 'a b'],
  ['a%2Bb', 'a+b'],
  ['a%20b', 'a b'],
])('PRM-007: %s is %s: a percent sign that encodes nothing is one', async (encoded, value) => {
  expect((await sent.query(`a=${encoded}`)).queryOrBodyParam('a')).toBe(value)
})

it('PRM-007: bytes of JSON that are not UTF-8 are an error of their value, and not of the body', async () => {
  const body = Buffer.concat([Buffer.from('{"good":"1","bad":"'), Buffer.of(0x41, 0xff), Buffer.from('"}')])
  const params = await post('application/json', body)
  expect(params.paramText('good')).toBe('1')
  expect(params.queryOrBodyParam('bad')).toBe('A\udcff')
  expect(() => params.paramText('bad')).toThrow("param: Parameter 'bad' could not be parsed, has to be valid UTF-8")
})
