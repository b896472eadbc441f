import { createServer } from 'node:http'
import Koa from 'koa'
import {
  actions,
  answerOf,
  describeAdapter,
  limits,
  listen,
} from '../../src/request-params/adapters/adapter.fixture.ts'
import { requestParams } from '../../src/request-params/adapters/koa.ts'

describeAdapter('Koa', () => {
  const app = new Koa()
  app.use(async (context, next) => {
    try {
      await next()
    } catch (error) {
      Object.assign(context, answerOf(error))
    }
  })
  app.use(requestParams(limits))
  app.use(async (context) => {
    context.body = await actions[context.path]?.()
  })
  return listen(createServer(app.callback()))
})
