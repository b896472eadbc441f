import type { components, operations } from '../../../../generated/orders/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { acceptsRefused, changesBody, on } from '../../../check/sabotage.ts'
import { assumeProblem, expectServed } from './expectations.ts'

type Order = components['schemas']['OrderDetail']
type OrderList = components['schemas']['OrderList']

export const reading: Record<string, Check<operations>> = {
  'ORD-038': {
    async run(t) {
      const { body: list } = await t.call('listOrders', { query: { limit: 3 } })
      const details = list.items.flatMap((order) => ['items', 'taxes', 'promocodes'].filter((name) => name in order))
      t.assume('ORD-G17', () => expect(details, 'details of the orders in the list').toEqual([]))
      for (const { token, invoiceNumber } of list.items) {
        const reply = await t.call('getOrder', { path: { token } })
        expectServed(t, reply, 'a read of an order in the list')
        const { body } = reply
        const { body: same } = await t.attempt('getOrder', { path: { token: token.toUpperCase() } })
        t.assume('ORD-G04', () => expect(same, 'the order by its token in upper case').toEqual(body))
        expect(body.token, 'token of the order that was read').toBe(token)
        if (invoiceNumber !== undefined) expect(body.invoiceNumber, 'its invoice number').toBe(invoiceNumber)
      }
      const path = { token: '00000000-0000-4000-8000-000000000000' }
      const unknown = [await t.attempt('getOrder', { path }), await t.attempt('listOrderDigitalGoods', { path })]
      // The answer for an unknown token is not documented, but it must not be another order.
      expect((unknown[0]?.body as Partial<Order> | null)?.token ?? path.token, 'token of what is read').toBe(path.token)
      for (const reply of unknown) {
        assumeProblem(t, reply, { what: 'a token that no order has', status: 404 })
      }
    },
    sabotage: [
      on('getOrder', changesBody, (order: Order) => ({ ...order, token: 'e6f03a4d-92c1-47b8-a5de-1b7c8f90d243' })),
      on(['getOrder', 'listOrderDigitalGoods'], acceptsRefused()),
      on('listOrders', changesBody, (list: OrderList) => ({
        ...list,
        items: list.items.map((order) => ({ ...order, items: [] })),
      })),
    ],
  },
  'ORD-039': {
    onlyAssumed: 'ORD-G02',
    needs: { resources: ['order'] },
    async run(t) {
      const { body } = await t.call('getOrder', { path: { token: t.resource('order') } })
      // The name of this member is not documented (gap ORD-G02), so a server with another name only differs.
      t.assume('ORD-G02', () => expect(body.promocodes, 'promocodes').toEqual([expect.anything()]))
    },
    sabotage: on('getOrder', changesBody, ({ promocodes: _, ...order }: Order) => order),
  },
}
