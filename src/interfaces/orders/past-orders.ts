import { createHash } from 'node:crypto'
import type { DigitalGoodRecord } from './digital-goods.ts'
import type { OrderRecord } from './state.ts'

interface Product {
  name: string
  price: number
  recurring?: boolean
  /** Name of the file, for a download. */
  file?: string
  /** Days until its link expires; without it, the link never expires. */
  daysUntilExpire?: number
}

type Address = [city: string, province: string, postalCode: string, country: string]

interface Customer {
  name: string
  paymentMethod: string
  billing: Address
  /** Set if it is not the billing address. */
  shipping?: Address
  tax: [name: string, rate: number]
}

const products = {
  'CANVAS-TOTE': { name: 'Canvas tote', price: 20 },
  'COFFEE-MONTHLY': { name: 'Coffee, monthly', price: 20, recurring: true },
  'DESK-LAMP': { name: 'Walnut desk lamp', price: 150 },
  'ENAMEL-MUG': { name: 'Enamel mug', price: 16 },
  'FIELD-GUIDE': { name: 'Field guide (PDF)', price: 12, file: 'field-guide.pdf' },
  'LINEN-APRON': { name: 'Linen apron', price: 48 },
  TYPEFACE: { name: 'Typeface (OTF)', price: 90, file: 'typeface.zip', daysUntilExpire: 3650 },
} satisfies Record<string, Product>

const customers = {
  ava: {
    name: 'Ava Romero',
    paymentMethod: 'CreditCard',
    billing: ['New York', 'NY', '10013', 'US'],
    shipping: ['Hoboken', 'NJ', '07030', 'US'],
    tax: ['NJ sales tax', 0.06625],
  },
  elise: {
    name: 'Élise Gagnon',
    paymentMethod: 'Paypal',
    billing: ['Québec', 'QC', 'G1R 4P5', 'CA'],
    tax: ['GST', 0.05],
  },
  jonas: { name: 'Jonas Weber', paymentMethod: 'Paypal', billing: ['Bremen', 'HB', '28201', 'DE'], tax: ['VAT', 0.19] },
  mei: {
    name: 'Mei Tanaka',
    paymentMethod: 'CreditCard',
    billing: ['Vancouver', 'BC', 'V6B 4N7', 'CA'],
    tax: ['GST', 0.05],
  },
  noor: {
    name: 'Noor Haddad',
    paymentMethod: 'CreditCard',
    billing: ['Montreal', 'QC', 'H2X 1Y4', 'CA'],
    tax: ['GST', 0.05],
  },
  tomas: {
    name: 'Tomás Ferreira',
    paymentMethod: 'BankTransfer',
    billing: ['Porto', '13', '4050-253', 'PT'],
    tax: ['VAT', 0.23],
  },
} satisfies Record<string, Customer>

type PastOrder = [
  date: string,
  customer: keyof typeof customers,
  quantities: Partial<Record<keyof typeof products, number>>,
  status: OrderRecord['status'],
  paymentStatus: OrderRecord['paymentStatus'],
]

/**
 * Oldest first. All are older than the orders of the documented examples, which therefore come first in the list, as in the examples. None
 * is `Shipped`, because the examples show the only one.
 */
const rows: PastOrder[] = [
  ['2025-09-03T09:12:31Z', 'ava', { 'ENAMEL-MUG': 2 }, 'Delivered', 'Paidout'],
  ['2025-09-17T17:48:20Z', 'jonas', { 'COFFEE-MONTHLY': 1 }, 'Delivered', 'Paid'],
  ['2025-09-22T20:03:55Z', 'mei', { 'LINEN-APRON': 1, 'ENAMEL-MUG': 4 }, 'Delivered', 'Paid'],
  ['2025-10-01T06:41:09Z', 'tomas', { TYPEFACE: 1 }, 'Processed', 'Paid'],
  ['2025-10-08T14:27:46Z', 'elise', { 'CANVAS-TOTE': 3 }, 'Delivered', 'Paid'],
  ['2025-10-17T17:48:20Z', 'jonas', { 'COFFEE-MONTHLY': 1 }, 'Delivered', 'Paid'],
  ['2025-10-19T11:30:00Z', 'noor', { 'DESK-LAMP': 1 }, 'Cancelled', 'Cancelled'],
  ['2025-10-28T08:55:13Z', 'ava', { 'LINEN-APRON': 2 }, 'Disputed', 'ChargedBack'],
  ['2025-11-04T19:16:38Z', 'mei', { 'FIELD-GUIDE': 1 }, 'Processed', 'Paid'],
  ['2025-11-11T10:09:27Z', 'elise', { 'ENAMEL-MUG': 1, 'CANVAS-TOTE': 1 }, 'Delivered', 'Paid'],
  ['2025-11-17T17:48:20Z', 'jonas', { 'COFFEE-MONTHLY': 1 }, 'Delivered', 'Paid'],
  ['2025-11-24T22:44:02Z', 'tomas', { 'DESK-LAMP': 2 }, 'Delivered', 'PaidDeferred'],
  ['2025-11-28T13:20:50Z', 'noor', { 'ENAMEL-MUG': 6 }, 'Cancelled', 'Refunded'],
  ['2025-12-02T07:37:14Z', 'ava', { 'CANVAS-TOTE': 2, 'FIELD-GUIDE': 1 }, 'Delivered', 'Paid'],
  ['2025-12-05T16:02:41Z', 'mei', { 'DESK-LAMP': 1, 'LINEN-APRON': 1 }, 'Delivered', 'Paid'],
  ['2025-12-09T12:58:33Z', 'elise', { 'LINEN-APRON': 1 }, 'Cancelled', 'Failed'],
  ['2025-12-12T09:25:08Z', 'tomas', { 'ENAMEL-MUG': 12 }, 'Delivered', 'Paid'],
  ['2025-12-17T17:48:20Z', 'jonas', { 'COFFEE-MONTHLY': 1 }, 'Delivered', 'Paid'],
  ['2025-12-19T21:11:19Z', 'noor', { 'CANVAS-TOTE': 1, TYPEFACE: 1 }, 'Delivered', 'Paid'],
  ['2025-12-30T15:33:57Z', 'mei', { 'ENAMEL-MUG': 2 }, 'Pending', 'Expired'],
  ['2026-01-05T08:08:44Z', 'tomas', { 'LINEN-APRON': 3 }, 'Pending', 'Deferred'],
  ['2026-01-09T18:50:26Z', 'elise', { 'DESK-LAMP': 1 }, 'Processed', 'Paid'],
  ['2026-01-14T10:46:35Z', 'ava', { 'ENAMEL-MUG': 8 }, 'InProgress', 'Open'],
  ['2026-01-17T17:48:20Z', 'jonas', { 'COFFEE-MONTHLY': 1 }, 'Processed', 'Paid'],
]

