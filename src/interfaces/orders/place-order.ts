import { createHash } from 'node:crypto'
import type { DigitalGoodRecord } from './digital-goods.ts'
import type { OrderRecord } from './state.ts'

export interface Product {
  name: string
  price: number
  recurring?: boolean
  /** Name of the file, for a download. */
  file?: string
  /** Days until its link expires; without it, the link never expires. */
  daysUntilExpire?: number
}

type Address = [city: string, province: string, postalCode: string, country: string]

export interface Customer {
  name: string
  paymentMethod: string
  billing: Address
  /** Set if it is not the billing address. */
  shipping?: Address
  tax: [name: string, rate: number]
}

export interface Placed extends Pick<OrderRecord, 'invoiceNumber' | 'creationDate' | 'status' | 'paymentStatus'> {
  customer: Customer
  lines: { id: string; quantity: number; product: Product }[]
}

export interface PlacedOrder {
  order: OrderRecord
  digitalGoods: DigitalGoodRecord[]
}

/** The order that a shop stores for a purchase. Ids are derived from the invoice number, so they are the same each time. */
export function placeOrder(placed: Placed): PlacedOrder {
  const { invoiceNumber, creationDate, status, paymentStatus, customer, lines } = placed
  const subtotal = lines.reduce((sum, { quantity, product }) => sum + quantity * product.price, 0)
  const [taxName, taxRate] = customer.tax
  const isShipped = lines.some(({ product }) => product.file === undefined)
  const order: OrderRecord = {
    token: uuidOf(invoiceNumber),
    creationDate,
    status,
    paymentMethod: customer.paymentMethod,
    paymentStatus,
    invoiceNumber,
    email: addressOf(customer.name),
    items: lines.map(({ id, quantity, product: { name, price } }) => ({
      id,
      name,
      price,
      quantity,
      uniqueId: uuidOf(`${invoiceNumber}/${id}`),
    })),
    taxes: [{ taxName, taxRate, amount: Math.round(subtotal * taxRate * 100) / 100 }],
    promocodes: [],
    ...(isShipped && status === 'Delivered' ? trackingOf(invoiceNumber, customer) : {}),
    isRecurringOrder: lines.some(({ product }) => product.recurring === true),
    billingAddressName: customer.name,
    ...billingOf(customer),
    ...(isShipped ? shippingOf(customer) : {}),
  }
  const digitalGoods = lines.flatMap(({ id, product: { name, file, daysUntilExpire = null } }) =>
    file === undefined
      ? []
      : {
          fileGuid: uuidOf(`${invoiceNumber}/${id}/file`),
          name,
          url: `https://downloads.example/${file}`,
          downloadedNbrTime: 1,
          maxNbrDownload: null,
          daysUntilExpire,
          creationDate,
        },
  )
  return { order, digitalGoods }
}

function trackingOf(invoiceNumber: string, { billing: [, , , country] }: Customer) {
  const trackingNumber = `PX10${invoiceNumber.slice(-4)}${country}`
  return { trackingNumber, trackingUrl: `https://tracking.example/${trackingNumber}` }
}

function billingOf({ billing: [city, province, postalCode, country] }: Customer) {
  return {
    billingAddressCity: city,
    billingAddressProvince: province,
    billingAddressPostalCode: postalCode,
    billingAddressCountry: country,
  }
}

function shippingOf({ billing, shipping: [city, province, postalCode, country] = billing }: Customer) {
  return {
    shippingAddressCity: city,
    shippingAddressProvince: province,
    shippingAddressPostalCode: postalCode,
    shippingAddressCountry: country,
  }
}

/** `tomas.ferreira@shopper.example` */
function addressOf(name: string): string {
  const ascii = name.normalize('NFD').replace(/\p{M}/gu, '')
  return `${ascii.toLowerCase().replaceAll(' ', '.')}@shopper.example`
}

/** A name-based UUID (version 5 of RFC 9562) of the text. */
function uuidOf(text: string): string {
  const hex = createHash('sha1').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
