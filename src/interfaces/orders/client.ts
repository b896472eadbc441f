import type { components, operations, paths } from '../../../generated/orders/types.ts'
import { createApi } from '../../client/api.ts'
import type { Verbs } from '../../client/call-types.ts'
import { basicUserName, type Credential } from '../../client/credential.ts'
import type { CallOptions, ClientOptions } from '../../client/options.ts'
import { unwrap } from '../../client/unwrap.ts'

export type Order = components['schemas']['Order']
/** Filters of the order list, and the offset to begin with. */
export type OrderQuery = NonNullable<operations['listOrders']['parameters']['query']>

export interface OrdersClientOptions extends ClientOptions {
  /** Sent as user name of HTTP Basic, with an empty password (ORD-007, ORD-008). */
  apiKey: Credential
}

export interface OrdersClient extends Verbs<paths> {
  /**
   * All matching orders from `offset` on. Pages are read on demand; `limit` is the size of a page (ORD-064, ORD-065).
   *
   * @throws {ApiError} `HttpError` when a page is refused, or another error of a call, such as `TimeoutError`
   */
  listOrders(query?: OrderQuery, options?: CallOptions): AsyncIterableIterator<Order>
}

/**
 * A client of the order API.
 *
 * ```ts
 * const orders = createOrdersClient({ baseUrl: 'https://orders.example/api', apiKey: process.env.ORDERS_API_KEY ?? '' })
 * for await (const order of orders.listOrders({ status: 'Shipped' })) console.log(order.token)
 * ```
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createOrdersClient({ apiKey, ...options }: OrdersClientOptions): OrdersClient {
  const rules = { credential: basicUserName, headers: { Accept: 'application/json' } }
  const { verbs } = createApi<paths>(options, rules, apiKey)
  return {
    ...verbs,
    async *listOrders(query = {}, callOptions = {}) {
      let offset = query.offset ?? 0
      for (;;) {
        const page = await unwrap(verbs.GET('/orders', { ...callOptions, params: { query: { ...query, offset } } }))
        yield* page.items
        offset += page.items.length
        // New orders move others to later pages, so the list ends with its last page or with an empty one.
        if (page.items.length === 0 || offset >= page.totalItems) return
      }
    },
  }
}
