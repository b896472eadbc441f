import fastify from 'fastify'
import { expect, it } from 'vitest'
import { actions, answerOf, describeAdapter, limits } from '../../src/request-params/adapters/adapter.fixture.ts'
import { requestParams } from '../../src/request-params/adapters/fastify.ts'
import { hasParam, paramInt } from '../../src/request-params/request-params.ts'

describeAdapter('Fastify', async () => {
  const app = fastify()
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = answerOf(error)
    reply.status(status).send(body)
  })
  await app.register(requestParams, limits)
  for (const [url, handler] of Object.entries(actions))
    app.route({ method: ['GET', 'POST'], url, handler: () => handler() })
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
})

it('PRM-003: the plugin leaves a JSON body to Fastify and its schemas as well', async () => {
  const app = fastify()
  await app.register(requestParams)
  const body = { type: 'object', required: ['page'], properties: { page: { type: 'integer' } } }
  app.post('/', { schema: { body } }, (request) => [request.body, paramInt('page')])
  const answer = await app.inject({ method: 'POST', url: '/', payload: { page: 2 } })
  expect(answer.json()).toEqual([{ page: 2 }, 2])
  expect((await app.inject({ method: 'POST', url: '/', payload: {} })).statusCode).toBe(400)
})

it('PRM-003: the plugin leaves a form to a parser that is there already', async () => {
  const app = fastify()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  await app.register(requestParams)
  app.post('/', (request) => [request.body, paramInt('page')])
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    payload: 'page=2',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.json()).toEqual(['page=2', 2])
})

it('PRM-004: an action is what runs from preHandler on, in scopes below as well', async () => {
  const app = fastify()
  await app.register(requestParams)
  await app.register(async (scope) => {
    scope.addHook('preHandler', async () => {
      if (!hasParam('page')) throw new Error('no page')
    })
    scope.get('/', () => `page ${paramInt('page')}`)
  })
  expect((await app.inject('/?page=2')).body).toBe('page 2')
  expect((await app.inject('/')).statusCode).toBe(500)
})
