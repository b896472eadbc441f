import type { operations } from '../../../../generated/app-distribution/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal, expectSuccess } from '../../../check/expect-status.ts'
import {
  answersStatus,
  answersWith,
  changesAnswer,
  on,
  type Sabotage,
  seesHeaders,
  when,
} from '../../../check/sabotage.ts'
import { reaches } from './breaking.ts'
import { assumeError, type Context, firstOf, refusable, remove } from './removal.ts'

const needs = { resources: ['app', 'members'], changes: 'reversible', control: 'where offered' } as const

/** Sends the same headers to the documented operations, and expects a refusal from each. */
async function refusals(t: Context, headers: Record<string, string | undefined>, what: string): Promise<void> {
  const refused = { gap: 'APD-G03', status: 401 }
  const read = await t.attempt('getUser', { headers })
  expectRefusal(t, read, { what: `the profile ${what}`, ...refused })
  assumeError(t, read, `the profile ${what}`, 'Unauthorized')
  const named = { app: t.resource('app'), email: refusable(t, firstOf(t.resource('members'))) }
  expectRefusal(t, await remove(t, named, { headers }), { what: `a removal ${what}`, ...refused })
}

const letsIn: Sabotage = seesHeaders({ 'x-api-token': 'app-distribution.example-full' })

const carries = (token: string | undefined, sabotage: Sabotage): Sabotage =>
  when(({ headers }) => headers['x-api-token'] === token, sabotage)

export const access: Record<string, Check<operations>> = {
  'APD-001': {
    needs,
    async run(t) {
      expectSuccess(t, await t.attempt('getUser'), { what: 'the profile with a token', gap: 'APD-G05' })
      await refusals(t, { 'x-api-token': 'no-such-token' }, 'with an unknown token')
      if (!t.hasControl) return
      const { body } = await t.attempt('getUser')
      const token = { kind: 'user', access: 'full-access', email: (body as { email?: string }).email }
      await t.control.putRecord('tokens', 'of-check', token)
      const headers = { 'x-api-token': 'of-check' }
      const { status } = await t.attempt('getUser', { headers })
      t.assume('APD-G05', () => expect(status, 'status of the profile with a token that a tester has made').toBe(200))
      await t.control.deleteRecord('tokens', 'of-check')
      await refusals(t, headers, 'with a revoked token')
      await t.control.deleteRecord('users', token.email ?? '')
      await refusals(t, {}, 'with a token whose user is gone')
    },
    sabotage: [
      carries('app-distribution.example-full', answersStatus(401)),
      on('getUser', carries('no-such-token', letsIn)),
      changesAnswer((answer) => (answer.status === 401 ? { ...answer, body: { message: 'no' } } : answer)),
      on('removeAppUser', carries('no-such-token', letsIn)),
    ],
  },
  'APD-002': {
    needs,
    async run(t) {
      await refusals(t, { 'x-api-token': undefined }, 'without a token')
      const { status } = await t.attempt('updateUser', { as: null, body: {} })
      t.assume('APD-G04', () => expect(status, 'status of an update without a token').toBe(401))
      const { status: ofEmpty } = await t.attempt('getUser', { headers: { 'x-api-token': '' } })
      t.assume('APD-G03', () => expect(ofEmpty, 'status for an empty token').toBe(401))
    },
    sabotage: [
      on('getUser', carries(undefined, letsIn)),
      on('removeAppUser', carries(undefined, letsIn)),
      on('updateUser', carries(undefined, answersWith(200, {}))),
      on('getUser', carries('', letsIn)),
    ],
  },
  'APD-021': {
    async run(t) {
      const reply = await t.send({ method: 'GET', target: '/v0.1/user' })
      expectSuccess(t, reply, { what: 'GET /v0.1/user below the base address', gap: 'APD-G05' })
      const { status } = await t.send({ method: 'GET', target: '/user' })
      t.assume('APD-G01', () => expect(status, 'status of GET /user, without /v0.1').toBe(404))
    },
    sabotage: [on('getUser', answersStatus(404)), when(({ path }) => path === '/user', reaches('/user', '/v0.1/user'))],
  },
  'APD-015': {
    onlyAssumed: 'APD-G06',
    needs: { roles: ['read-only'] },
    async run(t) {
      const reply = await t.attempt('getUser', { as: 'read-only' })
      t.assume('APD-G06', () => {
        expect(reply.status, 'status of the profile with a Read-Only token').toBe(200)
        expect(reply.text, 'profile that a Read-Only token reads').not.toBe('')
      })
    },
    sabotage: [
      on('getUser', carries('app-distribution.example-read-only', answersStatus(403))),
      on('getUser', changesAnswer, (answer) => ({ ...answer, headers: {}, body: undefined })),
    ],
  },
}
