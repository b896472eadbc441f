import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sent } from './params.fixture.ts'
import { allParams, hasParam, queryOrBodyParam, runAction } from './request-params.ts'

it.each(['a', 'a=', 'a=1', 'b=1&a', '%61=1', 'a=%ff'])('PRM-039: hasParam is true for a in ?%s', async (query) => {
  const params = await sent.query(query)
  expect(params.hasParam('a')).toBe(true)
  expect(runAction(params, () => hasParam('a'))).toBe(true)
})

it.each([null, '', 0, false, 'x', [], {}])(
  'PRM-040: hasParam is true for a member of a JSON body, also of value %j',
  async (value) => {
    expect((await sent.json({ a: value })).hasParam('a')).toBe(true)
  },
)

it('PRM-040: hasParam is true for a parameter of a form', async () => {
  const form = new FormData()
  form.set('a', '')
  expect((await sent.form('a')).hasParam('a')).toBe(true)
  expect((await sent.form('a=1')).hasParam('a')).toBe(true)
  expect((await sent.multipart(form)).hasParam('a')).toBe(true)
})

it('PRM-041: hasParam is false for a name that is neither in the query nor in the body', async () => {
  expect((await sent.query('b=a&A=1')).hasParam('a')).toBe(false)
  expect((await sent.json({ b: { a: 1 } }, 'c=1')).hasParam('a')).toBe(false)
  for (const name of ['constructor', '__proto__', 'toString']) {
    expect((await sent.json({})).hasParam(name)).toBe(false)
  }
})

it('PRM-042: queryOrBodyParam returns the raw value, not parsed', async () => {
  const params = await sent.query('page=007&name=Ada+Lovelace&empty=')
  expect(params.queryOrBodyParam('page')).toBe('007')
  expect(params.queryOrBodyParam('name')).toBe('Ada Lovelace')
  expect(params.queryOrBodyParam('empty')).toBe('')
  expect(runAction(params, () => queryOrBodyParam('page'))).toBe('007')
  expect((await sent.form('page=2', 'page=1')).queryOrBodyParam('page')).toBe('2')
})

it('PRM-042: queryOrBodyParam returns the value of a JSON member as JSON says it', async () => {
  const params = await sent.json({ page: 7, nested: { a: [1] }, nothing: null })
  expect(params.queryOrBodyParam('page')).toBe(7)
  expect(params.queryOrBodyParam('nested')).toEqual({ a: [1] })
  expect(params.queryOrBodyParam('nothing')).toBeNull()
})

it('PRM-043: queryOrBodyParam returns undefined when the parameter is missing, or was given without a value', async () => {
  const params = await sent.query('a')
  expect(params.queryOrBodyParam('a')).toBeUndefined()
  expect(params.queryOrBodyParam('b')).toBeUndefined()
})

it('PRM-044: allParams returns every parameter of the request, those of the body first, repeated names included', async () => {
  const params = await sent.form('a=1&b=2&a=3', 'c=4&a=5')
  const expected = [
    ['a', '1'],
    ['b', '2'],
    ['a', '3'],
    ['c', '4'],
    ['a', '5'],
  ]
  expect(params.allParams()).toEqual(expected)
  expect(runAction(params, () => allParams())).toEqual(expected)
})

it('PRM-045: allParams returns pairs of a name and an optional value: none without an equals sign, else a string (PRM-G12)', async () => {
  expect((await sent.query('a&b=&c=1&=d&&e=f=g')).allParams()).toEqual([
    ['a', undefined],
    ['b', ''],
    ['c', '1'],
    ['', 'd'],
    ['e', 'f=g'],
  ])
})

it('PRM-045: allParams returns the members of a JSON body with their values', async () => {
  expect((await sent.json({ a: 1, b: null, c: [1, 2] }, 'd')).allParams()).toEqual([
    ['a', 1],
    ['b', null],
    ['c', [1, 2]],
    ['d', undefined],
  ])
})

it.each([[[1, 2]], ['a'], [7], [null], [true]])(
  'PRM-044: allParams finds no parameters in the JSON body %j, which is not an object (PRM-G13)',
  async (body) => {
    expect((await sent.json(body, 'a=1')).allParams()).toEqual([['a', '1']])
  },
)

it('PRM-044: allParams agrees with the platform on any query, but for names without a value', async () => {
  const query = fc.string({ unit: fc.constantFrom('a', 'b', '=', '&', '+', '%', '2', '6', 'e', '?', ';') })
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      const pairs = (await sent.query(text)).allParams()
      // The platform may replace several bytes by one U+FFFD.
      fc.pre(pairs.flat().every((part) => typeof part !== 'string' || part.isWellFormed()))
      expect(pairs.map(([name, raw]) => [name, raw ?? ''])).toEqual([...new URLSearchParams(`&${text}`)])
    }),
    { numRuns: 1000 },
  )
})
