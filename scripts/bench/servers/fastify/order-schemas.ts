import { orderStatuses, paymentStatuses } from '../../../../src/interfaces/orders/record-kinds.ts'

const text = { type: 'string' } as const
const moment = { type: 'string', format: 'date-time' } as const
const flag = { type: 'boolean' } as const
const country = { type: 'string', pattern: '^[A-Z]{2}$' } as const
const status = { type: 'string', enum: orderStatuses } as const
const paymentStatus = { type: 'string', enum: paymentStatuses } as const
const metadata = { type: 'object', additionalProperties: true } as const

const addresses = {
  billingAddressCity: text,
  billingAddressProvince: text,
  billingAddressPostalCode: text,
  billingAddressCountry: country,
  shippingAddressCity: text,
  shippingAddressProvince: text,
  shippingAddressPostalCode: text,
  shippingAddressCountry: country,
} as const

export const listQuery = {
  type: 'object',
  properties: {
    offset: { type: 'integer', minimum: 0, default: 0 },
    limit: { type: 'integer', minimum: 1, default: 20 },
    status,
    invoiceNumber: text,
    productId: text,
    placedBy: text,
    from: moment,
    to: moment,
    isRecurringOrder: flag,
    ...addresses,
  },
} as const

export const orderParams = {
  type: 'object',
  required: ['token'],
  properties: { token: { type: 'string', format: 'uuid' } },
} as const

export const updateBody = {
  type: 'object',
  required: ['status'],
  properties: { status, paymentStatus, trackingNumber: text, trackingUrl: text, metadata },
} as const

const certain = ['token', 'creationDate', 'status', 'paymentMethod', 'paymentStatus', 'invoiceNumber', 'email'] as const

const listEntry = {
  type: 'object',
  required: certain,
  properties: {
    token: { type: 'string', format: 'uuid' },
    creationDate: text,
    status,
    paymentMethod: text,
    paymentStatus,
    invoiceNumber: text,
    email: text,
    trackingNumber: text,
    trackingUrl: text,
    metadata,
    isRecurringOrder: flag,
    billingAddressName: text,
    ...addresses,
  },
} as const

const item = {
  type: 'object',
  required: ['id', 'name', 'price', 'quantity'],
  properties: { id: text, name: text, price: { type: 'number' }, quantity: { type: 'integer' }, uniqueId: text },
} as const

const tax = {
  type: 'object',
  required: ['taxName', 'taxRate', 'amount'],
  properties: { taxName: text, taxRate: { type: 'number' }, amount: { type: 'number' } },
} as const

export const order = {
  type: 'object',
  required: [...certain, 'items', 'taxes'],
  properties: {
    ...listEntry.properties,
    items: { type: 'array', items: item },
    taxes: { type: 'array', items: tax },
    promocodes: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
} as const

export const orderList = {
  type: 'object',
  required: ['totalItems', 'offset', 'limit', 'items'],
  properties: {
    totalItems: { type: 'integer' },
    offset: { type: 'integer' },
    limit: { type: 'integer' },
    items: { type: 'array', items: listEntry },
  },
} as const
