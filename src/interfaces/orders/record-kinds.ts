import type { components } from '../../../generated/orders/types.ts'
import type { JsonSchema, RecordKind } from '../../behaviour/definition.ts'

type Schemas = components['schemas']

/** Exactly the values of the document: anything else does not compile. */
export const orderStatuses = Object.keys({
  InProgress: true,
  Processed: true,
  Disputed: true,
  Shipped: true,
  Delivered: true,
  Pending: true,
  Cancelled: true,
} satisfies Record<Schemas['OrderStatus'], true>) as Schemas['OrderStatus'][]

export const paymentStatuses = Object.keys({
  Paid: true,
  Deferred: true,
  PaidDeferred: true,
  ChargedBack: true,
  Refunded: true,
  Paidout: true,
  Failed: true,
  Pending: true,
  Expired: true,
  Cancelled: true,
  Open: true,
  Authorized: true,
} satisfies Record<Schemas['PaymentStatus'], true>) as Schemas['PaymentStatus'][]

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const utcDateTime = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|\\+00:00)$' }

const order: JsonSchema = {
  type: 'object',
  required: [
    'token',
    'creationDate',
    'status',
    'paymentMethod',
    'paymentStatus',
    'invoiceNumber',
    'email',
    'items',
    'taxes',
  ],
  properties: {
    token: { type: 'string', format: 'uuid' },
    creationDate: utcDateTime,
    status: { enum: orderStatuses },
    paymentMethod: text,
    paymentStatus: { enum: paymentStatuses },
    invoiceNumber: text,
    email: text,
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'name', 'price', 'quantity'],
        properties: { id: text, name: text, price: { type: 'number' }, quantity: { type: 'integer' }, uniqueId: text },
      },
    },
    taxes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['taxName', 'taxRate', 'amount'],
        properties: { taxName: text, taxRate: { type: 'number' }, amount: { type: 'number' } },
      },
    },
    promocodes: { type: 'array', items: { type: 'object' } },
    trackingNumber: text,
    trackingUrl: text,
    metadata: { type: 'object' },
    isRecurringOrder: { type: 'boolean' },
  },
}

const digitalGoods: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['fileGuid', 'name', 'url', 'downloadedNbrTime', 'maxNbrDownload', 'daysUntilExpire', 'creationDate'],
    properties: {
      fileGuid: text,
      name: text,
      url: text,
      downloadedNbrTime: count,
      maxNbrDownload: { ...count, type: ['integer', 'null'] },
      daysUntilExpire: { ...count, type: ['integer', 'null'] },
      creationDate: utcDateTime,
    },
  },
}

const apiKeys: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['owner'],
  properties: { owner: text },
}

export const recordKinds = {
  orders: {
    description: 'Orders as a single read shows them, by token in lower case.',
    schema: order,
  },
  'digital-goods': {
    description:
      'The digital goods of an order, by its token in lower case. Whether each is valid follows from the clock.',
    schema: digitalGoods,
  },
  'api-keys': {
    description: 'Who owns an API key that is accepted, by the key itself.',
    schema: apiKeys,
  },
} satisfies Record<string, RecordKind>
