import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLamps } from './lamps.fixture.ts'
import { request, talk } from './server/server.fixture.ts'
import { startMock } from './start-mock.ts'

let mock: Awaited<ReturnType<typeof startLamps>>
beforeAll(async () => {
  mock = await startLamps()
})
afterAll(() => mock.close())

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(mock.origin + path, { method, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

it.each(['/lamp', '/lamps%2Fv1', '//lamps/v1', '/v1/lamps/hall'])(
  'names the interfaces if %s leads to none',
  async (path) => {
    const origin = 'https://pages.example'
    const { status, headers, text } = await get(path, { origin })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, origin])
    expect(text).toContain('/lamps, /_control')
  },
)

it.each(['/', '/_control', '/_control/'])('%s leads to the list of the interfaces', async (path) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await fetch(mock.origin + path, { method, redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([302, '/_control/interfaces'])
  }
  expect((await get(path, {}, 'POST')).status).toBeGreaterThanOrEqual(400)
  expect((await get('/_control/health')).status).toBe(200)
})

it.each([
  ['GET', '/lamp/v1/lamps/hall', 'There is nothing at /lamp/v1/lamps/hall; did you mean GET /lamps/v1/lamps/{id}? '],
  ['PUT', '/v1/lamps/hall', 'There is nothing at /v1/lamps/hall; did you mean PUT /lamps/v1/lamps/{id}? '],
  ['GET', '/control/sessions', 'There is nothing at /control/sessions; did you mean GET /_control/sessions? '],
  ['GET', '/lmp/v1/lamps/hall', 'There is nothing at /lmp/v1/lamps/hall; did you mean GET /lamps/v1/lamps/{id}? '],
  ['GET', '/_controlled/health', 'There is nothing at /_controlled/health; did you mean GET /_control/health? '],
  ['GET', '/health', 'There is nothing at /health; did you mean GET /_control/health? '],
  ['GET', '/nowhere/v1/lamps/hall', 'There is nothing at /nowhere/v1/lamps/hall. '],
  ['GET', '/lamps/v1/lamps/%zz', 'The path is not validly percent-encoded.'],
  ['OPTIONS', '/nowhere', 'There is nothing at /nowhere. '],
  [
    'GET',
    '/lamps/lamps/hall',
    'There is nothing at /lamps/lamps/hall; the base path is /lamps/v1: did you mean GET /lamps/v1/lamps/{id}?',
  ],
  ['POST', '/lamps/v1/lamps/hall', 'POST is not supported at /lamps/v1/lamps/hall; supported are GET, '],
])('suggests the path that %s %s probably means', async (method, path, detail) => {
  expect(JSON.parse((await get(path, {}, method)).text).detail).toMatch(
    new RegExp(`^${detail.replace(/[?{}.]/g, '\\$&')}`),
  )
})

it('gives interfaces the ports after that of the mock', async () => {
  for (let tries = 0; ; tries++) {
    const free = await startMock({ interfaces: ['orders'] })
    await free.close()
    const port = Number(new URL(free.origin).port)
    const own = await startMock({ interfaces: ['orders', 'secrets'], port, portPerInterface: true }).catch(
      () => undefined,
    )
    // Another process may have one of the ports.
    if (!own && tries < 9) continue
    const bases = own?.interfaces.flatMap(({ baseUrls }) => baseUrls.map((url) => Number(new URL(url).port) - port))
    expect(new Set(bases)).toEqual(new Set([0, 1, 2]))
    await own?.close()
    return
  }
})

it('answers in the form of the interface once it is known', async () => {
  for (const path of ['/lamps', '/lamps/', '/lamps/v2/x']) {
    const { status, headers } = await get(path)
    expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json'])
  }
})

it('answers OPTIONS, and a method that is not there, with the existing methods', async () => {
  for (const [method, expected] of [
    ['OPTIONS', 204],
    ['POST', 405],
  ] as const) {
    const { status, headers } = await get('/lamps/v1/lamps/hall', {}, method)
    expect([status, headers.get('allow')]).toEqual([expected, 'GET, HEAD, OPTIONS, PUT'])
    expect(headers.has('x-mock-reason')).toBe(method === 'POST')
    expect(await talk(mock.port, request(`${method} *`, 'Connection: close\r\n'))).toContain(
      `HTTP/1.1 ${method === 'OPTIONS' ? 204 : 404} `,
    )
  }
})

it('uses the session default for callers without a session, or with an empty one', async () => {
  await get('/lamps/v1/lamps/hall')
  await get('/lamps/v1/lamps/hall', { 'x-mock-session': '' })
  const { body } = await mock.control('GET', '/sessions/default/journal')
  expect(body.requests.length).toBeGreaterThanOrEqual(2)
})

it('serves an interface at the root of its own port, without the control plane', async () => {
  const own = await startMock({ interfaces: ['orders'], portPerInterface: true })
  const [shared = '', alone = ''] = own.interfaces[0]?.baseUrls ?? []
  expect(new URL(shared).pathname).toBe('/orders/api')
  expect(new URL(alone).pathname).toBe('/api')
  expect((await fetch(`${alone}/orders`)).status).toBe(401)
  expect((await fetch(new URL('/_control/interfaces', alone))).status).toBeGreaterThanOrEqual(400)
  await own.close()
})
