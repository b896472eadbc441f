import { bodyReader, drain, queryOf } from './body/body.ts'
import { asciiOf } from './body/bytes.ts'
import { readPairs } from './body/form.ts'
import { pastLimit } from './errors.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { Parameter } from './parameter.ts'
import { Params } from './params.ts'

/** A request in the parts that hold parameters, for servers that have no `Request`. */
export interface RequestParts {
  /** With its question mark or without. */
  query?: string | undefined
  /** The header as it was sent; without it, the body holds no parameters. */
  contentType?: string | undefined
  body?: Uint8Array | null | undefined
}

/**
 * Reads the parameters of a request: of its query (PRM-002), and of a body (PRM-003) that is a form, URL-encoded or multipart, or a JSON
 * object (`application/json` and `…+json`). A body of another type is left alone, and holds no parameters.
 *
 * @param limits the limits that differ from {@link defaultLimits}
 * @throws {RequestCouldNotBeReadError} past a limit, and when a body does not match its media type
 * @throws {TypeError} when the body has been read already
 * @example
 * ```ts
 * const params = await readParams(request)
 * const page = params.paramOrDefault('page', int, 1)
 * ```
 */
export async function readParams(request: Request, limits: Partial<Limits> = {}): Promise<Params> {
  const contentType = request.headers.get('content-type') ?? ''
  const isRead = request.body && bodyReader(contentType)
  if (isRead && request.bodyUsed) throw new TypeError('the body has been read already')
  const body = isRead && (await drain(request.body, { ...defaultLimits, ...limits }))
  return readParts({ query: queryOf(request.url), contentType, body }, limits)
}

/**
 * Reads the parameters of a query, synchronously. It also reads a URL-encoded form that has been read already, if you put a question
 * mark in front of the form: ``readQuery(`?${fromBytes(body)}`)``.
 *
 * @param query with its question mark or without; characters beyond ASCII are read as the UTF-8 that they would be sent as, and
 *   the surrogates that {@link fromBytes} puts for bytes as those bytes
 * @param limits the limits that differ from {@link defaultLimits}
 * @throws {RequestCouldNotBeReadError} past a limit
 * @example
 * ```ts
 * readQuery('?page=2').paramInt('page') // 2
 * ```
 */
export function readQuery(query: string, limits: Partial<Limits> = {}): Params {
  return new Params(pairsOf(query, { ...defaultLimits, ...limits }))
}

/**
 * Reads the parameters of a request that is given in parts, as {@link readParams} does.
 *
 * @param limits the limits that differ from {@link defaultLimits}
 * @throws {RequestCouldNotBeReadError} past a limit, and when a body does not match its media type
 */
export async function readParts(
  { query = '', contentType = '', body }: RequestParts,
  limits: Partial<Limits> = {},
): Promise<Params> {
  const all = { ...defaultLimits, ...limits }
  if (body && body.length > all.bodyBytes) throw pastLimit('bodyBytes', all)
  const ofBody = body?.length ? await bodyReader(contentType)?.(body, all) : undefined
  const parameters = [...(ofBody ?? []), ...pairsOf(query, all)]
  if (parameters.length > all.parameters) throw pastLimit('parameters', all)
  return new Params(parameters)
}

function pairsOf(query: string, limits: Limits): readonly Parameter[] {
  const text = asciiOf(query.replace(/^\?/, ''))
  if (text.length > limits.queryBytes) throw pastLimit('queryBytes', limits)
  return readPairs(text, limits)
}
