import Fastify, { type FastifyPluginAsync, type HTTPMethods } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { examplesOf } from '../../../src/mock/examples.ts'
import { startMock } from '../../../src/mock/start-mock.ts'
import { bundled } from '../../../src/workspace/bundled.ts'
import { type BenchRequest, type Recipe, requestAt } from '../load/requests.ts'
import { headers, seededOrders } from '../mock/scenarios.ts'
import { orderRoutes } from './fastify-orders.ts'

async function serve(routes: FastifyPluginAsync) {
  const app = Fastify()
  await app.register(routes)
  afterAll(() => app.close())
  return async ({ method, target, headers, body }: BenchRequest) => {
    const answer = await app.inject({ method: method as HTTPMethods, url: target, headers, ...(body && { body }) })
    return { status: answer.statusCode, body: answer.json() as unknown }
  }
}

describe('Fastify by hand', async () => {
  const orders = await seededOrders()
  const ask = await serve(orderRoutes(orders))
  const mock = await startMock({ interfaces: ['orders'] })
  afterAll(() => mock.close())
  const askMock = async ({ method, target, headers, body }: BenchRequest) => {
    const answer = await fetch(`${mock.origin}/orders/api${target}`, { method, headers, ...(body && { body }) })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const tokens = orders.map(({ token }) => token)
  const recipe = (kind: Recipe['kind']): Recipe => ({ kind, path: '/orders', tokens, headers })
  const get = (target: string): BenchRequest => ({ method: 'GET', target, headers, body: '' })

  it.each(['search', 'read', 'update', 'search'] as const)(
    'Fastify by hand answers from records as the mock does: %s',
    async (kind) => {
      for (let index = 0; index < 30; index++) {
        const request = requestAt(recipe(kind), index)
        const [answer, expected] = [await ask(request), await askMock(request)]
        expect(expected.status).toBe(200)
        expect(answer).toEqual(expected)
      }
    },
  )

  it.each([
    [200, get('/orders?status=Processed&placedBy=Noor+Haddad&billingAddressCity=Montreal&productId=TYPEFACE')],
    [400, get('/orders?limit=many')],
    [400, get('/orders?from=yesterday')],
    [400, get('/orders?status=Lost')],
    [400, { ...requestAt(recipe('update'), 1), body: '{"status":"Lost"}' }],
    [401, { ...get('/orders'), headers: {} }],
    [401, { ...get('/orders'), headers: { authorization: `Basic ${btoa('unknown:')}` } }],
    [404, get('/orders/00000000-0000-4000-8000-000000000000')],
  ])('Fastify by hand answers with status %i, as the mock does: %o', async (status, request) => {
    expect([(await ask(request)).status, (await askMock(request)).status]).toEqual([status, status])
  })

  it('Fastify by hand answers from examples with the whole example', async () => {
    const ask = await serve(orderRoutes())
    const examples = examplesOf(bundled.find('orders').contract)
    for (const [kind, operation] of [
      ['list', 'listOrders'],
      ['read', 'getOrder'],
      ['update', 'updateOrder'],
    ] as const)
      expect(await ask(requestAt(recipe(kind), 7))).toEqual({ status: 200, body: examples.of(operation, 200)[0] })
  })
})
