import { expect } from 'vitest'
import type { Context } from './calls.ts'

/** How a token may be written, and for how long it opens anything (gap WRK-G05); seen only where tokens can be placed. */
export async function assumeCredentials(t: Context): Promise<void> {
  if (!t.hasControl) return
  const scopes = ['Default']
  const now = await t.now()
  const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  await t.control.putRecord('tokens', 'lasting', { scopes })
  await t.control.putRecord('tokens', 'ending', { scopes, expiresAt: inMinutes(5) })
  await t.control.putRecord('tokens', 'ended', { scopes, expiresAt: inMinutes(-5) })
  for (const [authorization, status] of [
    ['Bearer lasting', 200],
    ['bEARER   lasting ', 200],
    ['xBearer lasting', 401],
    ['Bearer lasting x', 401],
    ['Bearer ending', 200],
    ['Bearer ended', 401],
  ] as const) {
    const reply = await t.attempt('listWorkflows', { headers: { authorization } })
    t.assume('WRK-G05', () => expect(reply.status, `status with Authorization: ${authorization}`).toBe(status))
  }
}
