import Fastify, { type FastifyPluginAsync, type HTTPMethods } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { startMock } from '../../../../src/mock/start-mock.ts'
import { loadRuntime } from '../../../../src/workspace/interfaces.ts'
import { type BenchRequest, type Recipe, requestAt } from '../../load/requests.ts'
import { headers, seededOrders } from '../../mock/scenarios.ts'
import { collectionPath, exampleList, exampleOrder } from '../../mock/shop-document.ts'
import { exampleRoutes } from './example-routes.ts'
import { orderRoutes } from './order-routes.ts'

async function serve(routes: FastifyPluginAsync) {
  const app = Fastify()
  await app.register(routes)
  afterAll(() => app.close())
  return async ({ method, target, headers, body }: BenchRequest) => {
    const answer = await app.inject({ method: method as HTTPMethods, url: target, headers, ...(body && { body }) })
    return { status: answer.statusCode, body: answer.json() as unknown }
  }
}

describe('Fastify by hand, from records', async () => {
  const orders = await seededOrders(loadRuntime('orders'))
  const ask = await serve(orderRoutes(orders))
  const mock = await startMock({ interfaces: ['orders'] })
  afterAll(() => mock.close())
  const askMock = async ({ method, target, headers, body }: BenchRequest) => {
    const answer = await fetch(`${mock.origin}/orders/api${target}`, { method, headers, ...(body && { body }) })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const tokens = orders.map(({ token }) => token)
  const recipe = (kind: Recipe['kind']): Recipe => ({ kind, collections: ['/orders'], tokens, headers })

  it.each(['search', 'read', 'update', 'search'] as const)('answers as the mock does: %s', async (kind) => {
    for (let index = 0; index < 30; index++) {
      const request = requestAt(recipe(kind), index)
      const [answer, expected] = [await ask(request), await askMock(request)]
      expect(expected.status).toBe(200)
      expect(answer).toEqual(expected)
    }
  })

  it.each([
    [
      'a filter of each kind',
      '/orders?status=Processed&placedBy=Noor+Haddad&billingAddressCity=Montreal&productId=TYPEFACE',
    ],
    ['a parameter that is not a number', '/orders?limit=many'],
    ['a parameter that is not a date-time', '/orders?from=yesterday'],
    ['a status that does not exist', '/orders?status=Lost'],
    ['an order that does not exist', '/orders/00000000-0000-4000-8000-000000000000'],
  ])('answers with the same status to %s', async (_, target) => {
    const request: BenchRequest = { method: 'GET', target, headers, body: '' }
    expect((await ask(request)).status).toBe((await askMock(request)).status)
  })

  it.each([
    ['no credentials', {}],
    ['a key that is not known', { authorization: `Basic ${btoa('unknown:')}` }],
  ])('answers with the same status to %s', async (_, credentials) => {
    const request: BenchRequest = { method: 'GET', target: '/orders', headers: credentials, body: '' }
    expect((await ask(request)).status).toBe(401)
    expect((await askMock(request)).status).toBe(401)
  })

  it('refuses a body that is not valid, as the mock does', async () => {
    const request = { ...requestAt(recipe('update'), 1), body: '{"status":"Lost"}' }
    expect([(await ask(request)).status, (await askMock(request)).status]).toEqual([400, 400])
  })
})

describe('Fastify by hand, from examples', async () => {
  const ask = await serve(exampleRoutes)
  const recipe = (kind: Recipe['kind']): Recipe => ({ kind, collections: [collectionPath(0)], headers })

  it.each([
    ['list', exampleList],
    ['read', exampleOrder],
    ['update', exampleOrder],
  ] as const)('answers the example whole: %s', async (kind, example) => {
    expect(await ask(requestAt(recipe(kind), 7))).toEqual({ status: 200, body: example })
  })
})
