import type { operations } from '../../../../generated/app-distribution/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal } from '../../../check/expect-status.ts'
import { answersWith, on, turnsStatus } from '../../../check/sabotage.ts'
import { reaches, removalIsRefused } from './breaking.ts'
import { expectForbidden, expectRemoved, firstOf, remove, removeOneOf, removesFromTwo } from './removal.ts'

const needs = { resources: ['app', 'members'], changes: 'lasting' } as const

/** Checks a part of the path that identifies the app: another value must not reach it. */
function leadsToApp(what: string, elsewhere: (app: string) => string): Check<operations> {
  return {
    needs,
    async run(t) {
      const app = t.resource('app')
      const emails = t.resource('members')
      const lost = await remove(t, { app: elsewhere(app), email: firstOf(emails) })
      expectRefusal(t, lost, { what: `a removal with ${what}`, gap: 'APD-G03', status: 404 })
      const inherited = await remove(t, { app: '__proto__/constructor', email: firstOf(emails) })
      expectRefusal(t, inherited, { what: 'a removal from __proto__/constructor', gap: 'APD-G03', status: 404 })
      const { reply } = await removeOneOf(t, { app, emails })
      expectRemoved(t, reply, 'a removal from the app itself')
    },
    sabotage: [
      on('removeAppUser', reaches(/no-such-owner\/field-notes|acme\/no-such-app/, 'acme/field-notes')),
      on('removeAppUser', turnsStatus(404, 403)),
      removalIsRefused('full', 'acme/field-notes'),
    ],
  }
}

export const removing: Record<string, Check<operations>> = {
  'APD-017': leadsToApp('another owner', (app) => app.replace(/^[^/]*/, 'no-such-owner')),
  'APD-018': removesFromTwo(
    { resource: 'app', what: 'a removal from an app that an organization owns', owned: 'acme/field-notes' },
    { resource: 'own app', what: 'a removal from an app that a user owns', owned: 'ada/sketch-pad' },
  ),
  'APD-019': leadsToApp('another app', (app) => app.replace(/[^/]*$/, 'no-such-app')),
  'APD-027': {
    needs: { ...needs, resources: [...needs.resources, 'second manager'], roles: ['second-manager'] },
    async run(t) {
      const app = t.resource('app')
      const email = t.resource('second manager')
      const { reply } = await removeOneOf(t, { app, emails: email })
      expectRemoved(t, reply, 'a removal of a Manager')
      const removal = await remove(t, { app, email: firstOf(t.resource('members')) }, { as: 'second-manager' })
      expectForbidden(t, removal, 'a removal with the token of the Manager who was removed')
      const { status } = await remove(t, { app, email })
      t.assume('APD-G12', () => expect(status, 'status of a second removal').toBe(404))
    },
    sabotage: [
      on('removeAppUser', (request, forward) =>
        request.headers['x-api-token']?.endsWith('-full') ? answersWith(204)(request, forward) : forward(request),
      ),
      on('removeAppUser', reaches(/ben(@|%40)/, 'cleo@')),
      removalIsRefused('full', 'acme/field-notes'),
      on('removeAppUser', turnsStatus(404, 204)),
    ],
  },
  'APD-028': {
    needs,
    async run(t) {
      const app = t.resource('app')
      const { status } = await remove(t, { app, email: 'nobody@app-distribution.example' })
      t.assume('APD-G12', () => expect(status, 'status for an address that is not in the app').toBe(404))
      const { email, reply } = await removeOneOf(t, { app, emails: t.resource('members') })
      expectRemoved(t, reply, 'a removal of the user whom the path names')
      const { status: again } = await remove(t, { app, email })
      t.assume('APD-G12', () => expect(again, 'status for the same address again').toBe(404))
    },
    sabotage: [
      removalIsRefused('full', 'acme/field-notes'),
      on('removeAppUser', turnsStatus(404, 204)),
      on('removeAppUser', reaches(/nobody.*/, 'dana@acme.example')),
    ],
  },
}
