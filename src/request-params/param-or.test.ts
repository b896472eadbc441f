import { expect, it } from 'vitest'
import { sent } from './params.fixture.ts'
import {
  bool,
  int,
  ParamCouldNotBeParsedError,
  ParamNotFoundError,
  paramOrDefault,
  paramOrError,
  paramOrNothing,
  runAction,
  text,
} from './request-params.ts'

it('PRM-024: paramOrDefault returns the parsed value when there is one', async () => {
  expect((await sent.query('page=2')).paramOrDefault('page', int, 1)).toBe(2)
  expect((await sent.json({ subscribe: false })).paramOrDefault('subscribe', bool, true)).toBe(false)
  expect((await sent.query('name=')).paramOrDefault('name', text, 'Ada')).toBe('')
})

it('PRM-025: paramOrDefault returns the default when the parameter is missing, or was given without a value', async () => {
  const params = await sent.query('page&pages=2')
  expect(params.paramOrDefault('size', int, 20)).toBe(20)
  expect(params.paramOrDefault('page', int, 1)).toBe(1)
  expect(params.paramOrDefault('size', int, null)).toBeNull()
  expect(runAction(params, () => paramOrDefault('size', int, 20))).toBe(20)
})

it.each(['page=', 'page=two'])(
  'PRM-026: paramOrDefault throws for %s, for which the default does not stand in',
  async (query) => {
    const params = await sent.query(query)
    expect(() => params.paramOrDefault('page', int, 1)).toThrow(ParamCouldNotBeParsedError)
  },
)

it('PRM-027: paramOrNothing returns the parsed value when there is one', async () => {
  const params = await sent.query('page=2')
  expect(params.paramOrNothing('page', int)).toBe(2)
  expect(runAction(params, () => paramOrNothing('page', int))).toBe(2)
})

it('PRM-028: paramOrNothing returns undefined when the parameter is missing, or was given without a value', async () => {
  const params = await sent.query('page&pages=2')
  expect(params.paramOrNothing('size', int)).toBeUndefined()
  expect(params.paramOrNothing('page', int)).toBeUndefined()
})

it('PRM-029: paramOrNothing throws when the value cannot be parsed', async () => {
  for (const params of [
    sent.query('page='),
    sent.query('page=two'),
    sent.json({ page: null }),
    sent.json({ page: '2' }),
  ]) {
    await expect(params.then((read) => read.paramOrNothing('page', int))).rejects.toThrow(ParamCouldNotBeParsedError)
  }
})

it('PRM-030: paramOrError returns the parsed value when there is one', async () => {
  const params = await sent.query('page=2')
  expect(params.paramOrError('page', int)).toEqual({ ok: true, value: 2 })
  expect(runAction(params, () => paramOrError('page', int))).toEqual({ ok: true, value: 2 })
})

it.each(['', 'page'])(
  'PRM-031: paramOrError returns an error with a message when the parameter is missing from ?%s',
  async (query) => {
    const outcome = (await sent.query(query)).paramOrError('page', int)
    expect(outcome).toEqual({ ok: false, error: new ParamNotFoundError('page') })
    if (!outcome.ok) expect(outcome.error.message).toBe("param: Parameter 'page' not found")
  },
)

it('PRM-032: paramOrError returns an error with a message when the value is invalid', async () => {
  const outcome = (await sent.query('page=two')).paramOrError('page', int)
  expect(outcome).toEqual({ ok: false, error: expect.any(ParamCouldNotBeParsedError) })
  if (!outcome.ok)
    expect(outcome.error.message).toBe("param: Parameter 'page' could not be parsed, has to be an integer")
})
