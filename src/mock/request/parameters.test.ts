import { expect, it } from 'vitest'
import type { InvalidPart } from '../../behaviour/refusal.ts'
import { type MessageParts, messageParts } from '../../contract/wire/parameter.ts'
import { compileParameters, messageSchemas } from './parameters.ts'

const texts = { type: 'array', items: { type: 'string' } }

type Sent = string | Record<string, string | string[]>

/** A query in which nothing is encoded but what is no text. */
function queryOf(sent: Sent): string {
  if (typeof sent === 'string') return sent
  const pairs = Object.entries(sent).flatMap(([name, values]) => [values].flat().map((value) => `${name}=${value}`))
  return pairs.join('&').replaceAll('+', '%2B').replaceAll('\udcff', '%ff').replaceAll('\udcc3', '%c3')
}

/** The reader of parameters of one place in a document that has nothing else. */
function readerOf(place: 'query' | 'header', nodes: readonly { name: string; [member: string]: unknown }[]) {
  const schemas = messageSchemas({ nodes }, true)
  const declared = nodes.map((node, index) => ({ name: node.name, node: { ...node }, pointer: `/nodes/${index}` }))
  const read = compileParameters(schemas, place, declared)
  return {
    read(message: MessageParts) {
      const violations: InvalidPart[] = []
      return { values: read(message, violations), violations }
    },
  }
}

async function query(parameters: readonly { name: string; [member: string]: unknown }[], sent: Sent) {
  const { values, violations } = readerOf('query', parameters).read(messageParts({}, queryOf(sent), {}))
  return { values, violations: violations.map(({ path, message }) => `${path.join('.')}: ${message}`) }
}

it('converts parameters to the types of the document, and fills in defaults', async () => {
  const parameters = [
    { name: 'limit', schema: { type: 'integer', default: 20 } },
    { name: 'offset', schema: { type: 'integer', default: 0 } },
    { name: 'isRecurring', schema: { type: 'boolean' } },
    { name: 'price', schema: { type: 'number' } },
    { name: 'city', schema: { type: 'string' } },
    { name: 'absent', schema: { type: 'string' } },
  ]
  const { values } = await query(parameters, { limit: '5', isRecurring: 'false', price: '1.5', city: '12' })
  expect(values).toStrictEqual({ limit: 5, offset: 0, isRecurring: false, price: 1.5, city: '12' })
})

it('reads lists joined by commas, and lists of repeated names', async () => {
  expect((await query([{ name: 'ids', schema: texts, explode: false }], { ids: 'a,b' })).values).toEqual({
    ids: ['a', 'b'],
  })
  expect((await query([{ name: 'ids', schema: texts }], { ids: ['a', 'b'] })).values).toEqual({ ids: ['a', 'b'] })
})

it('says what is wrong, and where', async () => {
  const { violations } = await query(
    [
      { name: 'limit', schema: { type: 'integer', minimum: 1 } },
      { name: 'status', required: true, schema: { type: 'string' } },
      { name: 'id', schema: { type: 'string', format: 'uuid' } },
      { name: 'at', schema: { type: 'string', format: 'date-time' } },
    ],
    { limit: '0', id: '7', at: '2026-11-26T12:00:00' },
  )
  expect(violations).toEqual([
    expect.stringMatching(/^query: .*required property 'status'/),
    expect.stringMatching(/^query\.limit: .*>= 1/),
    expect.stringMatching(/^query\.id: .*"uuid"/),
    // Prism asks for a zone.
    expect.stringMatching(/^query\.at: .*"date-time"/),
  ])
})

it.each(['abc', '1e', '0x10', '١', ' ', ' 1', '1 ', '+1', 'Infinity', 'NaN', '1,2', '9007199254740993'])(
  'does not read %j as a number',
  async (text) => {
    for (const type of ['integer', 'number', ['null', 'integer']])
      expect((await query([{ name: 'limit', schema: { type } }], { limit: text })).violations).toHaveLength(1)
  },
)

it.each([
  [{ schema: { type: 'number' } }, 'one=-1.25', -1.25],
  [{ schema: { type: 'number' } }, 'one=2e%2B3', 2000],
  [{ schema: { type: ['null', 'integer'] } }, 'one=5E1', 50],
  [{ schema: { type: 'integer', format: 'int64' } }, 'one=10e12', 10 ** 13],
  [{ schema: { type: 'string' } }, 'one=12345678901234567', '12345678901234567'],
  [{ schema: texts }, 'one=12345678901234567&one=1,2', ['12345678901234567', '1,2']],
  [{ schema: texts, style: 'pipeDelimited', explode: false }, 'one=a%7Cb', ['a', 'b']],
  [{ schema: { type: 'string' }, style: 'pipeDelimited' }, 'one=a%7Cb', 'a|b'],
  [{ schema: { type: 'object' }, style: 'deepObject' }, 'other=1', undefined],
  [{ schema: texts, style: 'deepObject' }, 'one[0]=a', ['a']],
  [{ schema: { type: 'object', properties: { a: {} } }, style: 'deepObject' }, 'one[a]=1', { a: '1' }],
])('reads a parameter that is %j from %j', async (parameter, text, value) => {
  const read = await query([{ name: 'one', ...parameter }], text)
  expect(read).toEqual({ values: { one: value }, violations: [] })
})

