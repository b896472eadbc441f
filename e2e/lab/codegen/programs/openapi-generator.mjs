import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

// The generated client is compiled to CommonJS.
const { Configuration, OrdersApi } = createRequire(import.meta.url)('./js/orders/index.js')

const orders = new OrdersApi(
  new Configuration({
    basePath: process.env.ORDERS_URL,
    username: process.env.ORDERS_KEY,
    password: '',
    headers: { Accept: 'application/json' },
  }),
)
const list = await orders.listOrders({ limit: 2 })
assert.equal(list.items.length, 2, 'list')
const [{ token }] = list.items
const order = await orders.getOrder({ token })
assert.equal(order.token, token, 'read')
const orderUpdate = { status: order.status, trackingNumber: 'CODEGEN-6' }
const updated = await orders.updateOrder({ token, orderUpdate })
assert.equal(updated.trackingNumber, 'CODEGEN-6', 'update')
const failure = await orders
  .getOrder({ token: crypto.randomUUID() })
  .catch(/** @param {unknown} error */ (error) => error)
assert.equal(failure.response.status, 404, 'error')
