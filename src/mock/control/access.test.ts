import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLamps } from '../lamps.fixture.ts'
import { ControlTokenError, startMock } from '../start-mock.ts'

type Mock = Awaited<ReturnType<typeof startLamps>>
let open: Mock
let guarded: Mock
beforeAll(async () => {
  open = await startLamps()
  guarded = await startLamps({ controlToken: 'example-control' })
})
afterAll(async () => {
  await open.close()
  await guarded.close()
})

/** With whatever Host and Origin: fetch sets these itself. */
function ask(mock: Mock, method: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const call = request({ port: mock.port, host: '127.0.0.1', method, path, headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    call.on('error', reject).end()
  })
}

const control = '/_control/interfaces'

it.each(['localhost', 'localhost:4010', '127.0.0.1:1', '127.1.2.3', '[::1]:4010'])(
  'CTL-055: answers at the name %s',
  async (host) => {
    expect((await ask(open, 'GET', control, { host })).status).toBe(200)
  },
)

it.each(['mock.example', 'mock.example:4010', 'localhost.evil.example', '10.0.0.1:4010', '0.0.0.0', '127.0.0.1@evil'])(
  'CTL-055: refuses the name %s, which may have been rebound, without a token',
  async (host) => {
    const { status, body } = await ask(open, 'GET', control, { host })
    expect([status, JSON.parse(body).status]).toEqual([403, 403])
    expect((await ask(open, 'GET', '/lamps/v1/lamps/hall', { host })).status).toBe(200)
  },
)

it.each([
  {},
  { authorization: 'Bearer wrong' },
  { authorization: 'Bearer ' },
  { authorization: 'Basic example-control' },
])('CTL-056: refuses %j when it has a token', async (headers) => {
  for (const path of [control, '/_control/nothing', '/_control/sessions/default']) {
    const { status, headers: answered } = await ask(guarded, 'GET', path, headers)
    expect([status, answered['www-authenticate']]).toEqual([401, 'Bearer realm="mock-control"'])
  }
})

it('CTL-056: answers whoever carries the token, at any name', async () => {
  for (const authorization of ['Bearer example-control', 'bearer  example-control'])
    expect((await ask(guarded, 'GET', control, { authorization, host: 'mock.example' })).status).toBe(200)
})

it('CTL-056: leaves the interfaces as they are', async () => {
  expect((await ask(guarded, 'GET', '/lamps/v1/lamps/hall', {})).status).toBe(200)
})

const evil = { origin: 'https://evil.example' }

it('CTL-057: refuses the pages of others, whatever they send, with or without a token', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example'])
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await ask(open, method, '/_control/sessions/default/reset', { origin })).status).toBe(403)
  const carried = { ...evil, authorization: 'Bearer example-control' }
  expect((await ask(guarded, 'GET', control, carried)).status).toBe(403)
})

it('CTL-057: lets no page of others read, nor ask whether it may send', async () => {
  const preflight = { ...evil, 'access-control-request-method': 'DELETE' }
  for (const answer of [
    await ask(open, 'GET', control, evil),
    await ask(open, 'OPTIONS', '/_control/sessions/default', preflight),
    await ask(open, 'OPTIONS', `${open.origin}/_control/sessions/default`, preflight),
  ])
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  expect((await ask(open, 'GET', '/lamps/v1/lamps/hall', evil)).headers).toMatchObject({
    'access-control-allow-origin': 'https://evil.example',
  })
})

it('CTL-057: answers its own pages, and those of this machine', async () => {
  for (const origin of [open.origin, 'http://localhost:3000', 'http://[::1]:8080'])
    expect((await ask(open, 'GET', control, { origin })).headers).toMatchObject({
      'access-control-allow-origin': origin,
    })
  const own = { origin: 'http://mock.example:4010', host: 'mock.example:4010', authorization: 'Bearer example-control' }
  expect((await ask(guarded, 'GET', control, own)).status).toBe(200)
})

it.each(['0.0.0.0', '::', ''])('CTL-058: does not start on %j without a token', async (host) => {
  await expect(startMock({ interfaces: ['orders'], host })).rejects.toThrow(ControlTokenError)
  await expect(startMock({ interfaces: ['orders'], host, controlToken: '' })).rejects.toThrow(ControlTokenError)
})

it('CTL-058: starts anywhere with one', async () => {
  const mock = await startMock({ interfaces: ['orders'], host: '0.0.0.0', controlToken: 'example-control' })
  const port = new URL(mock.origin).port
  expect((await fetch(`http://127.0.0.1:${port}/_control/interfaces`)).status).toBe(401)
  await mock.close()
})
