import type { operations } from '../../../../generated/app-distribution/types.ts'
import type { AttemptInput, CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefusal } from '../../../check/expect-refusal.ts'
import { expectSuccess } from '../../../check/expect-success.ts'

export type Context = CheckContext<operations>

/** `owner_name/app_name`, and an address, as a removal has them in its path. */
function pathOf(app: string, email: string) {
  const [owner_name = '', app_name = ''] = app.split('/')
  return { owner_name, app_name, user_email: email }
}

export function remove(t: Context, { app, email }: { app: string; email: string }, input: AttemptInput = {}) {
  return t.attempt('removeAppUser', { path: pathOf(app, email), ...input })
}

/** The first of several users. A refused removal leaves them all where they are. */
export const firstOf = (emails: string) => emails.split(',')[0] ?? ''

/**
 * Removes the first of several users who is still there, since a check before this one, or a run, may have removed others.
 *
 * @param emails separated by commas
 */
export async function removeOneOf(
  t: Context,
  { app, emails }: { app: string; emails: string },
  input: AttemptInput = {},
): Promise<{ email: string; reply: Reply }> {
  for (const email of emails.split(',')) {
    const reply = await remove(t, { app, email }, input)
    if (reply.status !== 404) return { email, reply }
  }
  return t.inconclusive(`none of the users that the target names is in ${app} any more`)
}

export function expectRemoved(t: Context, reply: Reply, what: string): void {
  expectSuccess(t, reply, { what, gap: 'APD-G05', status: 204 })
}

export function expectForbidden(t: Context, reply: Reply, what: string): void {
  expectRefusal(t, reply, { what, gap: 'APD-G03', status: 403 })
  assumeError(t, reply, what, 'Forbidden')
}

const statuses = { Unauthorized: 401, Forbidden: 403 }

/** The body of a refusal that has the assumed status. */
export function assumeError(t: Context, { status, body }: Reply, what: string, code: keyof typeof statuses): void {
  if (status !== statuses[code]) return
  const error = { code, message: expect.stringMatching(/\S/) }
  t.assume('APD-G03', () => expect(body, `error for ${what}`).toEqual({ error }))
}
