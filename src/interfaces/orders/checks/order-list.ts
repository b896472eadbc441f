import type { components, operations } from '../../../../generated/orders/types.ts'
import type { CheckContext } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'

type OrderList = components['schemas']['OrderList']
export type Query = NonNullable<operations['listOrders']['parameters']['query']>

export async function list(t: CheckContext<operations>, query: Query = {}): Promise<OrderList> {
  const { status, body } = await t.call('listOrders', { query })
  expect(status, 'status').toBe(200)
  return body
}

export const tokensOf = ({ items }: OrderList): string[] => items.map(({ token }) => token)
