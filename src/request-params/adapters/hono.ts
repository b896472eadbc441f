import { bodyReader, drain, queryOf } from '../body/body.ts'
import { runAction } from '../current.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import { readParts } from '../read-params.ts'

/** What is used here of Hono's context. */
export interface HonoContext {
  readonly req: {
    readonly raw: Request
    readonly bodyCache: { arrayBuffer?: unknown }
    arrayBuffer(): Promise<ArrayBuffer>
  }
}

/**
 * Makes a middleware for Hono: the handlers behind it read parameters with `param` and its kin. The body stays readable for
 * those that come after, with `context.req.json()` and so on.
 *
 * What reading the request throws goes to `app.onError`, as what a handler throws does.
 *
 * @param limits those that are to differ from `defaultLimits`
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
  // Hono keeps what was read through it, and so gives it out again.
  if (req.raw.bodyUsed) return new Uint8Array(await req.arrayBuffer())
  const body = await drain(req.raw.body, limits)
  req.bodyCache.arrayBuffer = Promise.resolve(Uint8Array.from(body).buffer)
  return body
}
