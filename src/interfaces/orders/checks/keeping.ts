import type { components, operations } from '../../../../generated/orders/types.ts'
import type { CheckContext } from '../../check.ts'

type Order = components['schemas']['OrderDetail']

/** Lets a check change an order, and puts the order back as an update can. */
export async function keeping(
  t: CheckContext<operations>,
  token: string,
  change: (before: Order) => Promise<void>,
): Promise<void> {
  const { body: before } = await t.call('getOrder', { path: { token } })
  t.afterwards(() => {
    const { status, paymentStatus, trackingNumber, trackingUrl, metadata } = before
    return t.attempt('updateOrder', {
      path: { token },
      body: { status, paymentStatus, trackingNumber, trackingUrl, metadata },
    })
  })
  await change(before)
}
