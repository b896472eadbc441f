import { expect } from 'vitest'
import type { CheckContext, Reply } from './check.ts'

interface Refusal {
  /** What was asked for: `a request without a token`. */
  what: string
  /** The gap that leaves the status open. */
  gap: string
  /** The status that the contract assumes. */
  status: number
}

/** Expects a client error where the documents say that a request is refused, and its status where only this contract says it. */
export function expectRefusal(
  t: Pick<CheckContext<never>, 'assume'>,
  reply: Pick<Reply, 'status'>,
  { what, gap, status }: Refusal,
): void {
  expect(reply.status, `status for ${what}, which is refused`).toBeGreaterThanOrEqual(400)
  expect(reply.status, `status for ${what}, which is refused as the caller's fault`).toBeLessThan(500)
  t.assume(gap, () => expect(reply.status, `status for ${what}`).toBe(status))
}
