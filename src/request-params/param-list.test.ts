import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sent } from './params.fixture.ts'
import { int, ParamCouldNotBeParsedError, paramList, paramListOrNothing, runAction, text } from './request-params.ts'

it('PRM-033: paramList returns all values of a repeated name, each parsed, in their order', async () => {
  const params = await sent.query('id=3&other=9&id=1&id=2')
  expect(params.paramList('id', int)).toEqual([3, 1, 2])
  expect(runAction(params, () => paramList('id', int))).toEqual([3, 1, 2])
  expect((await sent.form('id=3&id=1')).paramList('id', int)).toEqual([3, 1])
})

it('PRM-033: paramList returns the elements of a JSON array, and one value for what is none', async () => {
  const params = await sent.json({ ids: [3, 1, 2], id: 7, none: [] })
  expect(params.paramList('ids', int)).toEqual([3, 1, 2])
  expect(params.paramList('id', int)).toEqual([7])
  expect(params.paramList('none', int)).toEqual([])
})

it('PRM-033: paramList puts the values of the body before those of the query (PRM-G09)', async () => {
  expect((await sent.form('id=3&id=4', 'id=1&id=2')).paramList('id', int)).toEqual([3, 4, 1, 2])
  expect((await sent.json({ id: [3, 4] }, 'id=1')).paramList('id', int)).toEqual([3, 4, 1])
})

it('PRM-033: paramList leaves out a name that is given without a value (PRM-G11)', async () => {
  expect((await sent.query('id=1&id&id=2')).paramList('id', int)).toEqual([1, 2])
})

it('PRM-034: paramList returns an empty list when the name is absent', async () => {
  expect((await sent.query('ids=1')).paramList('id', int)).toEqual([])
})

it('PRM-035: paramList fails as param does when one of the values cannot be parsed', async () => {
  const params = await sent.query('id=1&id=two&id=3')
  expect(() => params.paramList('id', int)).toThrow(ParamCouldNotBeParsedError)
  expect(() => params.paramList('id', int)).toThrow("param: Parameter 'id' could not be parsed, has to be an integer")
  await expect(sent.query('id=1&id=').then((read) => read.paramList('id', int))).rejects.toThrow(
    ParamCouldNotBeParsedError,
  )
})

it('PRM-033: paramList keeps order and number of whatever was sent, among whatever else', async () => {
  const pair = fc.tuple(fc.constantFrom('a', 'b', 'ä'), fc.string({ unit: 'binary' }))
  await fc.assert(
    fc.asyncProperty(fc.array(pair), async (pairs) => {
      const encoded = new URLSearchParams(pairs).toString()
      for (const params of [await sent.query(encoded), await sent.form(encoded)]) {
        for (const name of ['a', 'b', 'ä']) {
          const values = pairs.filter(([key]) => key === name).map(([, value]) => value)
          expect(params.paramList(name, text)).toEqual(values)
        }
      }
    }),
  )
})

it('PRM-036: paramListOrNothing returns all values of a repeated name', async () => {
  const params = await sent.query('id=3&id=1')
  expect(params.paramListOrNothing('id', int)).toEqual([3, 1])
  expect(runAction(params, () => paramListOrNothing('id', int))).toEqual([3, 1])
})

it.each(['id=1&id&id=3', 'id=1&id=&id=3'])(
  'PRM-037: paramListOrNothing keeps the position of what %s gives without a value, from a query and a form alike',
  async (encoded) => {
    expect((await sent.query(encoded)).paramListOrNothing('id', int)).toEqual([1, undefined, 3])
    expect((await sent.form(encoded)).paramListOrNothing('id', int)).toEqual([1, undefined, 3])
    expect((await sent.form(encoded, encoded)).paramListOrNothing('id', text)).toEqual([
      '1',
      undefined,
      '3',
      '1',
      undefined,
      '3',
    ])
  },
)

it('PRM-037: paramListOrNothing keeps positions of a multipart form and of JSON', async () => {
  const form = new FormData()
  for (const value of ['1', '', '3']) form.append('id', value)
  expect((await sent.multipart(form)).paramListOrNothing('id', int)).toEqual([1, undefined, 3])
  expect((await sent.json({ id: [1, null, 3] })).paramListOrNothing('id', int)).toEqual([1, undefined, 3])
  expect((await sent.json({ id: null })).paramListOrNothing('id', int)).toEqual([undefined])
})

it('PRM-038: paramListOrNothing returns an empty list when the name is absent', async () => {
  expect((await sent.query('ids=1')).paramListOrNothing('id', int)).toEqual([])
})

it('paramListOrNothing fails for a value that was given and is wrong (PRM-G10)', async () => {
  const params = await sent.query('id=1&id&id=two')
  expect(() => params.paramListOrNothing('id', int)).toThrow(ParamCouldNotBeParsedError)
})

it('PRM-037: paramListOrNothing keeps every position, whatever is given', async () => {
  const value = fc.option(fc.integer(), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(fc.array(value), fc.boolean(), async (values, equals) => {
      const nothing = equals ? 'a=' : 'a'
      const encoded = values.map((number) => (number === undefined ? nothing : `a=${number}`)).join('&')
      expect((await sent.query(encoded)).paramListOrNothing('a', int)).toEqual(values)
      expect((await sent.form(encoded)).paramListOrNothing('a', int)).toEqual(values)
    }),
  )
})
