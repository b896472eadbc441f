import type { OpenApiDocument } from '../../generate/bundle.ts'
import { exampleList, exampleOrder, queryParameters, shapes } from './order-shapes.ts'

/** First path segment under which the mock serves the document. */
export const prefix = 'shops'

/** Path of the n-th collection of orders, counted from 0. */
export function collectionPath(index: number): string {
  return `/shop-${index + 1}/orders`
}

/**
 * A document with the given, even number of operations: each shop lists its orders with 18 query parameters and reads one
 * of them. All shops are alike, so that what differs between two sizes is the size.
 */
export function ordersDocument(operations: number): OpenApiDocument {
  return documentOf(operations / 2, (index) => ({
    [collectionPath(index)]: { get: listOperation(index) },
    [itemPath(index)]: { get: readOperation(index) },
  }))
}

/** A document with two operations: a shop reads an order, and updates it with a JSON body. */
export function updatesDocument(): OpenApiDocument {
  return documentOf(1, (index) => ({ [itemPath(index)]: { get: readOperation(index), put: updateOperation(index) } }))
}

function documentOf(shops: number, pathsOf: (index: number) => object): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: `Orders of ${shops} shops`, version: '1.0.0' },
    servers: [{ url: `http://127.0.0.1:4010/${prefix}` }],
    security: [{ apiKey: [] }],
    paths: Object.assign({}, ...Array.from({ length: shops }, (_, index) => pathsOf(index))),
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'basic' } }, schemas: shapes(refer) },
  }
}

function refer(schema: string): string {
  return `#/components/schemas/${schema}`
}

function itemPath(index: number): string {
  return `${collectionPath(index)}/{token}`
}

function listOperation(index: number) {
  return {
    operationId: `listOrders${index + 1}`,
    parameters: queryParameters,
    responses: { 200: answer('A page of orders.', 'OrderList', exampleList), 400: refusal, 401: refusal },
  }
}

function readOperation(index: number) {
  return {
    operationId: `getOrder${index + 1}`,
    parameters: [token],
    responses: { 200: answer('An order.', 'Order', exampleOrder), 401: refusal, 404: refusal },
  }
}

function updateOperation(index: number) {
  return {
    operationId: `updateOrder${index + 1}`,
    parameters: [token],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: refer('OrderUpdate') } } },
    },
    responses: { 200: answer('The order, updated.', 'Order', exampleOrder), 400: refusal, 401: refusal, 404: refusal },
  }
}

const token = { name: 'token', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }

function answer(description: string, schema: string, value: unknown) {
  return content(description, 'application/json', schema, value)
}

const refusal = content('The request is refused.', 'application/problem+json', 'Problem', {
  type: 'about:blank',
  title: 'Refused',
  status: 400,
})

function content(description: string, mediaType: string, schema: string, value: unknown) {
  return {
    description,
    content: { [mediaType]: { schema: { $ref: refer(schema) }, examples: { first: { value } } } },
  }
}
