import type { operations } from '../../../../generated/app-distribution/types.ts'
import type { AttemptInput, Check, CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal, expectSuccess } from '../../../check/expect-status.ts'
import { removalIsRefused } from './breaking.ts'

export type Context = CheckContext<operations>

/** The path parameters of a removal, from `owner_name/app_name` and an address. */
function pathOf(app: string, email: string) {
  const [owner_name = '', app_name = ''] = app.split('/')
  return { owner_name, app_name, user_email: email }
}

export function remove(t: Context, { app, email }: { app: string; email: string }, input: AttemptInput = {}) {
  return t.attempt('removeAppUser', { path: pathOf(app, email), ...input })
}

/** The first of several users. A refused removal removes none of them. */
export const firstOf = (emails: string) => emails.split(',')[0] ?? ''

/** An address that is in no app. */
export const nobody = 'nobody@app-distribution.example'

/**
 * The address for a removal that must be refused. Between a real user and the removal only the rule under test would stand, so a server
 * other than the mock is asked to remove nobody.
 */
export function refusable(t: Context, email: string): string {
  return t.hasControl ? email : nobody
}

/**
 * Removes the first of several users whom no check of this run has removed. The documents do not show the answer to a removal of a user who
 * is not in the app (gap APD-G12), so after a refusal the next user is tried.
 *
 * @param emails separated by commas
 */
export async function removeOneOf(
  t: Context,
  { app, emails }: { app: string; emails: string },
  input: AttemptInput = {},
): Promise<{ email: string; reply: Reply }> {
  const removed = await t.once(`users removed from ${app}`, async () => new Set<string>())
  let last: { email: string; reply: Reply } | undefined
  for (const email of emails.split(',').filter((one) => !removed.has(one))) {
    last = { email, reply: await remove(t, { app, email }, input) }
    if (last.reply.status < 400) {
      removed.add(email)
      return last
    }
  }
  return last ?? t.inconclusive(`checks have removed all users of ${app} whom the target names; name more`)
}

export function expectRemoved(t: Context, reply: Reply, what: string): void {
  expectSuccess(t, reply, { what, gap: 'APD-G05', status: 204 })
}

/** An app by the name of its resource, the removal that shows it, and its name in the mock. */
interface RemovalFrom {
  resource: string
  what: string
  owned: string
}

/** Removes a member from each of two apps with the same token. */
export function removesFromTwo(...apps: readonly [RemovalFrom, RemovalFrom]): Check<operations> {
  const membersOf = (resource: string) => (resource === 'app' ? 'members' : `members of the ${resource}`)
  return {
    needs: { resources: apps.flatMap(({ resource }) => [resource, membersOf(resource)]), changes: 'lasting' },
    async run(t) {
      for (const { resource, what } of apps) {
        const { reply } = await removeOneOf(t, { app: t.resource(resource), emails: t.resource(membersOf(resource)) })
        expectRemoved(t, reply, what)
      }
    },
    sabotage: apps.map(({ owned }) => removalIsRefused('full', owned)),
  }
}

export function expectForbidden(t: Context, reply: Reply, what: string): void {
  expectRefusal(t, reply, { what, gap: 'APD-G03', status: 403 })
  assumeError(t, reply, what, 'Forbidden')
}

/** Like `expectForbidden`, but the refusal is assumed, because the rights of each role are not listed. */
export function assumeForbidden(t: Context, reply: Reply, what: string): void {
  t.assume('APD-G06', () => expect(reply.status, `status of ${what}`).toBe(403))
  assumeError(t, reply, what, 'Forbidden')
}

const statuses = { Unauthorized: 401, Forbidden: 403 }

/** The body of a refusal that has the assumed status. */
export function assumeError(t: Context, { status, body }: Reply, what: string, code: keyof typeof statuses): void {
  if (status !== statuses[code]) return
  const error = { code, message: expect.stringMatching(/\S/) }
  t.assume('APD-G03', () => expect(body, `error for ${what}`).toEqual({ error }))
}
