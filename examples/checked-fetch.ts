import { checkedFetch } from 'rulebound/validate'

const baseUrl = process.env.ORDERS ?? 'http://127.0.0.1:4010/orders/api'
const headers = { Authorization: `Basic ${btoa('orders.example-key:')}`, Accept: 'application/json' }

// Throws a ContractViolation when an answer breaks the contract. Otherwise returns the answer of `fetch`, unread.
const checked = checkedFetch('orders', { baseUrl })
const response = await checked(`${baseUrl}/orders?limit=1`, { headers })
const { totalItems } = await response.json()
console.log(`${response.status}: ${totalItems} orders`)

// Any function like `fetch` can be checked, for example one with wrong answers.
const wrong = checkedFetch('orders', { baseUrl }, async () =>
  Response.json({ totalItems, offset: '0', limit: 1, items: [] }),
)
await wrong(`${baseUrl}/orders`).catch((violation: Error) => console.log(violation.message))