/** The invoices of the documented examples begin with INV-1001. */
const lastInvoice = 1000

/** 24 orders: with those of the examples, enough for a second page. They are the same in every session. */
export const pastOrders = rows.map((row, index) =>
  placeOrder(`INV-${String(lastInvoice - rows.length + 1 + index).padStart(4, '0')}`, row),
)

/** The order that a shop stores for a purchase. Ids are derived from the invoice number, so they are the same each time. */
function placeOrder(invoiceNumber: string, [creationDate, who, quantities, status, paymentStatus]: PastOrder) {
  const customer: Customer = customers[who]
  const lines = Object.entries(quantities).map(([id, quantity]) => {
    const product: Product = products[id as keyof typeof products]
    return { id, quantity, product }
  })
  const subtotal = lines.reduce((sum, { quantity, product }) => sum + quantity * product.price, 0)
  const [taxName, taxRate] = customer.tax
  const isShipped = lines.some(({ product }) => product.file === undefined)
  const trackingNumber = `PX10${invoiceNumber.slice(-4)}${customer.billing[3]}`
  const order: OrderRecord = {
    token: uuidOf(invoiceNumber),
    creationDate,
    status,
    paymentMethod: customer.paymentMethod,
    paymentStatus,
    invoiceNumber,
    email: mailOf(customer.name),
    items: lines.map(({ id, quantity, product: { name, price } }) => ({
      ...{ id, name, price, quantity },
      uniqueId: uuidOf(`${invoiceNumber}/${id}`),
    })),
    taxes: [{ taxName, taxRate, amount: Math.round(subtotal * taxRate * 100) / 100 }],
    promocodes: [],
    ...(isShipped && status === 'Delivered'
      ? { trackingNumber, trackingUrl: `https://tracking.example/${trackingNumber}` }
      : {}),
    isRecurringOrder: lines.some(({ product }) => product.recurring === true),
    billingAddressName: customer.name,
    ...addressAt('billing', customer.billing),
    ...(isShipped ? addressAt('shipping', customer.shipping ?? customer.billing) : {}),
  }
  const digitalGoods = lines.flatMap(({ id, product: { name, file, daysUntilExpire = null } }): DigitalGoodRecord[] => {
    if (file === undefined) return []
    const [fileGuid, url] = [uuidOf(`${invoiceNumber}/${id}/file`), `https://downloads.example/${file}`]
    return [{ fileGuid, name, url, downloadedNbrTime: 1, maxNbrDownload: null, daysUntilExpire, creationDate }]
  })
  return { order, digitalGoods }
}

function addressAt(kind: 'billing' | 'shipping', [city, province, postalCode, country]: Address) {
  const parts = { City: city, Province: province, PostalCode: postalCode, Country: country }
  return Object.fromEntries(Object.entries(parts).map(([part, value]) => [`${kind}Address${part}`, value]))
}

/** `tomas.ferreira@shopper.example` */
function mailOf(name: string): string {
  const ascii = name.normalize('NFD').replace(/\p{M}/gu, '')
  return `${ascii.toLowerCase().replaceAll(' ', '.')}@shopper.example`
}

/** A name-based UUID (version 5 of RFC 9562) of the text. */
function uuidOf(text: string): string {
  const hex = createHash('sha1').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
