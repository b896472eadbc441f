import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLamps } from '../lamps.fixture.ts'

let mock: Awaited<ReturnType<typeof startLamps>>
beforeAll(async () => {
  mock = await startLamps()
})
afterAll(async () => {
  expect(mock.faults).toEqual([])
  await mock.close()
})

async function get(headers: Record<string, string>, path = '/lamps/hall') {
  const response = await fetch(`${mock.origin}/lamps/v1${path}`, { headers })
  return { status: response.status, body: await response.json() }
}

it('answers with the example that Prefer asks for, in place of the behaviour', async () => {
  expect(await get({ prefer: 'code=429' })).toEqual({ status: 429, body: { slow: 'down' } })
  expect(await get({ prefer: 'code=200, example=one' })).toEqual({ status: 200, body: { lit: true } })
})

it('names the documented answers if Prefer asks for another one', async () => {
  const { body } = await get({ prefer: 'code=418' })
  expect(body.detail).toMatch(/ The operation getLamp has 200 \(one\b.*\), .*429\b.*\.$/)
  expect(body.detail).not.toContain('418')
})

it('generates an answer that keeps the contract if Prefer asks for one', async () => {
  const { status, body } = await get({ prefer: 'dynamic=true' })
  expect([status, typeof body.lit]).toEqual([200, 'boolean'])
})

it.each([
  'code=100',
  'code=199',
  'code=600',
  'code=999',
  'code=404',
  'code=x',
  'code=200, example=two',
  'example=__proto__',
])('refuses Prefer: %s', async (prefer) => {
  expect((await get({ prefer })).status).toBe(400)
})

it('refuses an informational or impossible status in Prefer, and answers any other', async () => {
  expect(await get({ prefer: 'code=599' }, '/lamps/hall/glow')).toEqual({ status: 599, body: { dark: true } })
  for (const code of [100, 199, 600, 999])
    expect((await get({ prefer: `code=${code}` }, '/lamps/hall/glow')).status).toBe(400)
})

it.each(['garbage', ';;;;', '*/*', 'application/*', 'application/json;q=0.1, garbage'])(
  'answers Accept: %s, with and without Prefer',
  async (accept) => {
    expect((await get({ accept })).status).toBe(200)
    expect((await get({ accept, prefer: 'code=200' })).status).toBe(200)
  },
)

it.each(['application/json', 'application/json, text/plain;q=0.5'])(
  'answers the documented error that Prefer asks for, even if the caller accepts only %s',
  async (accept) => {
    expect(await get({ accept, prefer: 'code=429' })).toEqual({ status: 429, body: { slow: 'down' } })
  },
)

it('gives each caller an example of a type that this caller accepts, or 406', async () => {
  const prefer = 'dynamic=false'
  for (const [accept, status] of [
    ['text/html', 406],
    ['application/json', 200],
    ['text/html', 406],
  ] as const)
    expect((await get({ accept, prefer })).status).toBe(status)
})
