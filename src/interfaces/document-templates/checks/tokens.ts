import { expect } from 'vitest'
import type { Context } from './templates.ts'

/** How a token may be written, and for how long it opens anything (gap DOC-G01); seen only where tokens can be placed. */
export async function assumeTokens(t: Context): Promise<void> {
  if (!t.hasControl) return
  const user = 'a user of a check'
  const now = await t.now()
  const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  await t.control.putRecord('tokens', 'lasting', { user })
  await t.control.putRecord('tokens', 'ending', { user, expires_at: inMinutes(5) })
  await t.control.putRecord('tokens', 'ended', { user, expires_at: inMinutes(-5) })
  for (const [authorization, status] of [
    ['Bearer lasting', 200],
    ['bEARER   lasting ', 200],
    ['xBearer lasting', 401],
    ['Bearer lasting x', 401],
    ['Bearer ending', 200],
    ['Bearer ended', 401],
  ] as const) {
    const reply = await t.attempt('listDocgenTemplates', { headers: { authorization } })
    t.assume('DOC-G01', () => expect(reply.status, `status with Authorization: ${authorization}`).toBe(status))
  }
}
