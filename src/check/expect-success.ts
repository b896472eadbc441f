import type { CheckContext, Reply } from './check.ts'
import { expect } from './expect.ts'

interface Success {
  /** The request: `a list with a limit`. */
  what: string
  /** The gap that leaves the status open. */
  gap: string
  /** The status that the contract assumes; 200 when absent. */
  status?: number
}

/** Expects success, because the documents say that the request is served, and assumes the exact status. */
export function expectSuccess(
  t: Pick<CheckContext<never>, 'assume'>,
  reply: Pick<Reply, 'status'>,
  { what, gap, status = 200 }: Success,
): void {
  expect(reply.status, `status of ${what}, which is served`).toBeGreaterThanOrEqual(200)
  expect(reply.status, `status of ${what}, which is served`).toBeLessThan(300)
  t.assume(gap, () => expect(reply.status, `status of ${what}`).toBe(status))
}
