import fc from 'fast-check'
import { expect, it } from 'vitest'
import { post, sent } from './params.fixture.ts'
import { int, ParamCouldNotBeParsedError, ParamNotFoundError, RequestCouldNotBeReadError } from './request-params.ts'

it('PRM-062: a missing parameter throws a not-found error, with the name', async () => {
  const params = await sent.query('page=2')
  const error = thrown(() => params.paramInt('size'))
  expect(error).toBeInstanceOf(ParamNotFoundError)
  expect(error).toMatchObject({ name: 'ParamNotFoundError', parameter: 'size', raw: undefined, reason: 'not found' })
})

it('PRM-063: its message is exactly the documented one, with the name asked for', async () => {
  const params = await sent.query('')
  expect(thrown(() => params.paramInt('firstname')).message).toBe("param: Parameter 'firstname' not found")
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(thrown(() => params.param(name, int)).message).toBe(`param: Parameter '${name}' not found`)
    }),
  )
})

it('PRM-064: a value that cannot be parsed throws an error of another kind, with name, raw value and reason', async () => {
  const params = await sent.query('page=two')
  const error = thrown(() => params.paramInt('page'))
  expect(error).toBeInstanceOf(ParamCouldNotBeParsedError)
  expect(error).not.toBeInstanceOf(ParamNotFoundError)
  expect(error).toMatchObject({
    name: 'ParamCouldNotBeParsedError',
    message: "param: Parameter 'page' could not be parsed, has to be an integer",
    parameter: 'page',
    raw: 'two',
    reason: 'has to be an integer',
  })
  expect(new ParamNotFoundError('page')).not.toBeInstanceOf(ParamCouldNotBeParsedError)
})

it('PRM-064: the raw value is the one that was sent, in its form; the message does not show it', async () => {
  const params = await sent.json({ page: { secret: 1 } })
  const error = thrown(() => params.paramInt('page'))
  expect(error).toMatchObject({ raw: { secret: 1 } })
  expect(error.message).not.toContain('secret')
})

it.each([
  ['application/json', '{"page":', 'params: The request could not be read, its body is not JSON: '],
  ['application/json', 'page=2', 'params: The request could not be read, its body is not JSON: '],
  ['multipart/form-data', '--b\r\n', 'params: The request could not be read, its multipart body is malformed: '],
  [
    'multipart/form-data; boundary=b',
    '--b\r\n',
    'params: The request could not be read, its multipart body is malformed: ',
  ],
])('PRM-064: a body of %s that is %j could not be parsed, and says so when it is read', async (type, body, message) => {
  const error = await post(type, body).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RequestCouldNotBeReadError)
  expect(error).toBeInstanceOf(ParamCouldNotBeParsedError)
  expect(error).toMatchObject({ name: 'RequestCouldNotBeReadError', parameter: '', limit: undefined })
  expect((error as Error).message).toMatch(message)
})

function thrown(read: () => unknown): Error {
  try {
    read()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was thrown')
}
