import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-status.ts'
import { answersWith, on, type Sabotage, seesHeaders, turnsStatus, when } from '../../../../check/sabotage.ts'
import { admits, type Checks, type Context, carries, everyRead, has, type Operation } from '../context.ts'
import { among, everyOperation, gapOf, prepareEveryRequest, withoutToken } from '../every-operation.ts'
import { expectOrAssume, expectStatus, expectSuccess, expectToHold } from '../expectations.ts'
import { scratchDirectory, uniquePairs } from '../scratch.ts'
import { logIn } from './logging-in.ts'

const withToken = everyOperation.filter((operation) => !withoutToken.has(operation))

/** A sabotage for each documented operation, and one for all operations whose verb or address is assumed. */
const each = (operations: readonly Operation[], sabotage: Sabotage) => [
  ...operations.filter((operation) => gapOf(operation) === undefined).map((operation) => on(operation, sabotage)),
  on(
    operations.filter((operation) => gapOf(operation) !== undefined),
    sabotage,
  ),
]

const wrongToken = 'contract-checks-no-such-token'
const wrongCredentials = [
  { 'x-svc-token': wrongToken },
  { 'x-svc-token': undefined, authorization: `Bearer ${wrongToken}` },
]
const asBearer = has('authorization', `Bearer ${wrongToken}`)

/** The name of a scheme may have any case, with blanks behind it (RFC 9110, 11.1 and 11.4); of two tokens, one counts. */
async function assumeSpellings(t: Context, path: object): Promise<void> {
  const token = await logIn(t)
  if (token === undefined) return
  const read = (authorization: string, xSvcToken?: string) =>
    t.attempt('readSecret', { path: { ...path }, as: null, headers: { authorization, 'x-svc-token': xSvcToken } })
  for (const form of ['bEARER …', 'Bearer  …']) {
    const reply = await read(form.replace('…', token))
    t.assume('SEC-G48', () => expectSuccess(reply, `a read with \`Authorization: ${form}\``))
  }
  for (const form of ['Token …', 'No Bearer …', 'Bearer…', 'Bearer … more']) {
    const reply = await read(form.replace('…', token))
    t.assume('SEC-G48', () => expectRefused(reply, `a read with \`Authorization: ${form}\``))
  }
  const [first, second] = [await read(`Bearer ${wrongToken}`, token), await read(`Bearer ${token}`, wrongToken)]
  t.assume('SEC-G24', () => {
    expectSuccess(first, 'a read with the right token in X-Svc-Token and a wrong one in Authorization')
    expectRefused(second, 'a read with a wrong token in X-Svc-Token and the right one in Authorization')
  })
}

