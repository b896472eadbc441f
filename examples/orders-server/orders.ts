/** An order in the form that this shop stores. */
export interface Order {
  token: string
  creationDate: string
  status: string
  paymentMethod: string
  paymentStatus: string
  invoiceNumber: string
  email: string
  items: { id: string; uniqueId: string; name: string; price: number; quantity: number }[]
  taxes: { taxName: string; taxRate: number; amount: number }[]
  promocodes: { code: string }[]
  trackingNumber?: string
  trackingUrl?: string
  metadata?: Record<string, unknown>
  isRecurringOrder: boolean
  billingAddressName: string
  billingAddressCity: string
  billingAddressProvince: string
  billingAddressPostalCode: string
  billingAddressCountry: string
  shippingAddressCity: string
  shippingAddressProvince: string
  shippingAddressPostalCode: string
  shippingAddressCountry: string
}

const purchasers = [
  { name: 'Ines Duarte', city: 'Porto', province: 'Porto', postalCode: '4000-322', country: 'PT' },
  { name: 'Tom Okafor', city: 'Leeds', province: 'West Yorkshire', postalCode: 'LS1 4DY', country: 'GB' },
  { name: 'Aiko Mori', city: 'Sapporo', province: 'Hokkaido', postalCode: '060-0001', country: 'JP' },
] as const

const statuses = ['Processed', 'Shipped', 'Delivered', 'Cancelled']

/** Thirty orders, one a day. */
export const orders: Order[] = Array.from({ length: 30 }, (_, index) => {
  const { name, city, province, postalCode, country } = purchasers[index % 3] ?? purchasers[0]
  return {
    token: `5f0c1a52-33b7-4f4e-8a3e-0000000000${String(index).padStart(2, '0')}`,
    creationDate: new Date(Date.UTC(2026, 8, 1 + index, 9, 30)).toISOString(),
    status: index === 0 ? 'Pending' : (statuses[index % 4] ?? 'Processed'),
    paymentMethod: 'CreditCard',
    paymentStatus: index === 0 ? 'Authorized' : 'Paid',
    invoiceNumber: `SHOP-${1000 + index}`,
    email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
    items: [{ id: index % 2 ? 'TEA' : 'MUG', uniqueId: `line-${index}`, name: 'An item', price: 9.5, quantity: 1 }],
    taxes: [{ taxName: 'VAT', taxRate: 0.2, amount: 1.9 }],
    promocodes: [{ code: 'WELCOME' }],
    ...(index === 1
      ? { trackingNumber: 'T-1', trackingUrl: 'https://carrier.example/T-1', metadata: { gift: true } }
      : {}),
    isRecurringOrder: index % 5 === 0,
    billingAddressName: name,
    billingAddressCity: city,
    billingAddressProvince: province,
    billingAddressPostalCode: postalCode,
    billingAddressCountry: country,
    shippingAddressCity: city,
    shippingAddressProvince: province,
    shippingAddressPostalCode: postalCode,
    shippingAddressCountry: country,
  }
})

/** Files sold with the second order. */
export const digitalGoods = [
  {
    fileGuid: 'a-file',
    name: 'A manual.pdf',
    url: 'https://downloads.example/a-file',
    downloadedNbrTime: 2,
    maxNbrDownload: 5,
    daysUntilExpire: null,
    creationDate: '2026-09-02T09:31:00Z',
    isValid: true,
  },
  {
    fileGuid: 'another-file',
    name: 'A pattern.svg',
    url: 'https://downloads.example/another-file',
    downloadedNbrTime: 0,
    maxNbrDownload: null,
    daysUntilExpire: 30,
    creationDate: '2026-09-02T09:31:00Z',
    isValid: false,
  },
]
