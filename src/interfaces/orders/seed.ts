import type { components } from '../../../generated/orders/types.ts'
import type { Examples, SeededCredential } from '../slice.ts'
import type { Store } from '../world.ts'

/** An order as the mock keeps it: all that a single read shows. */
export type OrderRecord = components['schemas']['OrderDetail']

/** The API key of the mock's only shop. */
export const apiKey = 'orders.example-key'

export const credentials: SeededCredential[] = [
  { role: 'full', headers: { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` } },
]

/** The orders of the documented examples, so that the list, the single read and the docs show the same ones. */
export async function seed(store: Store, examples: Examples): Promise<void> {
  const orders = store.collection<OrderRecord>('orders')
  for (const order of examples.of('getOrder', 200)) await orders.set((order as OrderRecord).token, order as OrderRecord)
}
