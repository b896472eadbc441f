import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLamps } from '../lamps.fixture.ts'
import { startMock } from '../start-mock.ts'

let mock: Awaited<ReturnType<typeof startLamps>>
beforeAll(async () => {
  mock = await startLamps()
})
afterAll(async () => {
  expect(mock.faults).toEqual([])
  await mock.close()
})

async function send(method: string, path: string, headers: Record<string, string>, body: string | Buffer) {
  const response = await fetch(`${mock.origin}/lamps/v1${path}`, { method, headers, body: body as string })
  return response.status
}

const json = { 'content-type': 'application/json' }

it('ignores a body, and its type, where none is documented', async () => {
  for (const type of ['application/json', 'garbage', 'text/plain'])
    expect(await send('DELETE', '/lamps/hall', { 'content-type': type }, '{broken')).toBe(405)
  expect((await mock.control('POST', '/sessions/a/reset', { any: 1 })).status).toBe(204)
})

it('refuses a body with a content coding, since it decodes none', async () => {
  const body = '{"lit":true}'
  for (const encoding of ['gzip', 'br', 'x'])
    expect(await send('PUT', '/lamps/hall', { ...json, 'content-encoding': encoding }, body)).toBe(415)
  expect(await send('PUT', '/lamps/hall', { ...json, 'content-encoding': 'identity' }, body)).toBe(200)
})

async function ask(query: string) {
  const response = await fetch(`${mock.origin}/lamps/v1/lamps/hall?${query}`)
  return { status: response.status, body: await response.json() }
}

it('refuses a parameter whose bytes are not UTF-8, as a violation of that parameter', async () => {
  expect(await ask('room=%ff')).toMatchObject({
    status: 400,
    body: { detail: 'Request query parameter room has to be valid UTF-8.' },
  })
  expect((await ask('room=%C3%A9')).status).toBe(200)
})

it('refuses a query with too many parameters', async () => {
  expect(await ask('a&'.repeat(1001))).toMatchObject({
    status: 400,
    body: { detail: 'The query could not be read, it is past the limit of 1000 parameters.' },
  })
})

it('accepts bytes that are not UTF-8 in parts that nothing reads', async () => {
  expect((await ask('color=%ff&%ff=1&room=x')).status).toBe(200)
})

it('checks the credentials before the query', async () => {
  const orders = await startMock({ interfaces: ['orders'] })
  const response = await fetch(`${orders.origin}/orders/api/orders?placedBy=%ff&${'a&'.repeat(1001)}`)
  expect(response.status).toBe(401)
  await orders.close()
})
