import { createOrdersClient } from './client.ts'

const orders = createOrdersClient({ baseUrl: 'orders.example/api', apiKey: 'key' })
const params = { path: { token: '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10' } }

/** Calls that must not compile; they are never made. */
export async function refusedByTheCompiler() {
  await orders.PUT('/orders/{token}', {
    params,
    // @ts-expect-error an update needs a status
    body: { trackingNumber: 'PX2280913CA' },
  })
  await orders.PUT('/orders/{token}', {
    params,
    body: {
      // @ts-expect-error no order has this status
      status: 'Paid',
    },
  })
  orders.listOrders({
    // @ts-expect-error it is Cancelled, with two l
    status: 'Canceled',
  })
  const { data, error } = await orders.GET('/orders/{token}', { params })
  // @ts-expect-error the data may be missing as long as the error is not ruled out
  console.log(data.items)
  if (error?.status === 404) {
    // @ts-expect-error problem details have no such member
    console.log(error.body?.message)
  }
}
