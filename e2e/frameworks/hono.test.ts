import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import {
  actions,
  answerOf,
  describeAdapter,
  limits,
  listen,
} from '../../src/request-params/adapters/adapter.fixture.ts'
import { requestParams } from '../../src/request-params/adapters/hono.ts'
import { paramInt } from '../../src/request-params/request-params.ts'

function makeApp(): Hono {
  const app = new Hono()
  app.use(requestParams(limits))
  for (const [path, action] of Object.entries(actions)) app.all(path, async (context) => context.text(await action()))
  app.onError((error, context) => {
    const { status, body } = answerOf(error)
    return context.text(body, status)
  })
  return app
}

describeAdapter('Hono on Node', () => listen(createAdaptorServer(makeApp())))

const form = () => new Request('http://localhost/body', { method: 'POST', body: new URLSearchParams('page=2&page=3') })

it('PRM-002: Hono without a server reads a Request', async () => {
  expect(await (await makeApp().request('/page?page=2')).text()).toBe('page 2')
})

it('PRM-003: Hono without a server leaves the body readable for handlers and validators behind it', async () => {
  const app = makeApp()
  app.post('/body', async (context) =>
    context.json([paramInt('page'), await context.req.text(), await context.req.parseBody({ all: true })]),
  )
  expect(await (await app.request(form())).json()).toEqual([2, 'page=2&page=3', { page: ['2', '3'] }])
})

it('PRM-003: Hono without a server reads a body that a middleware before it has read through Hono', async () => {
  const app = new Hono()
  app.use(async (context, next) => {
    await context.req.text()
    await next()
  })
  app.use(requestParams())
  app.post('/body', (context) => context.text(`page ${paramInt('page')}`))
  expect(await (await app.request(form())).text()).toBe('page 2')
})
