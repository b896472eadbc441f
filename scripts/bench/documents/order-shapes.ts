const text = { type: 'string' } as const
const moment = { type: 'string', format: 'date-time' } as const
const orderStatus = {
  type: 'string',
  enum: ['InProgress', 'Processed', 'Shipped', 'Delivered', 'Pending', 'Cancelled'],
}
const paymentStatus = { type: 'string', enum: ['Paid', 'Authorized', 'Deferred', 'Failed', 'Refunded', 'Pending'] }

interface QueryParameter {
  name: string
  in: 'query'
  schema: object
}

/** The 18 query parameters of a list of orders: numbers, enums, times, a boolean and text. */
export const queryParameters: readonly QueryParameter[] = Object.entries({
  offset: { type: 'integer', minimum: 0, default: 0 },
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  status: orderStatus,
  paymentStatus,
  invoiceNumber: text,
  productId: text,
  placedBy: text,
  from: moment,
  to: moment,
  isRecurringOrder: { type: 'boolean' },
  billingAddressCity: text,
  billingAddressProvince: text,
  billingAddressPostalCode: text,
  billingAddressCountry: { type: 'string', minLength: 2, maxLength: 2 },
  shippingAddressCity: text,
  shippingAddressProvince: text,
  shippingAddressPostalCode: text,
  shippingAddressCountry: { type: 'string', minLength: 2, maxLength: 2 },
}).map(([name, schema]) => ({ name, in: 'query', schema }))

const required = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

/** Schemas of what goes over the wire, each referring to another by what `refer` makes of its name. */
export function shapes(refer: (name: string) => string) {
  return {
    Address: required({ fullName: text, address1: text, city: text, province: text, postalCode: text, country: text }),
    Order: required({
      token: { type: 'string', format: 'uuid' },
      creationDate: moment,
      status: orderStatus,
      paymentStatus,
      email: text,
      invoiceNumber: text,
      currency: { type: 'string', minLength: 3, maxLength: 3 },
      itemsTotal: { type: 'number' },
      shippingFees: { type: 'number' },
      taxesTotal: { type: 'number' },
      grandTotal: { type: 'number' },
      isRecurringOrder: { type: 'boolean' },
      trackingNumber: { type: ['string', 'null'] },
      metadata: { type: 'object', additionalProperties: true },
      billingAddress: { $ref: refer('Address') },
      shippingMethod: text,
      phone: text,
    }),
    OrderUpdate: {
      type: 'object',
      required: ['status'],
      properties: {
        status: orderStatus,
        paymentStatus,
        trackingNumber: text,
        trackingUrl: text,
        metadata: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
    OrderList: required({
      totalItems: { type: 'integer' },
      offset: { type: 'integer' },
      limit: { type: 'integer' },
      items: { type: 'array', items: { $ref: refer('Order') } },
    }),
    Problem: {
      type: 'object',
      properties: { type: text, title: text, status: { type: 'integer' }, detail: text },
    },
  }
}

/** An order of about 620 bytes, as the document shows it. */
export const exampleOrder: Readonly<Record<string, unknown>> = orderExample(1)

/** A page of four orders, about 2.5 kB. */
export const exampleList: Readonly<Record<string, unknown>> = {
  totalItems: 4,
  offset: 0,
  limit: 20,
  items: [1, 2, 3, 4].map(orderExample),
}

function orderExample(index: number) {
  return {
    token: `22808196-0eff-4a6e-b136-3e4d628b3c0${index}`,
    creationDate: `2026-03-0${index}T14:23:51Z`,
    status: 'Processed',
    paymentStatus: 'Paid',
    email: `buyer-${index}@example.com`,
    invoiceNumber: `INV-100${index}`,
    currency: 'CAD',
    itemsTotal: 84.5,
    shippingFees: 12,
    taxesTotal: 14.45,
    grandTotal: 110.95,
    isRecurringOrder: false,
    trackingNumber: `TRACK-900${index}`,
    metadata: { channel: 'newsletter', note: 'Leave at the door' },
    billingAddress: {
      fullName: 'Noor Haddad',
      address1: '4193 Rue Jeanne-Mance',
      city: 'Montreal',
      province: 'QC',
      postalCode: 'H2X 1Y4',
      country: 'CA',
    },
    shippingMethod: 'Courier, two days',
    phone: '+1 514 555 0100',
  }
}
