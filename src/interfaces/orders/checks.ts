import type { operations } from '../../../generated/orders/types.ts'
import type { InterfaceChecks } from '../../check/check.ts'
import { access } from './checks/access.ts'
import { digitalGoods } from './checks/digital-goods.ts'
import { settable } from './checks/expectations.ts'
import { listing } from './checks/listing.ts'
import { moments } from './checks/moments.ts'
import { paging } from './checks/paging.ts'
import { reading } from './checks/reading.ts'
import { updating } from './checks/updating.ts'
import { apiKey } from './seed.ts'

export const checks: InterfaceChecks<operations> = {
  roles: {
    full: {
      description: 'An API key.',
      values: { key: 'the API key' },
      onMock: { key: apiKey },
      headers: ({ key }) => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }),
    },
  },
  resources: {
    order: {
      description: 'Token of an order with items, taxes and promo codes.',
      onMock: '5c9e2b70-18d4-4f6b-b3a7-90e1d2c4f568',
    },
    'order with downloads': {
      description: 'Token of an order with digital goods, at least one of them valid.',
      onMock: '3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10',
    },
    'shipped order': {
      description: 'Token of an order with tracking data and metadata; updates change it and put it back.',
      onMock: 'e6f03a4d-92c1-47b8-a5de-1b7c8f90d243',
    },
    'authorized order': {
      description: 'Token of an order that is Pending with its payment Authorized; a check captures the payment.',
      onMock: 'a1b7c9d2-5e3f-4a86-8c04-6f2d1e9b7a35',
    },
  },
  successGap: 'ORD-G30',
  samples: [
    { operation: 'listOrders', input: { query: { offset: 0, limit: 20 } } },
    {
      operation: 'listOrders',
      input: { query: { status: 'Shipped', billingAddressCountry: 'CA', shippingAddressCountry: 'CA' } },
    },
    {
      operation: 'getOrder',
      needs: { resources: ['order'] },
      input: (t) => ({ path: { token: t.resource('order') } }),
    },
    {
      operation: 'getOrder',
      needs: { resources: ['shipped order'] },
      input: (t) => ({ path: { token: t.resource('shipped order') } }),
    },
    {
      operation: 'updateOrder',
      needs: { resources: ['shipped order'], changes: 'reversible' },
      async input(t) {
        const { body } = await t.attempt('getOrder', { path: { token: t.resource('shipped order') } })
        return { path: { token: t.resource('shipped order') }, body: settable(body) }
      },
    },
    {
      operation: 'listOrderDigitalGoods',
      needs: { resources: ['order with downloads'] },
      input: (t) => ({ path: { token: t.resource('order with downloads') } }),
    },
  ],
  checks: { ...access, ...listing, ...paging, ...reading, ...updating, ...digitalGoods, ...moments },
}
