/** Describes the requests of a scenario as plain data, which is sent to the load generator's process. */
export interface Recipe {
  /** `list` sends all 18 query parameters; `search` asks for a page of four of the orders that a mock with records has. */
  kind: 'list' | 'search' | 'read' | 'update'
  path: string
  /** Tokens of existing orders; without them, any token is used. */
  tokens?: readonly string[] | undefined
  headers: Readonly<Record<string, string>>
  /** Number of mock sessions that the requests use in turn; default: none. */
  sessions?: number | undefined
}

export interface BenchRequest {
  method: 'GET' | 'PUT'
  /** Path and query. */
  target: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** Makes a different request for each number, so that no server can answer it from a cache. */
export function requestAt({ kind, path, tokens, headers: common, sessions }: Recipe, index: number): BenchRequest {
  const headers = sessions === undefined ? common : { ...common, 'x-mock-session': `bench-${index % sessions}` }
  if (kind === 'list' || kind === 'search') {
    const query = kind === 'list' ? listQuery(index) : searchQuery(index)
    return { method: 'GET', target: `${path}?${query}`, headers, body: '' }
  }
  const order = tokens?.[index % tokens.length] ?? `22808196-0eff-4a6e-b136-${index.toString(16).padStart(12, '0')}`
  const target = `${path}/${order}`
  // With few tokens, an unused header makes each request different.
  if (kind === 'read') return { method: 'GET', target, headers: { ...headers, 'x-request': `${index}` }, body: '' }
  return { method: 'PUT', target, headers: { ...headers, 'content-type': 'application/json' }, body: updateBody(index) }
}

const statuses = ['Processed', 'Pending', 'Shipped', 'Delivered']
const cities = ['Montreal', 'Toronto', 'Qu%C3%A9bec', 'Sainte-Ad%C3%A8le', 'Halifax']

function listQuery(index: number): string {
  const status = statuses[index % statuses.length]
  const city = cities[index % cities.length]
  const day = String((index % 28) + 1).padStart(2, '0')
  return (
    `offset=${index % 1000}&limit=${(index % 50) + 1}&status=${status}&paymentStatus=Paid&invoiceNumber=INV-${index}` +
    `&productId=PRODUCT-${index % 777}&placedBy=Noor+Haddad+${index % 501}&from=2026-02-${day}T00%3A00%3A00Z` +
    `&to=2026-04-${day}T00%3A00%3A00Z&isRecurringOrder=${index % 2 === 0}&billingAddressCity=${city}` +
    `&billingAddressProvince=QC&billingAddressPostalCode=H2X+1Y${index % 10}&billingAddressCountry=CA` +
    `&shippingAddressCity=${city}&shippingAddressProvince=QC&shippingAddressPostalCode=H2X+1Y${index % 9}` +
    '&shippingAddressCountry=CA'
  )
}

function searchQuery(index: number): string {
  const from = new Date(Date.UTC(2000, 0, 1) + index * 1000).toISOString()
  return `offset=${index % 8}&limit=4&isRecurringOrder=false&from=${encodeURIComponent(from)}&to=2100-01-01T00%3A00%3A00Z`
}

function updateBody(index: number): string {
  return JSON.stringify({
    status: statuses[index % statuses.length],
    paymentStatus: 'Paid',
    trackingNumber: `TRACK-${index}`,
    trackingUrl: `https://tracking.example/${index}`,
    metadata: { batch: String(index % 100), note: 'Leave at the door' },
  })
}
