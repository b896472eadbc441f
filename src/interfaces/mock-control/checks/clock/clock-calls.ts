import { expect } from '../../../../check/expect.ts'
import { type Context, timeOf } from '../session.ts'

/** A clock has come from one moment to another: by this span, and by the real time that went by. */
export async function expectMoved(
  t: Context,
  session: string,
  span: number,
  move: () => Promise<unknown>,
): Promise<void> {
  const started = performance.now()
  const before = await timeOf(t, session)
  await move()
  const moved = (await timeOf(t, session)) - before
  expect(moved, 'milliseconds by which the clock has moved').toBeGreaterThanOrEqual(span)
  // Both clocks are read in whole milliseconds.
  expect(moved, 'milliseconds by which the clock has moved').toBeLessThanOrEqual(span + performance.now() - started + 2)
}

export const set = (t: Context, session: string, now: string) =>
  t.attempt('setClock', { path: { session }, body: { now } })

export const advance = (t: Context, session: string, body: object) =>
  t.attempt('advanceClock', { path: { session }, body })

/** The present moment of a session, and not another. */
export async function expectAt(t: Context, session: string, moment: string): Promise<void> {
  const ahead = (await timeOf(t, session)) - Date.parse(moment)
  expect(ahead, `milliseconds of the clock after ${moment}`).toBeGreaterThanOrEqual(0)
  expect(ahead, `milliseconds of the clock after ${moment}`).toBeLessThan(60_000)
}
