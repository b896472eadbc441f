import { inspect } from 'node:util'
import { expect, expectTypeOf, it } from 'vitest'
import { ApiError, HttpError, UnreadableAnswerError } from './errors.ts'
import { createLamps, desk } from './lamps.fixture.ts'
import { type Answer, serveLocally } from './local-server.fixture.ts'
import { unwrap } from './operation.ts'
import { TestClock } from './test-clock.fixture.ts'

async function lampsAnswering(answer: Answer) {
  const { baseUrl } = await serveLocally(() => answer)
  return createLamps({ baseUrl, clock: new TestClock() })
}

const html = { 'content-type': 'text/html' }

it('a success is read by its media type', async () => {
  const json = await lampsAnswering({
    headers: { 'content-type': 'application/vnd.lamp+json; charset=utf-8' },
    body: '{"lit":true}',
  })
  expect((await json.get(desk)).data).toEqual({ lit: true })
  const untyped = await lampsAnswering({ body: '{"lit":true}' })
  expect((await untyped.get(desk)).data).toEqual({ lit: true })
  const text = await lampsAnswering({ headers: { 'content-type': 'text/plain' }, body: '{"lit":true}' })
  expect((await text.get(desk, { headers: { accept: 'text/plain' } })).data).toBe('{"lit":true}')
  await expect(text.get(desk)).rejects.toThrow(UnreadableAnswerError)
  const bytes = await lampsAnswering({ headers: { 'content-type': 'application/octet-stream' }, body: 'ab' })
  expect((await bytes.get(desk, { headers: { accept: '*/*' } })).data).toEqual(new Uint8Array([97, 98]))
})

it.each([
  ['204', { status: 204 }],
  ['200 without a body', { headers: { 'content-type': 'application/json' }, body: '' }],
])('a success without a body is one: %s', async (_, answer) => {
  const { get } = await lampsAnswering(answer)
  const { data, error, response } = await get(desk)
  expect([data, error, response.ok]).toEqual([undefined, undefined, true])
  await expect(unwrap(get(desk))).resolves.toBeUndefined()
})

it('a success that is not the JSON it says it is rejects, without quoting it', async () => {
  const { get } = await lampsAnswering({ headers: { 'content-type': 'application/json' }, body: '{"token":"hush' })
  const error = await get(desk).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(UnreadableAnswerError)
  expect(error).toMatchObject({ code: 'unreadable', status: 200 })
  expect(inspect(error)).not.toContain('hush')
})

it('a page of HTML, such as a login page, is no success', async () => {
  const { get } = await lampsAnswering({ headers: { 'content-type': 'text/html' }, body: '<h1>Log in</h1>' })
  await expect(get(desk)).rejects.toMatchObject({ code: 'unreadable', status: 200 })
})

it('a success is typed once the error is ruled out', async () => {
  const { get } = await lampsAnswering({ body: { lit: true } })
  const { data, error } = await get(desk)
  if (error) throw error
  expectTypeOf(data).toEqualTypeOf<{ lit: boolean } | undefined>()
  expect(data?.lit).toBe(true)
})

it('a success tells the address that answered', async () => {
  const { get } = await lampsAnswering({ body: {} })
  expect((await get(desk)).response.url).toMatch(/\/lamps\/desk$/)
})

it('an error is an instance that names operation, status, body and request', async () => {
  const headers = { 'x-request-id': 'r-1' }
  const { get } = await lampsAnswering({ status: 404, headers, body: { detail: 'no such lamp' } })
  const { error } = await get(desk)
  expect(error).toBeInstanceOf(HttpError)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    name: 'HttpError',
    code: 'http',
    operation: 'GET /lamps/{lamp}',
    status: 404,
    body: { detail: 'no such lamp' },
    requestId: 'r-1',
    retryable: false,
    message: 'GET /lamps/{lamp} was answered with status 404: no such lamp',
  })
})

it('an error has the type of body that its status has', async () => {
  const { get } = await lampsAnswering({ status: 409, headers: { 'content-type': 'text/plain' }, body: '123' })
  const { error } = await get(desk)
  if (error?.status === 404) expectTypeOf(error.body).toEqualTypeOf<{ detail: string } | undefined>()
  if (error?.status === 409) expectTypeOf(error.body).toEqualTypeOf<string | undefined>()
  if (error?.status === 520) expectTypeOf(error.body).toEqualTypeOf<{ edge: string } | undefined>()
  if (error?.status === 500) expectTypeOf(error.body).toEqualTypeOf<{ title: string } | undefined>()
  if (error?.status === 418) expectTypeOf(error.body).toEqualTypeOf<unknown>()
  expect(error?.body).toBe('123')
})

it.each<[string, Answer]>([
  ['none', { status: 404 }],
  ['a page of a proxy', { status: 404, headers: { 'content-type': 'application/octet-stream' }, body: 'x' }],
  ['broken JSON', { status: 404, headers: { 'content-type': 'application/json' }, body: '{' }],
])('an error is one whatever its body is: %s', async (_, answer) => {
  const { get } = await lampsAnswering(answer)
  const { data, error, response } = await get(desk)
  expect(error).toMatchObject({ status: 404, body: undefined, requestId: undefined })
  expect([data, response.ok]).toEqual([undefined, false])
})

it('an error keeps the text of a page', async () => {
  const { get } = await lampsAnswering({ status: 502, headers: html, body: '<h1>Bad Gateway</h1>' })
  expect((await get(desk, { retries: 0 })).error?.body).toBe('<h1>Bad Gateway</h1>')
})

it('an error is what unwrap throws', async () => {
  const { get } = await lampsAnswering({ status: 404, body: { detail: 'no such lamp', request_id: 'r-2' } })
  await expect(unwrap(get(desk))).rejects.toMatchObject({ status: 404, requestId: 'r-2' })
})