export const authentication: Checks = {
  'SEC-015': {
    needs: everyRead,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const operation of among(t, withToken)) {
        const reply = await t.attempt(operation, { ...requests[operation], as: null })
        const gap = gapOf(operation) && 'SEC-G25'
        expectOrAssume(gap, t, () => expectRefused(reply, `${operation} without a token`))
        t.assume('SEC-G35', () => expectStatus(reply, 403, `${operation} without a token`))
      }
      for (const operation of among(t, withoutToken)) {
        const reply = await t.attempt(operation, { as: null, ...requests[operation] })
        t.assume(gapOf(operation) ?? 'SEC-G25', () => expectSuccess(reply, `${operation} without a token`))
      }
    },
    sabotage: [
      ...each(withToken, admits(undefined)),
      ...[...withoutToken].map((operation) => on(operation, when(carries(undefined), answersWith(403)))),
      turnsStatus(403, 401),
    ],
  },
  'SEC-071': {
    needs: everyRead,
    async run(t) {
      const place = (mount: string) => ({ mount: t.resource(mount), path: scratchDirectory() })
      const pairs = uniquePairs()
      const writes = t.mayChange
        ? [
            await t.call('writeSecret', { path: place('version 1 mount'), body: pairs }),
            await t.call('writeVersion', { path: place('version 2 mount'), body: { data: pairs } }),
          ]
        : []
      for (const { status } of writes) {
        expect(status, 'status of a write with the token in X-Svc-Token').not.toBe(403)
      }
      const requests = await prepareEveryRequest(t)
      for (const operation of among(t, withToken)) {
        const reply = await t.attempt(operation, requests[operation])
        expectOrAssume(gapOf(operation), t, () => expectSuccess(reply, `${operation} with the token in X-Svc-Token`))
      }
      const { path = {} } = requests.readSecret
      const without = await t.attempt('readSecret', { path, headers: { 'x-svc-token': undefined } })
      expectRefused(without, 'a read without X-Svc-Token')
    },
    sabotage: [...each(withToken, seesHeaders({ 'x-svc-token': undefined })), on('readSecret', admits(undefined))],
  },
  'SEC-072': {
    needs: { ...everyRead, roles: [...everyRead.roles, 'bearer'] },
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const operation of among(t, withToken)) {
        const byHeader = await t.attempt(operation, requests[operation])
        const bearer = await t.attempt(operation, { ...requests[operation], as: 'bearer' })
        expect(bearer.status, `status of ${operation} with a bearer token, against X-Svc-Token`).toBe(byHeader.status)
      }
      const pairs = { value: 'written with a bearer token' }
      const { path: written = {} } = t.mayChange ? requests.writeSecret : requests.readSecret
      if (t.mayChange) {
        const write = await t.attempt('writeSecret', { path: written, body: pairs, as: 'bearer' })
        expectSuccess(write, 'a write with a bearer token')
        const read = await t.attempt('readSecret', { path: written, as: 'bearer' })
        expectToHold(read, pairs, 'a read with a bearer token')
      }
      const headers = { authorization: `Bearer ${wrongToken}` }
      const wrong = await t.attempt('readSecret', { path: written, as: null, headers })
      expectRefused(wrong, 'a read with a wrong bearer token')
      if (t.hasControl) await assumeSpellings(t, written)
    },
    sabotage: [
      ...each(withToken, seesHeaders({ authorization: undefined })),
      on('writeSecret', when, has('authorization'), answersWith(204)),
      on('readSecret', when, asBearer, answersWith(200, { data: {} })),
      when(({ headers }) => headers.authorization?.startsWith('bEARER ') ?? false, turnsStatus(200, 403)),
      when(has('x-svc-token', wrongToken), seesHeaders({ 'x-svc-token': undefined })),
    ],
  },
  'SEC-096': {
    needs: everyRead,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      for (const operation of among(t, withToken)) {
        for (const headers of wrongCredentials) {
          const reply = await t.attempt(operation, { ...requests[operation], headers })
          const what = `${operation} with a wrong token in ${headers.authorization ? 'Authorization' : 'X-Svc-Token'}`
          expectOrAssume(gapOf(operation), t, () => expectStatus(reply, 403, what))
        }
      }
      if (!t.mayChange) return
      const nothingRight = {
        path: { mount: wrongToken, path: 'a.' },
        headers: { 'x-svc-token': wrongToken },
        body: '{"',
      }
      const first = await t.attempt('writeSecret', nothingRight)
      t.assume('SEC-G20', () => expectStatus(first, 403, 'a write with a wrong token, address and body'))
      for (const operation of among(t, ['login', 'loginByPut'] as const)) {
        const { path = {} } = requests[operation]
        const reply = await t.attempt(operation, { path, body: { password: wrongToken }, as: null })
        t.assume('SEC-G03', () => expectStatus(reply, 403, `${operation} with a wrong password`))
        const nobody = { ...path, username: wrongToken }
        const unknown = await t.attempt(operation, { path: nobody, body: {}, as: 'user' })
        t.assume('SEC-G03', () => expectStatus(unknown, 403, `${operation} by nobody who is known`))
      }
    },
    sabotage: [
      ...each(withToken, turnsStatus(403, 401)),
      ...['login', 'loginByPut'].map((login) => on(login, turnsStatus(403, 401))),
      admits(wrongToken),
      on('writeSecret', when, ({ path }) => path.endsWith('a.'), turnsStatus(403, 404)),
      when(asBearer, turnsStatus(403, 404)),
    ],
  },
}
