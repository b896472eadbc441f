import type { CheckContext, Reply } from './check.ts'
import { expect } from './expect.ts'

interface Bearer {
  /** The gap that leaves spelling and lifetime of tokens open. */
  gap: string
  /** The record of a token that expires at this moment (RFC 3339), or never. */
  token: (end?: string) => Record<string, unknown>
  /** Makes a call that needs a token. */
  call: (headers: { authorization: string }) => Promise<Pick<Reply, 'status'>>
}

/** Assumes how a bearer token may be written and when it expires. Runs only where the control plane can create tokens. */
export async function assumeBearer(
  t: Pick<CheckContext<never>, 'assume' | 'control' | 'hasControl' | 'now'>,
  { gap, token, call }: Bearer,
): Promise<void> {
  if (!t.hasControl) return
  const now = await t.now()
  const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  await t.control.putRecord('tokens', 'lasting', token())
  await t.control.putRecord('tokens', 'ending', token(inMinutes(5)))
  await t.control.putRecord('tokens', 'ended', token(inMinutes(-5)))
  for (const [authorization, status] of [
    ['Bearer lasting', 200],
    ['bEARER   lasting ', 200],
    ['xBearer lasting', 401],
    ['Bearer lasting x', 401],
    ['Bearer ending', 200],
    ['Bearer ended', 401],
  ] as const) {
    const reply = await call({ authorization })
    t.assume(gap, () => expect(reply.status, `status with Authorization: ${authorization}`).toBe(status))
  }
}