it('reads parameters that are named like members of every object', async () => {
  const raw = Object.assign(Object.create(null), { constructor: 'x', ['__proto__']: 'y', toString: 'z' })
  const { values, violations } = await query([{ name: 'limit', schema: { type: 'integer' } }], raw)
  expect([values, violations]).toEqual([{}, []])
  const declared = [{ name: 'constructor', required: true, schema: {} }]
  expect(await query(declared, { other: 'x' })).toMatchObject({
    values: {},
    violations: [expect.stringContaining("'constructor'")],
  })
  expect(await query(declared, 'constructor=x')).toEqual({
    values: { constructor: 'x' },
    violations: [],
  })
})

it('names the value that is not text, also in a list', async () => {
  const { violations } = await query(
    [
      { name: 'City' },
      { name: 'ids', schema: texts },
      { name: 'filter', style: 'deepObject', schema: { type: 'object', properties: { room: { type: 'string' } } } },
    ],
    { City: '\udcff', ids: ['a', 'b\udcc3'], 'filter[room]': '\udcff', other: '\udcff' },
  )
  expect(violations).toEqual([
    'query.City: Request query parameter City has to be valid UTF-8',
    'query.ids: Request query parameter ids has to be valid UTF-8',
    'query.filter: Request query parameter filter has to be valid UTF-8',
  ])
})

it('refuses a number in another notation in a list, too, and says where it is', async () => {
  const list = { type: 'array', items: { type: 'integer' } }
  const { violations } = await query([{ name: 'ids', schema: list }], { ids: ['1', '0x10'] })
  expect(violations).toEqual(['query.ids.1: Request query parameter ids.1 must be integer'])
  expect((await query([{ name: 'ids', schema: list }], { ids: ['1', '16'] })).values).toEqual({ ids: [1, 16] })
  expect(await query([{ name: 'ids', schema: texts }], { ids: ['0x10', ' 1'] })).toEqual({
    values: { ids: ['0x10', ' 1'] },
    violations: [],
  })
})

it('reads headers, whose lists and objects have no names for each member', () => {
  const schema = { type: 'object', properties: { lit: { type: 'boolean' } } } as const
  const headers = [
    { name: 'X-Lamp', schema },
    { name: 'X-Odd', style: 'form' },
  ]
  const sent = messageParts({}, '', { 'x-lamp': 'lit,true', 'x-odd': '1' })
  const { values } = readerOf('header', headers).read(sent)
  expect(values).toEqual({ 'X-Lamp': { lit: true }, 'X-Odd': '1' })
})

it('takes a name only as the document writes it, and says it so in a refusal', async () => {
  const parameters = [
    { name: 'isRecurring', schema: { type: 'boolean' } },
    { name: 'City', required: true },
  ]
  expect(await query(parameters, 'ISRECURRING=x&isRecurring=true&City=Oslo&CITY=Rome')).toEqual({
    values: { isRecurring: true, City: 'Oslo' },
    violations: [],
  })
  const { violations } = await query(parameters, { isRecurring: 'x', city: 'Oslo' })
  expect(violations.join()).toMatch(
    /^query: .*'City',query\.isRecurring: Request query parameter isRecurring must be boolean$/,
  )
})

it('keeps the digits of an int64, also in a list', () => {
  const schema = { type: 'integer', format: 'int64' } as const
  const schemas = { id: schema, ids: { type: 'array', items: schema }, n: { ...schema, default: 2 ** 60 } } as const
  const declared = Object.entries(schemas).map(([name, schema]) => ({ name, schema }))
  const read = (sent: Sent) => readerOf('query', declared).read(messageParts({}, queryOf(sent), {}))
  expect(read({ id: '9007199254740993', ids: ['7', '-9223372036854775808'] })).toEqual({
    values: { id: 9007199254740993n, ids: [7, -(2n ** 63n)], n: 2 ** 60 },
    violations: [],
  })
  for (const id of ['9223372036854775808', '1e19', '9223372036854775808.0'])
    expect(read({ id }).violations).toEqual([
      expect.objectContaining({ message: expect.stringContaining('match format "int64"') }),
    ])
  const wide = messageParts({}, 'id=9007199254740993', {})
  const refused = readerOf('query', [{ name: 'id', schema: { type: 'integer' } }]).read(wide)
  expect(refused.violations[0]?.message).toContain('to 9007199254740991')
})

it('reads the members of an object, which have their own names in the query', async () => {
  const schema = { type: 'object', properties: { room: { type: 'string' }, lit: { type: 'boolean' } } }
  const raw = { 'filter[room]': 'hall', 'filter[lit]': 'true' }
  expect((await query([{ name: 'filter', style: 'deepObject', schema }], raw)).values).toEqual({
    filter: { room: 'hall', lit: true },
  })
  expect((await query([{ name: 'filter', schema, explode: true }], { room: 'hall', Other: 'x' })).values).toMatchObject(
    {
      filter: { room: 'hall' },
    },
  )
})

it.each([
  ['City=a&other=x&other=y&limit=5', { City: 'a', limit: 5 }],
  ['city=a&City=b&city=c', { City: 'b' }],
  ['City=&limit=5', { City: '', limit: 5 }],
])('reads %j', async (text, values) => {
  const parameters = [{ name: 'limit', schema: { type: 'integer' } }, { name: 'City' }]
  expect(await query(parameters, text)).toEqual({ values, violations: [] })
})
