import type { FastifyPluginAsync } from 'fastify'
import { apiKey } from '../../../../src/interfaces/orders/seed.ts'
import { collectionPath } from '../../documents/document.ts'
import { exampleList, exampleOrder, queryParameters, shapes } from '../../documents/order-shapes.ts'
import { basicAuth } from './basic-auth.ts'

const refer = (name: string) => `${name}#`
const shape = (name: string) => ({ $ref: refer(name) })

const querystring = {
  type: 'object',
  properties: Object.fromEntries(queryParameters.map(({ name, schema }) => [name, schema])),
}
const params = { type: 'object', required: ['token'], properties: { token: { type: 'string', format: 'uuid' } } }

/** Answers constants, each serialised by its schema: what the mock answers from examples. */
export const exampleRoutes: FastifyPluginAsync = async (app) => {
  const path = collectionPath(0)
  for (const [name, schema] of Object.entries(shapes(refer))) app.addSchema({ $id: name, ...schema })
  app.addHook('onRequest', basicAuth(new Set([apiKey])))
  app.get(path, { schema: { querystring, response: { 200: shape('OrderList') } } }, async () => exampleList)
  app.get(`${path}/:token`, { schema: { params, response: { 200: shape('Order') } } }, async () => exampleOrder)
  app.put(
    `${path}/:token`,
    { schema: { params, body: shape('OrderUpdate'), response: { 200: shape('Order') } } },
    async () => exampleOrder,
  )
}
