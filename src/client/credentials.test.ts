import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createLamps, desk } from './lamps.fixture.ts'
import { serveLocally } from './local-server.fixture.ts'
import { TestClock } from './test-clock.fixture.ts'

const lit = { body: { lit: true } }

/** A server that accepts one token. */
async function lockedLamps(accepted: string, token: Parameters<typeof createLamps>[1]) {
  const { baseUrl, received } = await serveLocally(({ headers }) =>
    headers.authorization === `Bearer ${accepted}` ? lit : { status: 401, body: { detail: 'who?' } },
  )
  return { lamps: createLamps({ baseUrl, clock: new TestClock() }, token), received }
}

it('a credential may be a function, which every call asks', async () => {
  let calls = 0
  const { lamps, received } = await lockedLamps('t', {
    token: async () => {
      calls += 1
      return 't'
    },
  })
  await lamps.get(desk)
  await lamps.get(desk)
  expect([calls, received.length]).toEqual([2, 2])
})

it('a credential is asked for once more after a 401, with the refused one named, and the call is sent again, a write too', async () => {
  const asked: (string | undefined)[] = []
  const { lamps, received } = await lockedLamps('new', {
    token: ({ rejected }) => {
      asked.push(rejected)
      return rejected === undefined ? 'old' : 'new'
    },
  })
  const { data } = await lamps.post({ ...desk, body: { lit: true } })
  expect(data).toEqual({ lit: true })
  expect(asked).toEqual([undefined, 'old'])
  expect(received.map(({ body }) => body)).toEqual(['{"lit":true}', '{"lit":true}'])
})

it('a credential is never asked for in a loop', async () => {
  let calls = 0
  const { lamps, received } = await lockedLamps('another', {
    token: () => {
      calls += 1
      return `t${calls}`
    },
  })
  expect((await lamps.get(desk)).error).toMatchObject({ status: 401, retryable: false })
  expect([calls, received.length]).toEqual([2, 2])
})

it.each([
  ['a value', () => 'same' as const],
  ['a function that has no other', () => () => 'same'],
])('a credential that was refused is not sent again: %s', async (_, make) => {
  const { lamps, received } = await lockedLamps('another', { token: make() })
  expect((await lamps.get(desk)).error?.status).toBe(401)
  expect(received).toHaveLength(1)
})

it('a credential that a function cannot get ends the call with what the function throws', async () => {
  const { lamps, received } = await lockedLamps('t', {
    token: () => Promise.reject(new Error('the vault is closed')),
  })
  await expect(lamps.get(desk)).rejects.toThrow('the vault is closed')
  expect(received).toHaveLength(0)
})

it.each(['', 'hush\n', 'hush\u0000', 'hushé'])(
  'a credential that no header can carry is refused without being quoted: %j',
  async (token) => {
    const { lamps, received } = await lockedLamps('t', { token })
    const error = await lamps.get(desk).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(TypeError)
    expect(inspect(error)).toContain('the credential is empty, or contains a character that a header cannot carry')
    expect(inspect(error)).not.toContain('hush')
    expect(received).toHaveLength(0)
  },
)

it.each([301, 302, 303, 307, 308])(
  'a redirect with status %i is not followed, as credentials would go with it',
  async (status) => {
    const other = await serveLocally(() => lit)
    const { baseUrl, received } = await serveLocally(() => ({
      status,
      headers: { location: `${other.baseUrl}/lamps/desk?t=hush` },
    }))
    const lamps = createLamps({ baseUrl, clock: new TestClock() })
    const error = await lamps.get(desk).catch((error: unknown) => error)
    expect(error).toMatchObject({ name: 'RedirectError', code: 'redirect', status, retryable: false })
    expect(inspect(error)).not.toContain('hush')
    expect([received.length, other.received.length]).toEqual([1, 0])
  },
)

it('a redirect that a browser hides is refused as well', async () => {
  const hidden = { type: { value: 'opaqueredirect' }, status: { value: 0 } }
  const fetch = async () => Object.defineProperties(new Response(), hidden)
  const lamps = createLamps({ baseUrl: 'lamps.example', fetch })
  await expect(lamps.get(desk)).rejects.toMatchObject({ code: 'redirect', status: undefined })
})

describe('secrecy', () => {
  const token = 'hush-7d1f'
  const situations: [string, (baseUrl: string) => string, number][] = [
    ['an error answer', (baseUrl) => baseUrl, 403],
    ['a broken connection', () => 'http://127.0.0.1:1', 200],
    ['an answer that is not JSON', (baseUrl) => baseUrl, 200],
  ]

  it.each(situations)('the credential stays out of %s, its error and its address', async (_, addressOf, status) => {
    const headers = { 'content-type': 'application/json' }
    const { baseUrl, received } = await serveLocally(() => ({ status, headers, body: 'not json, and secret' }))
    const lamps = createLamps({ baseUrl: addressOf(baseUrl), clock: new TestClock() }, { token })
    const outcome = await lamps.get(desk).catch((error: unknown) => error)
    const shown = inspect([outcome, lamps], { depth: 20, showHidden: true })
    expect(shown).not.toContain(token)
    expect(JSON.stringify(outcome)).not.toContain(token)
    expect(shown).not.toContain('and secret')
    expect(received.map(({ url }) => url).join()).not.toContain(token)
  })
})
