import type { operations } from '../../../../generated/app-distribution/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectSuccess } from '../../../check/expect-status.ts'
import { answersStatus, changesAnswer, changesBody, on, seesHeaders, when } from '../../../check/sabotage.ts'

export const profile: Record<string, Check<operations>> = {
  'APD-025': {
    async run(t) {
      const reply = await t.attempt('getUser')
      expectSuccess(t, reply, { what: 'GET /v0.1/user', gap: 'APD-G05' })
      expect(reply.text, 'profile').not.toBe('')
      t.assume('APD-G02', () => expect(Object.keys(reply.body), 'fields of the profile').not.toEqual([]))
      t.assume('APD-G05', () =>
        expect(reply.headers['content-type'] ?? 'none', 'media type').toMatch(/^application\/json/i),
      )
    },
    sabotage: [
      on('getUser', answersStatus(404)),
      on('getUser', changesAnswer, (answer) => ({ ...answer, headers: {}, body: undefined })),
      on('getUser', changesBody, () => ({})),
      on('getUser', changesAnswer, (answer) => ({ ...answer, headers: { 'content-type': 'text/plain' } })),
    ],
  },
  'APD-026': {
    needs: { roles: ['read-only', 'second-manager'] },
    async run(t) {
      const first = await t.attempt('getUser')
      const same = await t.attempt('getUser', { as: 'read-only' })
      const second = await t.attempt('getUser', { as: 'second-manager' })
      expect(first.text, 'profile').not.toBe('')
      // A profile may have fields that change from one read to the next.
      t.assume('APD-G02', () => expect(same.body, 'profile that a second token of the user reads').toEqual(first.body))
      expect(second.body, 'profile that the token of a second user reads').not.toEqual(first.body)
    },
    sabotage: [
      on('getUser', seesHeaders({ 'x-api-token': 'app-distribution.example-full' })),
      on(
        'getUser',
        when,
        ({ headers }) => headers['x-api-token']?.endsWith('read-only') === true,
        seesHeaders({ 'x-api-token': 'app-distribution.example-viewer' }),
      ),
    ],
  },
}
