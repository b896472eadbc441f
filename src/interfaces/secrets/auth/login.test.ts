import { afterAll, expect, it } from 'vitest'
import { faults, type TryOut, tryOut } from '../service.fixture.ts'
import { usersOf } from '../state.ts'

afterAll(() => expect(faults).toEqual([]))

const path = '/v1/auth/userpass/login/reporting'
const body = { password: 'example-password' }

async function logIn({ ask }: TryOut, method = 'POST'): Promise<string> {
  const answer = await ask(method, path, { token: null, body })
  expect(answer.status).toBe(200)
  return Object(answer.body).auth.client_token
}

it.each(['POST', 'PUT'])(
  'SEC-083, SEC-085: %s logs in without a token, and the answer holds one that opens',
  async (method) => {
    const service = await tryOut()
    const token = await logIn(service, method)
    expect((await service.ask('GET', '/v1/secret/foo', { token })).status).toBe(200)
    expect((await service.ask('POST', '/v1/secret/foo', { token, body: {} })).status).toBe(403)
  },
)

it('SEC-069: each login generates a token', async () => {
  const service = await tryOut()
  expect(await logIn(service)).not.toBe(await logIn(service))
})

it('SEC-083: a token lives as long as the login said', async () => {
  const service = await tryOut()
  const token = await logIn(service)
  service.clock.ahead += 3599_000
  expect((await service.ask('GET', '/v1/secret/foo', { token })).status).toBe(200)
  service.clock.ahead += 1_000
  expect((await service.ask('GET', '/v1/secret/foo', { token })).status).toBe(403)
})

it('SEC-083: a lease of 0 does not end', async () => {
  const service = await tryOut()
  await usersOf(service.store).set('auth/userpass/reporting', { ...body, policies: ['full'], lease_duration: 0 })
  const token = await logIn(service)
  service.clock.ahead += 1e12
  expect((await service.ask('GET', '/v1/secret/foo', { token })).status).toBe(200)
})

it('SEC-096: a wrong password and an unknown user are refused alike', async () => {
  const { ask } = await tryOut()
  const wrong = await ask('POST', path, { token: null, body: { password: 'wrong' } })
  const unknown = await ask('POST', '/v1/auth/userpass/login/nobody', { token: null, body })
  expect(wrong).toMatchObject({ status: 403, rules: ['SEC-096'] })
  expect(unknown).toEqual(wrong)
})

it('SEC-085: a wrong token does not hinder a login', async () => {
  const { ask } = await tryOut()
  expect((await ask('POST', path, { token: 'svc.unknown', body })).status).toBe(200)
})

it('SEC-095: a login without a password is answered 400', async () => {
  const { ask } = await tryOut()
  for (const wrong of [{}, { password: 1 }, { password: null }, [], undefined]) {
    expect((await ask('POST', path, { token: null, body: wrong })).status).toBe(400)
  }
})
