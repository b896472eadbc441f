import { expect, it } from 'vitest'
import { Refusal } from '../../behaviour/refusal.ts'
import { type ParsedBody, parseBody } from './body.ts'

const isPlain = () => false

const parse = (body: string | Buffer | null, contentType?: string, documented = 'application/json') => {
  const parsed = parseBody(body === null ? null : Buffer.from(body as string), contentType, documented, isPlain)
  return parsed instanceof Refusal ? `${parsed.kind}: ${parsed.detail}` : parsed.forBehaviour
}

it('reads JSON under every media type of JSON', () => {
  for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/merge-patch+json', undefined])
    expect(parse('{"a":[1]}', type)).toEqual({ a: [1] })
})

const form = 'application/x-www-form-urlencoded;charset=UTF-8'

it('reads a form as its fields, and the first of a repeated field', () => {
  expect(parse('a=1&b=%20x+y&a=2&__proto__=3&c', form)).toEqual(
    Object.fromEntries([
      ['a', '1'],
      ['b', ' x y'],
      ['__proto__', '3'],
    ]),
  )
})

it('gives the validator the same fields', () => {
  const parsed = parseBody(Buffer.from('a=1&b=%20x+y%26&a=2&%zz=3'), form, undefined, isPlain)
  expect(Object.entries(parsed)).toContainEqual(['forPrism', 'a=1&b=+x+y%26&%25zz=3'])
})

it.each([
  ['percent-encoded', Buffer.from('good=1&bad=a%ffb&good=%ff&worse=%ff')],
  ['as they are', Buffer.from('good=1&bad=a\xffb&worse=\xff', 'latin1')],
])('refuses the fields whose bytes, %s, are not UTF-8', (_, body) => {
  const violations = ['bad', 'worse'].map((name) => ({
    path: ['body', name],
    message: `Request body parameter ${name} has to be valid UTF-8`,
  }))
  const detail = violations.map(({ message }) => message).join('; ')
  expect(parseBody(body, form, undefined, isPlain)).toMatchObject({ kind: 'invalid-request', detail, violations })
})

it('limits the size of a form', () => {
  expect(parse('a=1&'.repeat(1001), form)).toBe(
    'invalid-request: The form could not be read, it is past the limit of 1000 parameters.',
  )
  expect(parse(`a=${'x'.repeat(2 ** 20 - 2)}`, form)).toHaveProperty('a.length', 2 ** 20 - 2)
  expect(parse(`a=${'x'.repeat(2 ** 20 - 1)}`, form)).toBe('payload-too-large: A form has at most 1048576 bytes.')
})

it('returns any other body as text', () => {
  expect(parse('<a/>', 'application/xml')).toBe('<a/>')
  expect(parse('{"a":1}', 'text/plain')).toBe('{"a":1}')
  expect(parseBody(Buffer.from('a\ufeff'), undefined, undefined, isPlain)).toEqual({
    forPrism: 'a\ufeff',
    forBehaviour: 'a\ufeff',
  })
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
  ['', 'application/json', /^undefined$/],
  ['\ufeff7', 'application/json', /^7$/],
  ['9007199254740993', undefined, /^invalid-request: The number at position 0 of the request body must be an integer /],
  ['1e19', undefined, /^10000000000000000000$/],
  ['{"password": tr0ub4dor}', undefined, /^malformed-request: (?!.*tr0ub).*$/],
  ['{"password": "tr0ub4dor', undefined, /^malformed-request: (?!.*tr0ub).*position 23.*$/],
  [Buffer.from([0x22, 0xff, 0x22]), undefined, /^malformed-request: The request body is not valid UTF-8\.$/],
  ['a', 'garbage', /^unsupported-media-type: 'garbage' is not a media type\.$/],
  ['['.repeat(10_000) + ']'.repeat(10_000), undefined, /^malformed-request: The request body nests deeper than 1000/],
  ['['.repeat(1000) + ']'.repeat(1000), undefined, /^$/],
  [
    `${'['.repeat(1000)}{}${']'.repeat(1000)}`,
    undefined,
    /^malformed-request: The request body nests deeper than 1000/,
  ],
  [`[[${'1,'.repeat(49_998)}1]]`, undefined, /^1,/],
  [`[[${'1,'.repeat(49_999)}1]]`, undefined, /^invalid-request: The request body has more than 50000 values\.$/],
  ['['.repeat(10_000_000), undefined, /^malformed-request/],
])('answers for %.20s', (body, type, expected) => {
  expect(String(parse(body, type))).toMatch(expected)
})

it('keeps the digits of integers up to 64 bits where the document says int64', () => {
  const body = Buffer.from('{"id":9007199254740993,"text":"9007199254740993","list":[-9223372036854775808,1.5]}')
  const parsed = parseBody(body, 'application/json', undefined, () => true) as ParsedBody
  expect(parsed.forBehaviour).toEqual({ id: 9007199254740993n, text: '9007199254740993', list: [-(2n ** 63n), 1.5] })
  expect(parsed.forPrism).toEqual({ id: 9007199254740992, text: '9007199254740993', list: [-(2 ** 63), 1.5] })
  const beyond = parseBody(
    Buffer.from('[9007199254740993,9223372036854775808]'),
    undefined,
    'application/json',
    () => true,
  )
  expect((beyond as Refusal).detail).toMatch(
    /^The number at position 18 of the request body must be an integer of 64 bits/,
  )
})
