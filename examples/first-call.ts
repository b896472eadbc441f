import { createOrdersClient } from 'rulebound/orders'

const { ORDERS_BASE_URL: baseUrl = 'http://127.0.0.1:4010/orders/api' } = process.env
const orders = createOrdersClient({ baseUrl, apiKey: 'orders.example-key' })

const { data, error } = await orders.GET('/orders', { params: { query: { status: 'Shipped', limit: 5 } } })
if (error) throw error
for (const order of data.items) console.log(order.token, order.status)
