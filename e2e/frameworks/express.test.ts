import { createServer } from 'node:http'
import express, { type NextFunction, type Request, type Response } from 'express'
import { expect, it } from 'vitest'
import {
  actions,
  answerOf,
  describeAdapter,
  limits,
  listen,
} from '../../src/request-params/adapters/adapter.fixture.ts'
import { requestParams } from '../../src/request-params/adapters/express.ts'
import { paramInt } from '../../src/request-params/request-params.ts'

describeAdapter('Express', () => {
  const app = express()
  app.use(requestParams(limits))
  for (const [path, action] of Object.entries(actions)) {
    app.all(path, async (_request, response) => {
      response.send(await action())
    })
  }
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const { status, body } = answerOf(error)
    response.status(status).send(body)
  })
  return listen(createServer(app))
})

it('PRM-002: the middleware reads the query in a mounted router, and aborts a handler that is not asynchronous', async () => {
  const router = express.Router()
  router.get('/page', (_request, response) => {
    response.send(`page ${paramInt('page')}`)
  })
  const app = express().use('/mounted', requestParams(), router)
  app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
    response.status(400).send(error.message)
  })
  const { origin, close } = await listen(createServer(app))
  expect(await (await fetch(`${origin}/mounted/page?page=2`)).text()).toBe('page 2')
  expect(await (await fetch(`${origin}/mounted/page`)).text()).toBe("param: Parameter 'page' not found")
  await close()
})

it('the middleware accepts a parser of bodies behind it, and refuses one before it', async () => {
  const app = express()
  app.use('/before', requestParams(), express.urlencoded())
  app.use('/behind', express.urlencoded(), requestParams())
  app.post('/{*path}', (_request, response) => {
    response.send(`page ${paramInt('page')}`)
  })
  app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
    response.status(500).send(error.message)
  })
  const { origin, close } = await listen(createServer(app))
  const post = async (path: string) =>
    (await fetch(origin + path, { method: 'POST', body: new URLSearchParams('page=2') })).text()
  expect(await post('/before')).toBe('page 2')
  expect(await post('/behind')).toBe('the body has been read already, by another parser')
  await close()
})
