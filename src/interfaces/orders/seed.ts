import type { components } from '../../../generated/orders/types.ts'
import type { Examples, SeededCredential, SeededRecord } from '../../behaviour/definition.ts'
import type { Store } from '../../behaviour/store.ts'
import type { DigitalGoodRecord } from './digital-goods.ts'
import type { ApiKeyRecord, OrderRecord } from './state.ts'

/** The API key of the mock's only shop. */
export const apiKey = 'orders.example-key'

export const credentials: SeededCredential[] = [
  { role: 'full', headers: { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` } },
]

/** The order of the documented examples that has digital goods. */
const withDownloads = '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10'

export const records: SeededRecord[] = [
  record('a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35', 'an order whose card payment is authorized and can be captured'),
  record(
    withDownloads,
    'a paid order with digital goods: unlimited, at its limit, expired, with downloads left',
    '/digital',
  ),
  record('5c9e2b70-18d4-4f6b-b3a7-90e1d2c4f568', 'a recurring order with a promo code'),
  record('e6f03a4d-92c1-47b8-a5de-1b7c8f90d243', 'a shipped order with tracking data and metadata'),
]

function record(token: string, description: string, below = ''): SeededRecord {
  return { key: token, description, path: `/orders/${token}${below}` }
}

/** The orders of the documented examples, so that lists, reads and docs show the same ones, and older orders. */
export async function seed(store: Store, examples: Examples): Promise<void> {
  await store.collection<ApiKeyRecord>('api-keys').set(apiKey, { owner: 'the seeded shop' })
  const orders = store.collection<OrderRecord>('orders')
  const digitalGoods = store.collection<DigitalGoodRecord[]>('digital-goods')
  for (const order of examples.of('getOrder', 200) as OrderRecord[]) await orders.set(order.token, order)
  const [goods = []] = examples.of('listOrderDigitalGoods', 200) as components['schemas']['DigitalGood'][][]
  await digitalGoods.set(
    withDownloads,
    goods.map(({ isValid: _, ...good }) => good),
  )
  // Checks import the credentials of this file, and make no orders.
  const { pastOrders } = await import('./past-orders.ts')
  for (const past of pastOrders) {
    await orders.set(past.order.token, past.order)
    if (past.digitalGoods.length > 0) await digitalGoods.set(past.order.token, past.digitalGoods)
  }
}
