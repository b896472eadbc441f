import { createOrdersClient, listOrders } from 'rulebound/orders'

const { ORDERS_BASE_URL: baseUrl = 'http://127.0.0.1:4010/orders/api' } = process.env
const orders = createOrdersClient({ baseUrl, credentials: { ApiKey: 'orders.example-key' } })

const { data, error } = await listOrders(orders, { status: 'Shipped', limit: 5 })
if (error) throw error
for (const order of data.items) console.log(order.token, order.status)
