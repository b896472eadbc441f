import type { FastifyPluginAsync, onRequestHookHandler } from 'fastify'
import { apiKey } from '../../../../src/interfaces/orders/seed.ts'
import { collectionPath, exampleList, exampleOrder, queryParameters, schemas } from '../../mock/shop-document.ts'

/** Admits requests whose HTTP Basic user name is the API key, with an empty password. */
export const basicAuth: onRequestHookHandler = (request, reply, done) => {
  const encoded = /^basic +([\w+/=-]+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [key, password = 'missing'] = Buffer.from(encoded, 'base64').toString().split(':')
  if (password === '' && key === apiKey) done()
  else reply.code(401).type('application/problem+json').send({ title: 'Unauthorized', status: 401 })
}

export const params = { type: 'object', required: ['token'], properties: { token: { type: 'string', format: 'uuid' } } }

/** Answers constants, each serialised by its schema, as the mock answers examples. */
export const exampleRoutes: FastifyPluginAsync = async (app) => {
  const path = collectionPath(0)
  const refer = (name: string) => `${name}#`
  const schema = (name: string) => ({ $ref: refer(name) })
  const querystring = { type: 'object', properties: queryParameters }
  const response = { 200: schema('Order') }
  for (const [name, schema] of Object.entries(schemas(refer))) app.addSchema({ $id: name, ...schema })
  app.addHook('onRequest', basicAuth)
  app.get(path, { schema: { querystring, response: { 200: schema('OrderList') } } }, async () => exampleList)
  app.get(`${path}/:token`, { schema: { params, response } }, async () => exampleOrder)
  app.put(`${path}/:token`, { schema: { params, body: schema('OrderUpdate'), response } }, async () => exampleOrder)
}
