import type { components, operations } from '../../../../generated/orders/types.ts'
import type { CheckContext } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { served } from './order-list.ts'

type Order = components['schemas']['OrderDetail']

function settable({ status, paymentStatus, trackingNumber, trackingUrl, metadata }: Order) {
  return { status, paymentStatus, trackingNumber, trackingUrl, metadata }
}

/** Lets a check change an order, and restores the order as far as an update can. */
export async function keeping(
  t: CheckContext<operations>,
  token: string,
  change: (before: Order) => Promise<void>,
): Promise<void> {
  const { body: before } = await t.call('getOrder', { path: { token } })
  t.afterwards(async () => {
    const body = settable(before)
    const restored = await t.attempt('updateOrder', { path: { token }, body })
    served(t, restored, 'the update that puts the order back')
    // Values that the update merges, or cannot remove, stay.
    const { body: after } = await t.call('getOrder', { path: { token } })
    expect(settable(after), `what an update sets of the order ${token}`).toEqual(settable(before))
  })
  await change(before)
}
