import type { components } from '../../../generated/orders/types.ts'
import type { JsonSchema, RecordKind } from '../../behaviour/definition.ts'
import { count, objectOf, text } from '../../behaviour/record-schema.ts'

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

const utcDateTime = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|\\+00:00)$' }

const number = { type: 'number' }
const item = objectOf({ id: text, name: text, price: number, quantity: { type: 'integer' }, uniqueId: text }, [
  'uniqueId',
])
const optional = {
  promocodes: { type: 'array', items: { type: 'object' } },
  trackingNumber: text,
  trackingUrl: text,
  metadata: { type: 'object' },
  isRecurringOrder: { type: 'boolean' },
}

/** Further members are allowed, such as those of the addresses. */
const order: JsonSchema = {
  ...objectOf(
    {
      token: { ...text, format: 'uuid' },
      creationDate: utcDateTime,
      status: { enum: orderStatuses },
      paymentMethod: text,
      paymentStatus: { enum: paymentStatuses },
      invoiceNumber: text,
      email: text,
      items: { type: 'array', items: { ...item, additionalProperties: true } },
      taxes: { type: 'array', items: objectOf({ taxName: text, taxRate: number, amount: number }) },
      ...optional,
    },
    Object.keys(optional),
  ),
  additionalProperties: true,
}

const digitalGood = objectOf({
  fileGuid: text,
  name: text,
  url: text,
  downloadedNbrTime: count,
  maxNbrDownload: { ...count, type: ['integer', 'null'] },
  daysUntilExpire: { ...count, type: ['integer', 'null'] },
  creationDate: utcDateTime,
})

export const recordKinds = {
  orders: {
    description: 'Orders as a single read shows them, by token in lower case.',
    schema: order,
  },
  'digital-goods': {
    description:
      'The digital goods of an order, by its token in lower case. Whether each is valid follows from the clock.',
    schema: { type: 'array', items: digitalGood },
  },
  'api-keys': {
    description: 'Who owns an API key that is accepted, by the key itself.',
    schema: objectOf({ owner: text }),
  },
} satisfies Record<string, RecordKind>
