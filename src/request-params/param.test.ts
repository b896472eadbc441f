import { expect, it } from 'vitest'
import { post, sent } from './params.fixture.ts'
import {
  int,
  ParamCouldNotBeParsedError,
  ParamNotFoundError,
  param,
  paramBool,
  paramInt,
  paramText,
  paramUUID,
  runAction,
  text,
  uuid,
} from './request-params.ts'

const token = '0f8fad5b-d9cb-469f-a165-70867728950e'

it('PRM-015: param returns the query parameter of that name, parsed to the type asked for', async () => {
  const params = await sent.query(`page=2&token=${token}&name=Ada+Lovelace`)
  expect(params.param('page', int)).toBe(2)
  expect(params.param('page', text)).toBe('2')
  expect(params.param('token', uuid)).toBe(token)
  expect(params.param('name', text)).toBe('Ada Lovelace')
})

it('PRM-016: param returns the body parameter of that name, parsed to the type asked for', async () => {
  expect((await sent.form('page=2&name=Ada')).param('page', int)).toBe(2)
  expect((await sent.json({ page: 2, token: token.toUpperCase() })).param('token', uuid)).toBe(token)
})

it.each([
  ['application/x-www-form-urlencoded', 'page=2'],
  ['application/x-www-form-urlencoded;charset=UTF-8', 'page=2'],
  ['APPLICATION/X-WWW-FORM-URLENCODED ; charset=UTF-8', 'page=2'],
  ['application/json', '{"page":2}'],
  ['application/json; charset=utf-8', '{"page":2}'],
  ['application/merge-patch+json', '{"page":2}'],
  ['application/json', '\ufeff{"page":2}'],
])('PRM-016: param takes a body for what %s says', async (type, body) => {
  expect((await post(type, body)).param('page', int)).toBe(2)
})

it.each(['text/plain', 'application/octet-stream', 'application/jsonp', 'multipart/mixed; boundary=b', 'garbage'])(
  'PRM-016: param finds no parameters in a body of %s',
  async (type) => {
    expect((await post(type, '{"page":2}&page=2', 'page=1')).allParams()).toEqual([['page', '1']])
  },
)

it('PRM-017: param throws when the parameter is missing', async () => {
  const params = await sent.query('pages=2')
  expect(() => params.param('page', int)).toThrow(ParamNotFoundError)
})

it('PRM-017: param takes a name that is given without a value for missing', async () => {
  await expect(readOr(sent.query('page'))).rejects.toThrow(ParamNotFoundError)
  await expect(readOr(sent.form('page'))).rejects.toThrow(ParamNotFoundError)
  await expect(readOr(sent.query('page='))).rejects.toThrow(ParamCouldNotBeParsedError)
})

it('PRM-018: param throws when the value cannot be parsed, from a query and from each kind of body', async () => {
  const form = new FormData()
  form.set('page', 'two')
  for (const params of [
    sent.query('page=two'),
    sent.form('page=two'),
    sent.json({ page: 'two' }),
    sent.multipart(form),
  ]) {
    await expect(readOr(params)).rejects.toThrow(ParamCouldNotBeParsedError)
  }
})

it('PRM-019: param: what it throws aborts the action: nothing after the call runs', async () => {
  const steps: string[] = []
  const action = () => {
    steps.push('before')
    param('page', int)
    steps.push('after')
  }
  for (const query of ['', 'page=two']) {
    const params = await sent.query(query)
    expect(() => runAction(params, action)).toThrow(/Parameter 'page'/)
  }
  expect(steps).toEqual(['before', 'before'])
})

it('param lets the body win where a name is in body and query, whatever kind the body is (PRM-G07)', async () => {
  expect((await sent.form('page=2', 'page=1')).param('page', int)).toBe(2)
  expect((await sent.json({ page: 2 }, 'page=1')).param('page', int)).toBe(2)
  await expect(readOr(sent.form('page=two', 'page=1'))).rejects.toThrow(ParamCouldNotBeParsedError)
  await expect(readOr(sent.form('page', 'page=1'))).rejects.toThrow(ParamNotFoundError)
})

it('param takes the first value of a repeated name (PRM-G08)', async () => {
  expect((await sent.query('page=1&page=2')).param('page', int)).toBe(1)
  expect((await sent.form('page=3&page=4', 'page=1')).param('page', int)).toBe(3)
})

async function readOr(params: ReturnType<typeof sent.query>): Promise<number> {
  return (await params).param('page', int)
}

it('PRM-020: its special forms: paramText is param with text', async () => {
  const params = await sent.query('name=Ada&empty=&bad=%ff')
  expect(params.paramText('name')).toBe('Ada')
  expect(params.paramText('empty')).toBe('')
  expect(() => params.paramText('bad')).toThrow("param: Parameter 'bad' could not be parsed, has to be valid UTF-8")
  expect(() => params.paramText('none')).toThrow(ParamNotFoundError)
  expect(runAction(params, () => paramText('name'))).toBe('Ada')
})

it('PRM-021: its special forms: paramInt is param with int', async () => {
  const params = await sent.query('page=007&bad=x')
  expect(params.paramInt('page')).toBe(7)
  expect(() => params.paramInt('bad')).toThrow("param: Parameter 'bad' could not be parsed, has to be an integer")
  expect(() => params.paramInt('none')).toThrow(ParamNotFoundError)
  expect(runAction(params, () => paramInt('page'))).toBe(7)
})

it('PRM-022: its special forms: paramBool is param with bool', async () => {
  const params = await sent.query('subscribe=on&other=1')
  expect(params.paramBool('subscribe')).toBe(true)
  expect(params.paramBool('other')).toBe(false)
  expect(() => params.paramBool('none')).toThrow(ParamNotFoundError)
  expect(runAction(params, () => paramBool('subscribe'))).toBe(true)
})

it('PRM-023: its special forms: paramUUID is param with uuid', async () => {
  const params = await sent.query(`token=${token.toUpperCase()}&bad=x`)
  expect(params.paramUUID('token')).toBe(token)
  expect(() => params.paramUUID('bad')).toThrow("param: Parameter 'bad' could not be parsed, has to be an UUID")
  expect(() => params.paramUUID('none')).toThrow(ParamNotFoundError)
  expect(runAction(params, () => paramUUID('token'))).toBe(token)
})
