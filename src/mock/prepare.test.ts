import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLamps } from './lamps.fixture.ts'

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

it('refuses a body in a coding, since none is undone', async () => {
  const body = '{"lit":true}'
  for (const encoding of ['gzip', 'br', 'x'])
    expect(await send('PUT', '/lamps/hall', { ...json, 'content-encoding': encoding }, body)).toBe(415)
  expect(await send('PUT', '/lamps/hall', { ...json, 'content-encoding': 'identity' }, body)).toBe(200)
})

it.each([
  ['no body', '', 400],
  ['broken JSON', '{"lit":', 400],
  ['a wrong type', '{"lit":"yes"}', 400],
  ['text that is no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
  ['a body that fits', '{"lit":true}', 200],
])('answers %s', async (_, body, status) => {
  expect(await send('PUT', '/lamps/hall', json, body)).toBe(status)
})

it.each(['text/plain', 'garbage'])('refuses a body of type %s', async (type) => {
  expect(await send('PUT', '/lamps/hall', { 'content-type': type }, '{"lit":true}')).toBe(415)
})
