// Generated from specs/orders/ by `npm run generate`. Do not edit: change the source and run it again.

import { type ApiClient, type ApiClientOptions, type Call, createApiClient, operation } from '../../src/client/operation.ts'
import type { Credential, UserPassword } from '../../src/client/security.ts'
import type { PagedCall } from '../../src/client/paging.ts'
import type { components, operations, paths } from './types.ts'

export { unwrap } from '../../src/client/operation.ts'
export type { CallOptions } from '../../src/client/options.ts'
export { ApiError, HttpError } from '../../src/client/errors.ts'
export { paginate } from '../../src/client/paging.ts'

/** The schemas of the document by name. */
export type Schemas = components['schemas']

export interface OrdersClientOptions extends Omit<ApiClientOptions, 'baseUrl' | 'credentials'> {
  /** Address of the server, with the path of the API. */
  baseUrl: string
  /** A credential for each security scheme that you use: a text, or a function that gives one and is asked again after 401. */
  credentials?: {
    "ApiKey"?: Credential | UserPassword
  }
}

/** Made by {@link createOrdersClient}. Its `GET`, `POST` and the others are those of openapi-fetch. */
export type OrdersClient = ApiClient<paths>

const apiKeyScheme = {"name":"ApiKey","in":"header","key":"Authorization","prefix":"Basic"} as const

/**
 * A client of Order API.
 *
 * @throws {TypeError} for a `baseUrl` that is not an address
 */
export function createOrdersClient(options: OrdersClientOptions): OrdersClient {
  return createApiClient<paths>(options, [{ schemes: [apiKeyScheme] }])
}

/**
 * Search orders
 * One page of the orders that match every given filter; without a filter, of all completed orders, whatever their status.
 * The page starts after `offset` matches and holds at most `limit` of them; `totalItems` says how many match.
 * An entry need not carry items and taxes: read the order for these.
 *
 * The order of the entries is not documented; the mock lists the newest order first.
 *
 * `GET /orders`
 *
 * Read all pages with `paginate(listOrders, client)`.
 */
export const listOrders: PagedCall<operations["listOrders"], ["items"]> = /* @__PURE__ */ operation({ method: "get", path: "/orders", paging: {"items":["items"],"kind":"offset","parameter":"offset","total":["totalItems"]} })

/**
 * Read one order
 * One order with its items, its promo codes and the taxes that were applied.
 *
 * `GET /orders/{token}`
 */
export const getOrder: Call<operations["getOrder"]> = /* @__PURE__ */ operation({ method: "get", path: "/orders/{token}" })

/**
 * Update an order
 * Sets the status of an order and, where given, its payment status, tracking data and metadata. `status` is required in every
 * update: to change tracking data alone, send the current status with it. Fields that are left out keep their values; a given `metadata` replaces
 * the previous object as a whole (neither is documented).
 *
 * To capture an authorized card payment, update the order from `Pending` and `Authorized` to `Processed` and `Paid`. Which other transitions between
 * statuses a server allows is not documented; the mock allows all of them.
 *
 * `PUT /orders/{token}`
 */
export const updateOrder: Call<operations["updateOrder"]> = /* @__PURE__ */ operation({ method: "put", path: "/orders/{token}" })

/**
 * List the digital goods of an order
 * Every downloadable file of the order, whether it can still be downloaded, as `isValid` shows, or not. The answer is a bare array;
 * for an order without digital goods the mock answers an empty one.
 *
 * `GET /orders/{token}/digital`
 */
export const listOrderDigitalGoods: Call<operations["listOrderDigitalGoods"]> = /* @__PURE__ */ operation({ method: "get", path: "/orders/{token}/digital" })
