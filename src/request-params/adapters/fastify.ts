import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import { bodyReader, drain, queryOf } from '../body/body.ts'
import { runAction } from '../current.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import type { Params } from '../params.ts'
import { readParts } from '../read-params.ts'
import { chunksOf } from './node-http.ts'

/** Of the bodies that hold parameters, those that Fastify answers with 415 as long as nobody parses them. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', /^application\/[^;\s]+\+json/]

/**
 * A plugin for Fastify: the hooks from `preHandler` on, and the handlers, read parameters with `param` and its kin. It is
 * registered before the routes, and after parsers of forms, if there are others. `request.body` of a JSON body stays what Fastify
 * makes of it; of a form, it is undefined without a parser of its own.
 *
 * What reading the request throws goes to the error handler, as what a handler throws does. The limits are those of
 * `defaultLimits` but for the ones given as options; Fastify's own `bodyLimit` holds as well.
 *
 * @example
 * ```ts
 * await app.register(requestParams, { bodyBytes: 65_536 })
 * app.get('/orders', () => `page ${paramInt('page')}`)
 * ```
 */
export const requestParams: FastifyPluginCallback<Partial<Limits>> = Object.assign(install, {
  // Else the hooks would be those of the plugin's own scope: https://fastify.dev/docs/latest/Reference/Plugins/#handle-the-scope
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: 'request-params',
})

function install(app: FastifyInstance, options: Partial<Limits>, done: () => void): void {
  const limits = { ...defaultLimits, ...options }
  const known = new WeakMap<FastifyRequest, Params>()
  app.addHook('preParsing', async (request, _reply, payload) => {
    const contentType = request.headers['content-type'] ?? ''
    const body = bodyReader(contentType) && (await drain(chunksOf(payload), limits))
    known.set(request, await readParts({ query: queryOf(request.raw.url ?? ''), contentType, body }, limits))
    return body ? Object.assign(Readable.from([body]), { receivedEncodedLength: body.length }) : payload
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

async function skip(_request: FastifyRequest, payload: NodeJS.ReadableStream): Promise<void> {
  payload.resume()
}
