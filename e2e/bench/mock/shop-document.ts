import type { OpenApiDocument } from '../../../src/pipeline/generate/bundle.ts'

const text = { type: 'string' } as const
const moment = { type: 'string', format: 'date-time' } as const
const flag = { type: 'boolean' } as const
const oneOf = (values: string) => ({ type: 'string', enum: values.split(' ') })
const ofLength = (length: number) => ({ type: 'string', minLength: length, maxLength: length })
const each = (names: string, schema: object) => Object.fromEntries(names.split(' ').map((name) => [name, schema]))
const object = (properties: Record<string, object>, required = Object.keys(properties)) => {
  return { type: 'object', required, properties }
}
const orderStatus = oneOf('InProgress Processed Shipped Delivered Pending Cancelled')
const paymentStatus = oneOf('Paid Authorized Deferred Failed Refunded Pending')

/** The 18 query parameters of a list of orders: numbers, enums, times, a boolean and text. */
export const queryParameters: Readonly<Record<string, object>> = {
  offset: { type: 'integer', minimum: 0, default: 0 },
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  status: orderStatus,
  paymentStatus,
  ...each('invoiceNumber productId placedBy', text),
  from: moment,
  to: moment,
  isRecurringOrder: flag,
  ...each('billingAddressCity billingAddressProvince billingAddressPostalCode', text),
  billingAddressCountry: ofLength(2),
  ...each('shippingAddressCity shippingAddressProvince shippingAddressPostalCode', text),
  shippingAddressCountry: ofLength(2),
}

/** Schemas of bodies; `refer` makes the reference from one to another. */
export function schemas(refer: (name: string) => string): Record<string, object> {
  const metadata = { type: 'object', additionalProperties: true }
  const textMap = { type: 'object', additionalProperties: text }
  return {
    Address: object(each('fullName address1 city province postalCode country', text)),
    Order: object({
      token: { type: 'string', format: 'uuid' },
      creationDate: moment,
      status: orderStatus,
      paymentStatus,
      ...each('email invoiceNumber', text),
      currency: ofLength(3),
      ...each('itemsTotal shippingFees taxesTotal grandTotal', { type: 'number' }),
      isRecurringOrder: flag,
      trackingNumber: { type: ['string', 'null'] },
      metadata,
      billingAddress: { $ref: refer('Address') },
      shippingMethod: text,
      phone: text,
    }),
    OrderUpdate: object(
      { status: orderStatus, paymentStatus, ...each('trackingNumber trackingUrl', text), metadata: textMap },
      ['status'],
    ),
    OrderList: object({
      totalItems: { type: 'integer' },
      offset: { type: 'integer' },
      limit: { type: 'integer' },
      items: { type: 'array', items: { $ref: refer('Order') } },
    }),
    Problem: { type: 'object', properties: { ...each('type title detail', text), status: { type: 'integer' } } },
  }
}

/** An order of about 620 bytes. */
export const exampleOrder: Readonly<Record<string, unknown>> = orderExample(1)

/** A page of four orders, about 2.5 kB. */
export const exampleList: Readonly<Record<string, unknown>> = {
  totalItems: 4,
  offset: 0,
  limit: 20,
  items: [1, 2, 3, 4].map(orderExample),
}

function orderExample(index: number) {
  const address = { fullName: 'Noor Haddad', address1: '4193 Rue Jeanne-Mance', city: 'Montreal', province: 'QC' }
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
    billingAddress: { ...address, postalCode: 'H2X 1Y4', country: 'CA' },
    shippingMethod: 'Courier, two days',
    phone: '+1 514 555 0100',
  }
}

/** First path segment under which the mock serves the documents. */
export const prefix = 'shops'

/** Path of a shop's orders; shops are counted from 0. */
export function collectionPath(shop: number): string {
  return `/shop-${shop + 1}/orders`
}

/** A document of identical shops, so that two documents differ only in size; each shop lists its orders and reads one. */
export function ordersDocument(operations: number): OpenApiDocument {
  return documentOf(operations / 2, (shop) => ({
    [collectionPath(shop)]: { get: operation(`listOrders${shop + 1}`, 'OrderList', exampleList, { query: true }) },
    [`${collectionPath(shop)}/{token}`]: { get: operation(`getOrder${shop + 1}`, 'Order', exampleOrder, {}) },
  }))
}

/** A document of one shop that reads an order, and updates it with a JSON body. */
export function updatesDocument(): OpenApiDocument {
  return documentOf(1, (shop) => ({
    [`${collectionPath(shop)}/{token}`]: {
      get: operation(`getOrder${shop + 1}`, 'Order', exampleOrder, {}),
      put: operation(`updateOrder${shop + 1}`, 'Order', exampleOrder, { body: true }),
    },
  }))
}

function documentOf(shops: number, pathsOf: (shop: number) => object): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: `Orders of ${shops} shops`, version: '1.0.0' },
    servers: [{ url: `http://127.0.0.1:4010/${prefix}` }],
    security: [{ apiKey: [] }],
    paths: Object.assign({}, ...Array.from({ length: shops }, (_, shop) => pathsOf(shop))),
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'basic' } }, schemas: schemas(refer) },
  }
}

const refer = (schema: string) => `#/components/schemas/${schema}`

function operation(operationId: string, schema: string, example: object, has: { query?: boolean; body?: boolean }) {
  const inQuery = Object.entries(queryParameters).map(([name, schema]) => ({ name, in: 'query', schema }))
  const token = { name: 'token', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
  const requestBody = { required: true, content: { 'application/json': { schema: { $ref: refer('OrderUpdate') } } } }
  return {
    operationId,
    parameters: has.query ? inQuery : [token],
    ...(has.body && { requestBody }),
    responses: {
      200: response('The answer.', 'application/json', schema, example),
      ...((has.query || has.body) && { 400: refusal }),
      401: refusal,
      ...(!has.query && { 404: refusal }),
    },
  }
}

const problem = { type: 'about:blank', title: 'Refused', status: 400 }
const refusal = response('The request is refused.', 'application/problem+json', 'Problem', problem)

function response(description: string, mediaType: string, schema: string, value: object) {
  const content = { [mediaType]: { schema: { $ref: refer(schema) }, examples: { first: { value } } } }
  return { description, content }
}
