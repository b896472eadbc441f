import type { components, operations } from '../../../../generated/orders/types.ts'
import type { CheckContext } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'

type Order = components['schemas']['OrderDetail']

/** Lets a check change an order, and puts the order back as an update can. */
export async function keeping(
  t: CheckContext<operations>,
  token: string,
  change: (before: Order) => Promise<void>,
): Promise<void> {
  const { body: before } = await t.call('getOrder', { path: { token } })
  t.afterwards(async () => {
    const { status, paymentStatus, trackingNumber, trackingUrl, metadata } = before
    const body = { status, paymentStatus, trackingNumber, trackingUrl, metadata }
    const restored = await t.attempt('updateOrder', { path: { token }, body })
    expect(restored.status, 'status of the update that puts the order back').toBe(200)
  })
  await change(before)
}
