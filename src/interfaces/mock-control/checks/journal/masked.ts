import { expect } from '../../../../check/expect.ts'
import { anOrder, ordersOf } from '../callers.ts'
import { type Context, journalOf, ownSession } from '../session.ts'

/** A reason repeats nothing of a request, be it short or cut, and still says what was wrong. */
export async function expectMasked(t: Context): Promise<void> {
  const session = ownSession(t)
  const orders = await ordersOf(t, session)
  const token = await anOrder(t)
  const long = 'kq3zv8wj'.repeat(6)
  await orders.call('GET /zq9')
  for (const body of ['zq9', long]) await orders.call(`PUT /orders/${token}`, { body })
  const reasons = (await journalOf(t, session)).map(({ reason }) => reason ?? '')
  expect(reasons, 'reasons of three refusals').toEqual([
    expect.stringMatching(/^There is nothing at \/.*…\.$/),
    expect.stringMatching(/^The request body is not valid JSON: .*…/),
    expect.stringMatching(/^The request body is not valid JSON: .*…/),
  ])
  for (const reason of reasons) {
    expect(reason, 'a reason').not.toContain('zq9')
    expect(reason, 'a reason').not.toContain('kq3zv8wj')
    expect(reason, 'what stands for what was sent').not.toMatch(/……/)
  }
}
