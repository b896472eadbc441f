import type { CheckContext, Reply } from './check.ts'
import { expect } from './expect.ts'

interface ExpectedRefusal {
  /** The request: `a request without a token`. */
  what: string
  /** The documents call the refusal a client error. */
  clientError?: boolean
  /** The gap that leaves the status open. */
  gap: string
  /** The status that the contract assumes. */
  status: number
}

/** Expects an error status. The documents say that the request is refused, but not with which status. */
export function expectRefused({ status }: Pick<Reply, 'status'>, what: string): void {
  expect(status, `status of ${what}, which is refused`).toBeGreaterThanOrEqual(400)
}

/** Expects a refusal, and assumes its status. */
export function expectRefusal(
  t: Pick<CheckContext<never>, 'assume'>,
  reply: Pick<Reply, 'status'>,
  { what, clientError = false, gap, status }: ExpectedRefusal,
): void {
  expectRefused(reply, what)
  if (clientError) expect(reply.status, `status of ${what}, which is a client error`).toBeLessThan(500)
  t.assume(gap, () => expect(reply.status, `status of ${what}`).toBe(status))
}

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
