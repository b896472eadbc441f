import { expect, it } from 'vitest'
import { Refusal } from '../../behaviour/refusal.ts'
import { compileBodyReader } from './body.ts'
import { messageSchemas } from './parameters.ts'

const form = 'application/x-www-form-urlencoded'
const content = { 'application/json': {}, [form]: { schema: { type: 'object' } }, '*/*': {} }
const media = new Map(
  Object.keys(content).map((type) => [type, `/content/${type.replace('~', '~0').replaceAll('/', '~1')}`]),
)

/** The value of a body, or why it is refused. `isDouble` as for the bundled interfaces. */
function parse(body: string | Buffer | null, contentType?: string, { isDouble = true, hasInt64 = false } = {}) {
  const schemas = messageSchemas({ content }, isDouble)
  const read = compileBodyReader(schemas, media, { isRequired: false, hasInt64: () => hasInt64 })
  const found = read(body === null ? null : Buffer.from(body as string), contentType)
  if (found instanceof Refusal) return `${found.kind}: ${found.detail}`
  return found.violations.length > 0 ? found.violations.map(({ message }) => message).join('; ') : found.value
}

it('reads JSON under every media type of JSON', () => {
  for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/merge-patch+json', undefined])
    expect(parse('{"a":[1]}', type)).toEqual({ a: [1] })
})

it('reads a form as its fields', () => {
  expect(parse('a=1&b=%20x+y&a=2&__proto__=3&c', `${form};charset=UTF-8`)).toEqual(
    Object.fromEntries([
      ['a', ['1', '2']],
      ['b', ' x y'],
      ['__proto__', '3'],
      ['c', ''],
    ]),
  )
})

it('returns any other body as text or bytes', () => {
  expect(parse('{"a":1}', 'text/plain')).toBe('{"a":1}')
  expect(parse('a\ufeff', 'text/plain')).toBe('a\ufeff')
  expect(parse(Buffer.from([255]), 'image/png')).toEqual(Buffer.from([255]))
})

it('treats an empty body as missing', () => {
  expect([parse(null), parse(''), parse('', 'garbage')]).toEqual([undefined, undefined, undefined])
})

it('reads `__proto__` and `constructor` like any other member', () => {
  const body = parse('{"__proto__":{"admin":true},"constructor":1}') as Record<string, unknown>
  expect(Object.keys(body)).toEqual(['__proto__', 'constructor'])
  expect((body as { admin?: boolean }).admin).toBeUndefined()
})

it.each([
  ['{"a":', undefined, /^malformed-request: The request body is not valid JSON/],
  ['\ufeff7', 'application/json', /^7$/],
  ['9007199254740993', undefined, /^Request body property must be an integer from /],
  ['1e19', undefined, /^10000000000000000000$/],
  ['{"password": tr0ub4dor}', undefined, /^malformed-request: (?!.*tr0ub).*$/],
  ['{"password": "tr0ub4dor', undefined, /^malformed-request: (?!.*tr0ub).*position 23.*$/],
  [Buffer.from([0x22, 0xff, 0x22]), undefined, /^malformed-request: The request body has to be valid UTF-8\.$/],
  ['a', 'garbage', /^unsupported-media-type: 'garbage' is not a media type\.$/],
  ['['.repeat(10_000) + ']'.repeat(10_000), undefined, /^malformed-request: .* at most 1000 levels/],
  ['['.repeat(1000) + ']'.repeat(1000), undefined, /^$/],
  [`${'['.repeat(1000)}{}${']'.repeat(1000)}`, undefined, /^malformed-request: .* at most 1000 levels/],
  [`[[${'1,'.repeat(49_998)}1]]`, undefined, /^1,/],
  [`[[${'1,'.repeat(49_999)}1]]`, undefined, /^invalid-request: .* at most 50000 values\.$/],
  ['['.repeat(10_000_000), undefined, /^malformed-request/],
])('answers for %.20s', (body, type, expected) => {
  expect(String(parse(body, type))).toMatch(expected)
})

it('keeps the digits of integers, if the document says int64 or the behaviours take them', () => {
  const body = '{"id":9007199254740993,"text":"9007199254740993","list":[-9223372036854775808,1.5]}'
  const kept = { id: 9007199254740993n, text: '9007199254740993', list: [-(2n ** 63n), 1.5] }
  expect(parse(body, undefined, { hasInt64: true })).toEqual(kept)
  expect(parse(body, undefined, { isDouble: false })).toEqual(kept)
  expect(parse('[9007199254740993,9223372036854775808]', undefined, { hasInt64: true })).toMatch(
    /^Request body property 1 must be an integer of 64 bits/,
  )
})
