import createClient from 'openapi-fetch'
import type { paths } from '../generated/orders/types.ts'

const orders = createClient<paths>({
  baseUrl: 'http://127.0.0.1:4010/orders/api',
  headers: { Authorization: `Basic ${btoa('orders.example-key:')}`, Accept: 'application/json' },
})

const { data, response } = await orders.GET('/orders', { params: { query: { status: 'Shipped', limit: 5 } } })
if (!data) throw new Error(`the order API answered ${response.status}`)
for (const order of data.items) console.log(order.token, order.status)
