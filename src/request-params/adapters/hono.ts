import { bodyReader, drain, queryOf } from '../body/body.ts'
import { runAction } from '../current.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import { readParts } from '../read-params.ts'

/** The part of Hono's context that this adapter uses. */
export interface HonoContext {
  readonly req: {
    readonly raw: Request
    readonly bodyCache: { arrayBuffer?: unknown }
    arrayBuffer(): Promise<ArrayBuffer>
  }
}

/**
 * Makes a middleware for Hono: the handlers after it read parameters with `param` and the other operations. They can still
 * read the body, with `context.req.json()` and so on.
 *
 * An error of reading the request goes to `app.onError`, like an error of a handler.
 *
 * @param limits the limits that differ from `defaultLimits`
 * @example
 * ```ts
 * app.use(requestParams())
 * app.get('/orders', (context) => context.text(`page ${paramInt('page')}`))
 * ```
 */
export function requestParams(
  limits: Partial<Limits> = {},
): (context: HonoContext, next: () => Promise<void>) => Promise<void> {
  return async ({ req }, next) => {
    const contentType = req.raw.headers.get('content-type') ?? ''
    const body = bodyReader(contentType) && (await bodyOf(req, { ...defaultLimits, ...limits }))
    const params = await readParts({ query: queryOf(req.raw.url), contentType, body }, limits)
    await runAction(params, next)
  }
}

async function bodyOf(req: HonoContext['req'], limits: Limits): Promise<Uint8Array | undefined> {
  if (!req.raw.body) return undefined
  // Hono keeps a body that is read through its request object, so handlers can read the body again.
  if (req.raw.bodyUsed) return new Uint8Array(await req.arrayBuffer())
  const body = await drain(req.raw.body, limits)
  req.bodyCache.arrayBuffer = Promise.resolve(Uint8Array.from(body).buffer)
  return body
}
