import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-status.ts'
import {
  answersStatus,
  answersWith,
  changesBody,
  on,
  type Sabotage,
  seesHeaders,
  when,
} from '../../../../check/sabotage.ts'
import { bothVersions, type Checks, type Context, carries, login } from '../context.ts'
import { expectStatus, expectSuccess, expectToHold } from '../expectations.ts'
import { makeSecret, scratchDirectory, uniquePairs } from '../scratch.ts'

const logins = ['login', 'loginByPut'] as const
const needs = { ...login, resources: [...login.resources, ...bothVersions.resources], changes: 'reversible' } as const

/** Logs the user in, and revokes the token afterwards. */
async function logInWith(t: Context, operation: 'login' | 'loginByPut') {
  const path = { auth_method: t.resource('auth method'), username: t.resource('user') }
  const reply = await t.attempt(operation, { path, body: {}, as: 'user' })
  const token = (reply.body as { auth?: { client_token?: string } } | undefined)?.auth?.client_token
  // No document shows how to revoke a token. Servers of the family do it at this address.
  t.afterwards(async () => {
    if (reply.status >= 300 || t.hasControl) return
    const headers = { 'x-svc-token': token }
    const request = { method: 'POST', target: '/v1/auth/token/revoke-self', as: null, headers }
    const { status } = await t.send(request).catch(() => ({ status: 0 }))
    if (status < 200 || status >= 300) t.leaves(`a client token of the role 'user', by ${operation}`)
  })
  return { reply, token }
}

/** Logs the user in; the token is at the place that this contract assumes. */
export async function logIn(t: Context, operation: 'login' | 'loginByPut' = 'login') {
  const { reply, token } = await logInWith(t, operation)
  t.assume('SEC-G03', () => {
    expectSuccess(reply, operation)
    expect(token, `auth.client_token of ${operation}`).toEqual(expect.stringMatching(/./))
  })
  return token
}

async function prepareSecret(t: Context) {
  const [path, pairs] = [{ mount: t.resource('version 1 mount'), path: scratchDirectory() }, uniquePairs()]
  await makeSecret(t, path.path, pairs)
  return { path, pairs }
}

/** A token is valid for the time that its login has named. */
async function assumeLifetime(t: Context, path: { mount: string; path: string }): Promise<void> {
  const auth_method = t.resource('auth method')
  const { reply, token: client_token } = await logInWith(t, 'login')
  const { auth: { lease_duration = 0 } = {} } = reply.body as { auth?: { lease_duration?: number } }
  const read = () => t.attempt('readSecret', { path, as: null, headers: { 'x-svc-token': client_token } })
  await t.control.advanceClock(lease_duration - 60)
  const before = await read()
  await t.control.advanceClock(60)
  const after = await read()
  t.assume('SEC-G06', () => {
    expectSuccess(before, `a read a minute before the ${lease_duration} s of its token are over`)
    expectStatus(after, 403, `a read when the ${lease_duration} s of its token are over`)
  })
  const forever = { password: 'a password', policies: ['full'], lease_duration: 0 }
  await t.control.putRecord('users', `auth/${auth_method}/forever`, forever)
  const login = { path: { auth_method, username: 'forever' }, body: { password: forever.password }, as: null }
  const { auth } = (await t.attempt('login', login)).body as { auth?: { client_token?: string } }
  await t.control.advanceClock(1e8)
  const late = await t.attempt('readSecret', { path, as: null, headers: { 'x-svc-token': auth?.client_token } })
  t.assume('SEC-G06', () => expectSuccess(late, 'a read three years after a login whose lease_duration is 0'))
}

const changesToken = (client_token: unknown): Sabotage =>
  changesBody((body: { auth: object }) => ({ ...body, auth: { ...body.auth, client_token } }))

/** Also reads the token from the query. */
const readsQuery =
  (name: string): Sabotage =>
  (request, forward) => {
    const token = new URLSearchParams(request.query).get(name)
    return token === null ? forward(request) : seesHeaders({ 'x-svc-token': token })(request, forward)
  }

const queryNames = ['token', 'X-Svc-Token', 'x-svc-token', 'client_token', 'access_token']

export const loggingIn: Checks = {
  'SEC-056': {
    // A token in a URL ends up in logs, so none of somebody's server is sent there.
    needs: { ...needs, control: true },
    async run(t) {
      const { path, pairs } = await prepareSecret(t)
      const token = await logIn(t)
      if (token === undefined) return
      const headers = { 'x-svc-token': token }
      const read = await t.call('readSecret', { path, as: null, headers })
      expectToHold(read, pairs, 'a read with the token in its header')
      for (const name of queryNames) {
        const reply = await t.attempt('readSecret', { path, as: null, query: { [name]: token } })
        expectRefused(reply, `a read with the token in the query as ${name}`)
        const list = { mount: path.mount, path: 'contract-checks' }
        const listed = await t.attempt('listDirectory', { path: list, as: null, query: { list: true, [name]: token } })
        expectRefused(listed, `a list with the token in the query as ${name}`)
      }
    },
    sabotage: ['readSecret', 'listDirectory'].flatMap((read) => queryNames.map((name) => on(read, readsQuery(name)))),
  },
  'SEC-069': {
    needs: login,
    onlyAssumed: 'SEC-G03',
    async run(t) {
      for (const operation of logins) await logIn(t, operation)
      const { body } = (await logInWith(t, 'login')).reply
      t.assume('SEC-G06', () => {
        const auth = { policies: expect.any(Array), lease_duration: expect.any(Number), renewable: false }
        expect(body, 'answer to a login').toMatchObject({ auth })
      })
    },
    sabotage: logins.flatMap((operation) => [
      on(operation, changesToken(undefined)),
      on(operation, changesToken('')),
      on(operation, answersStatus(201)),
      on(operation, answersWith(204)),
    ]),
  },
  'SEC-083': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const { path, pairs } = await prepareSecret(t)
      expectRefused(await t.call('readSecret', { path, as: null }), 'a read without a token')
      for (const operation of logins) {
        const token = await logIn(t, operation)
        if (token === undefined) continue
        const headers = { 'x-svc-token': token }
        const read = await t.call('readSecret', { path, as: null, headers })
        expectToHold(read, pairs, `a read with the token of ${operation}`)
      }
      if (t.hasControl) await assumeLifetime(t, path)
    },
    sabotage: [
      ...logins.map((operation) => on(operation, changesToken('made-up'))),
      when(
        ({ headers }) => !headers['x-svc-token']?.startsWith('svc.example-'),
        seesHeaders({ 'x-svc-token': undefined }),
      ),
    ],
  },
  'SEC-085': {
    needs: login,
    onlyAssumed: 'SEC-G03',
    async run(t) {
      for (const operation of logins) await logIn(t, operation)
    },
    sabotage: logins.map((operation) => on(operation, when(carries(undefined), answersWith(403)))),
  },
}
