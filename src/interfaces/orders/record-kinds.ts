import type { components } from '../../../generated/orders/types.ts'
import type { RecordKind } from '../../behaviour/definition.ts'
import { count, documented, objectOf, text } from '../../behaviour/record-schema.ts'

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

const ofDocument = documented<Schemas>

const digitalGood = objectOf({
  fileGuid: text,
  name: text,
  url: text,
  downloadedNbrTime: count,
  maxNbrDownload: { ...count, type: ['integer', 'null'] },
  daysUntilExpire: { ...count, type: ['integer', 'null'] },
  creationDate: ofDocument('UtcDateTime'),
})

export const recordKinds = {
  orders: {
    description: 'Orders as a single read shows them, by token in lower case.',
    schema: ofDocument('OrderDetail'),
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
