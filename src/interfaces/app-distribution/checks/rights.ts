import type { operations } from '../../../../generated/app-distribution/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { answersWith, on, turnsStatus } from '../../../check/sabotage.ts'
import { removalIsAccepted, removalIsRefused } from './breaking.ts'
import {
  assumeForbidden,
  type Context,
  expectForbidden,
  expectRemoved,
  firstOf,
  nobody,
  refusable,
  remove,
  removeOneOf,
  removesFromTwo,
} from './removal.ts'

const app = { resources: ['app', 'members'] }
const ofOthers = ['app of others', 'member of others']

/** A token without the right is refused, even for an app that does not exist. */
async function assumeForbiddenAnywhere(t: Context, as: string, token: string) {
  const reply = await remove(t, { app: t.resource('app'), email: nobody }, { as })
  assumeForbidden(t, reply, `a removal with a Read-Only token of ${token}`)
  const { status } = await remove(t, { app: 'no-such-owner/no-such-app', email: nobody }, { as })
  t.assume('APD-G13', () => expect(status, 'status of a removal from an app that is not there').toBe(403))
}

/** The rights of a user change with the role; a Read-Only token gives no role to a user without one. */
async function assumeRoles(t: Context, { app, email }: { app: string; email: string }): Promise<void> {
  const user = 'user@contract-checks.example'
  await t.control.putRecord('users', user, { email: user })
  const tokens = {
    full: { kind: 'user', access: 'full-access', email: user },
    'read-only': { kind: 'user', access: 'read-only', email: user },
    'of this app': { kind: 'app', access: 'full-access', app },
    'of another app': { kind: 'app', access: 'full-access', app: 'no-such-owner/no-such-app' },
  }
  for (const [name, token] of Object.entries(tokens)) await t.control.putRecord('tokens', name, token)
  for (const role of ['Viewer', 'Developer', 'Manager', undefined]) {
    const members = [{ email, role: 'Viewer' }, ...(role === undefined ? [] : [{ email: user, role }])]
    for (const as of Object.keys(tokens)) {
      await t.control.putRecord('apps', app, { members })
      const { status } = await remove(t, { app, email }, { headers: { 'x-api-token': as } })
      const may = as === 'of this app' || (as === 'full' && role === 'Manager')
      const what = `status of a removal with the token '${as}' of a user with the role ${role}`
      t.assume('APD-G06', () => expect(status, what).toBe(may ? 204 : 403))
    }
  }
}

export const rights: Record<string, Check<operations>> = {
  'APD-007': {
    needs: {
      resources: [...app.resources, ...ofOthers],
      roles: ['viewer'],
      changes: 'lasting',
      control: 'where offered',
    },
    async run(t) {
      const others = { app: t.resource('app of others'), email: refusable(t, t.resource('member of others')) }
      expectForbidden(t, await remove(t, others), 'a removal from an app in which the user has no rights')
      const own = { app: t.resource('app'), email: firstOf(t.resource('members')) }
      const { status } = await remove(t, { ...own, email: nobody }, { as: 'viewer' })
      t.assume('APD-G06', () => expect(status, 'status of a removal with the token of a Viewer').toBe(403))
      if (t.hasControl) await assumeRoles(t, own)
    },
    sabotage: [removalIsAccepted('full', 'acme/trail-map'), removalIsAccepted('viewer', 'acme/field-notes')],
  },
  'APD-008': removesFromTwo(
    { resource: 'app', what: 'a removal from an app of one organization', owned: 'acme/field-notes' },
    {
      resource: 'second app',
      what: 'a removal from an app of another organization, with the same token',
      owned: 'globex/tide-table',
    },
  ),
  'APD-010': {
    needs: { resources: ofOthers, roles: ['app-full'], changes: 'lasting', control: 'where offered' },
    async run(t) {
      const others = { app: t.resource('app of others'), email: refusable(t, t.resource('member of others')) }
      expectForbidden(t, await remove(t, others, { as: 'app-full' }), 'a removal with the token of another app')
      const { status } = await t.attempt('getUser', { as: 'app-full' })
      t.assume('APD-G07', () => expect(status, 'status of the profile with the token of an app').toBe(403))
      for (const [body, status] of [
        ['', 411],
        ['no JSON', 400],
        ['{}', 403],
      ] as const) {
        const update = await t.attempt('updateUser', { as: 'app-full', body })
        t.assume('APD-G13', () => expect(update.status, `status of an update with the body '${body}'`).toBe(status))
      }
    },
    sabotage: [removalIsAccepted('app-full', 'acme/trail-map'), on('getUser', answersWith(200, {}))],
  },
  'APD-011': {
    onlyAssumed: 'APD-G06',
    needs: { ...app, roles: ['app-full'], changes: 'lasting' },
    async run(t) {
      const named = { app: t.resource('app'), emails: t.resource('members') }
      const { reply } = await removeOneOf(t, named, { as: 'app-full' })
      t.assume('APD-G06', () =>
        expect(reply.status, 'status of a removal with a Full Access token of the app').toBe(204),
      )
    },
    sabotage: removalIsRefused('app-full', 'acme/field-notes'),
  },
  'APD-012': {
    onlyAssumed: 'APD-G06',
    needs: { resources: ['app'], roles: ['app-read-only'], changes: 'reversible' },
    run: (t) => assumeForbiddenAnywhere(t, 'app-read-only', 'the app'),
    sabotage: [removalIsAccepted('app-read-only', 'acme/field-notes'), on('removeAppUser', turnsStatus(403, 404))],
  },
  'APD-014': {
    needs: { ...app, changes: 'lasting' },
    async run(t) {
      const { reply } = await removeOneOf(t, { app: t.resource('app'), emails: t.resource('members') })
      expectRemoved(t, reply, 'a removal with a Full Access token of a user who may remove')
    },
    sabotage: removalIsRefused('full', 'acme/field-notes'),
  },
  'APD-016': {
    onlyAssumed: 'APD-G06',
    needs: { resources: ['app'], roles: ['read-only'], changes: 'reversible' },
    async run(t) {
      await assumeForbiddenAnywhere(t, 'read-only', 'a user who may remove')
      const { status } = await t.attempt('updateUser', { as: 'read-only', body: {} })
      t.assume('APD-G04', () => expect(status, 'status of an update with a Read-Only token').toBe(403))
    },
    sabotage: [removalIsAccepted('read-only', 'acme/field-notes'), on('updateUser', answersWith(200, {}))],
  },
}
