import { expect } from 'vitest'
import type { Context, Head } from './context.ts'

/** The request did what it was for; that this is said with 200 is assumed (gap AGT-G12). */
export function assertServed(t: Context, { status, text }: Pick<Head, 'status' | 'text'>, what: string): void {
  const about = isSuccess(status) ? '' : `, which says ${JSON.stringify(text.slice(0, 100))}`
  expect(status, `status of ${what}${about}`).toBeGreaterThanOrEqual(200)
  expect(status, `status of ${what}${about}`).toBeLessThan(300)
  t.assume('AGT-G12', () => expect(status, `status of ${what}`).toBe(200))
}

/** The request is refused; how, is assumed. */
export function assertRefused(t: Context, { status }: Pick<Head, 'status'>, { what, gap, as }: Refusal): void {
  expect(status, `status of ${what}, which is to be refused`).toBeGreaterThanOrEqual(400)
  t.assume(gap, () => expect(status, `status of ${what}`).toBe(as))
}

/** No document says that it is refused at all. */
export function assumeRefused(t: Context, { status }: Pick<Head, 'status'>, { what, gap, as }: Refusal): void {
  t.assume(gap, () => expect(status, `status of ${what}`).toBe(as))
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

interface Refusal {
  /** The request, in words. */
  what: string
  gap: string
  /** The assumed status. */
  as: number
}
