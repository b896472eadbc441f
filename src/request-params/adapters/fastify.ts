import { Buffer } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { bodyReader, drain, queryOf } from '../body/body.ts'
import { runAction } from '../current.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import type { Params } from '../params.ts'
import { readParts } from '../read-params.ts'
import { chunksOf } from './node-http.ts'

/** Media types of bodies that hold parameters and that Fastify answers with 415 unless a parser is registered. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', /^application\/[^;\s]+\+json/]

/** What this plugin uses of Fastify's own type, so that the types need no package of Fastify's. */
export interface FastifyApp {
  addHook(
    name: 'preParsing',
    hook: (request: FastifyRequest, reply: unknown, payload: Readable) => Promise<unknown>,
  ): unknown
  addHook(name: 'preHandler', hook: (request: FastifyRequest, reply: unknown, next: () => void) => void): unknown
  hasContentTypeParser(type: string | RegExp): boolean
  addContentTypeParser(
    type: string | RegExp,
    parser: (request: FastifyRequest, payload: Readable) => Promise<void>,
  ): unknown
}

interface FastifyRequest {
  headers: IncomingHttpHeaders
  raw: { url?: string | undefined }
}

/**
 * A plugin for Fastify: the hooks from `preHandler` on, and the handlers, read parameters with `param` and the other
 * operations. Register it before the routes, and after other parsers of forms, if there are any. For a JSON body, `request.body` stays
 * the value that Fastify produces; for a form, it is undefined unless another parser reads the form.
 *
 * An error of reading the request goes to the error handler, like an error of a handler. The options replace limits of `defaultLimits`;
 * Fastify's own `bodyLimit` also applies.
 *
 * @example
 * ```ts
 * await app.register(requestParams, { bodyBytes: 65_536 })
 * app.get('/orders', () => `page ${paramInt('page')}`)
 * ```
 */
export const requestParams: typeof install = Object.assign(install, {
  // Without this symbol, the hooks would apply only in the plugin's own scope:
  // https://fastify.dev/docs/latest/Reference/Plugins/#handle-the-scope
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: 'request-params',
})

function install(app: FastifyApp, options: Partial<Limits>, done: () => void): void {
  const limits = { ...defaultLimits, ...options }
  const known = new WeakMap<FastifyRequest, Params>()
  app.addHook('preParsing', async (request, _reply, payload) => {
    const contentType = request.headers['content-type'] ?? ''
    const body = bodyReader(contentType) && (await drain(chunksOf(payload), limits))
    known.set(request, await readParts({ query: queryOf(request.raw.url ?? ''), contentType, body }, limits))
    return body ? Object.assign(Readable.from([Buffer.from(body)]), { receivedEncodedLength: body.length }) : payload
  })
  app.addHook('preHandler', (request, _reply, next) => {
    const params = known.get(request)
    if (params) runAction(params, next)
    else next()
  })
  for (const type of formTypes) {
    if (!app.hasContentTypeParser(type)) app.addContentTypeParser(type, skip)
  }
  done()
}

async function skip(_request: FastifyRequest, payload: Readable): Promise<void> {
  payload.resume()
}
