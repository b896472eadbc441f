import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { actions, answerOf, describeAdapter, limits, listen } from './adapter.fixture.ts'
import { readNodeParams, requestParams } from './node-http.ts'

describeAdapter('node:http', () =>
  listen(
    createServer(
      requestParams(
        async (request, response) => {
          const { pathname } = new URL(request.url ?? '', 'http://localhost')
          response.end(await actions[pathname]?.())
        },
        (error, _request, response) => {
          const { status, body } = answerOf(error)
          response.writeHead(status).end(body)
        },
        limits,
      ),
    ),
  ),
)

it('says so when another parser has read the body before', async () => {
  const app = await listen(
    createServer(async (request, response) => {
      request.resume()
      await new Promise((resolve) => request.on('end', resolve))
      const error: unknown = await readNodeParams(request).catch((reason: unknown) => reason)
      response.end(String(error))
    }),
  )
  const answer = await fetch(app.origin, { method: 'POST', body: new URLSearchParams('a=1') })
  expect(await answer.text()).toBe('TypeError: the body has been read already, by another parser')
  await app.close()
})

it('gives up a request whose client goes away', async () => {
  let failed: (error: unknown) => void
  const failure = new Promise((resolve) => {
    failed = resolve
  })
  const server = createServer(
    requestParams(
      () => {},
      (error) => failed(error),
    ),
  )
  const app = await listen(server)
  const abort = new AbortController()
  // By then the body is being read.
  server.on('request', () => abort.abort())
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('a=1&'))
      return new Promise(() => {})
    },
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sending = fetch(app.origin, { method: 'POST', headers, body, signal: abort.signal, ...{ duplex: 'half' } })
  await expect(sending).rejects.toThrow()
  expect(await failure).toMatchObject({ code: 'ECONNRESET' })
  await app.close()
})
