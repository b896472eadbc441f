import { checkedFetch } from 'rulebound/validate'

const baseUrl = process.env.ORDERS ?? 'http://127.0.0.1:4010/orders/api'
const headers = { Authorization: `Basic ${btoa('orders.example-key:')}`, Accept: 'application/json' }

// Throws a ContractViolation when an answer is not as the contract says; else the answer is as `fetch` gave it, and unread.
const checked = checkedFetch('orders', { baseUrl })
const response = await checked(`${baseUrl}/orders?limit=1`, { headers })
const { totalItems } = await response.json()
console.log(`${response.status}: ${totalItems} orders`)

// Any function like `fetch` can be checked: here one whose answers have gone wrong.
const wrong = checkedFetch('orders', { baseUrl }, async () =>
  Response.json({ totalItems, offset: '0', limit: 1, items: [] }),
)
await wrong(`${baseUrl}/orders`).catch((violation: Error) => console.log(violation.message))
