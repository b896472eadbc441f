import { createQuerySerializer, mergeHeaders } from 'openapi-fetch'
import { readRetryAfter } from './backoff.ts'
import { readBaseUrl } from './base-url.ts'
import type { Verbs } from './call-types.ts'
import { type Clock, systemClock } from './clock.ts'
import type { OptionalCredential } from './credential.ts'
import { type ErrorStatus, HttpError, UnreadableAnswerError } from './errors.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { fillPath, type PathParameters } from './path.ts'
import { type InterfaceRules, repeatsIdempotent } from './rules.ts'
import { send } from './send.ts'

/** A call whose operation is known only by name. */
export interface OpenInit extends CallOptions {
  params?: { path?: PathParameters; query?: Record<string, unknown> }
  body?: object
}

export type OpenResult =
  | { data: unknown; error?: never; response: Response }
  | { data?: never; error: HttpError<ErrorStatus>; response: Response }

/** The parts from which the clients are made. */
export interface Api<Paths> {
  verbs: Verbs<Paths>
  /** Makes a call with any method, including `LIST`. */
  call(method: string, path: string, init?: OpenInit): Promise<OpenResult>
  /** Makes a call with a streamed answer: the caller reads the body of a success. */
  open(method: string, path: string, init?: OpenInit): Promise<Response>
}

/** @throws {TypeError} for options that cannot be used */
export function createApi<Paths>(
  options: ClientOptions,
  rules: InterfaceRules,
  credential: OptionalCredential,
): Api<Paths> {
  const { timeout = 30_000, retries = 2, clock = systemClock, random = Math.random } = options
  const baseUrl = readBaseUrl(options.baseUrl)
  const querySerializer = createQuerySerializer<Record<string, unknown>>()
  const { repeats = repeatsIdempotent, spanning = [] } = rules

  const exchange = (method: string, path: string, init: OpenInit, streams: boolean): Promise<Response> => {
    const planned = { method, path }
    const query = init.params?.query ?? {}
    const search = querySerializer(query)
    const address = baseUrl + fillPath(path, init.params?.path, spanning) + (search && `?${search}`)
    const request = requestOf(address, method, init, rules, options.headers)
    return send(request, {
      operation: `${method} ${path}`,
      url: baseUrl + path,
      isHttpsTaken: !options.baseUrl?.includes('://'),
      timeout: (init.timeout ?? timeout) + (rules.duration?.(planned, query) ?? 0),
      retries: init.retries ?? retries,
      repeats: (status) => repeats(planned, status),
      credential,
      header: rules.credential,
      scopes: rules.scopesOf?.(planned) ?? [],
      streams,
      fetch: options.fetch ?? globalThis.fetch,
      clock,
      random,
    })
  }

  const resultOf = (method: string, path: string, response: Response) => {
    const retries = (status: number) => repeats({ method, path }, status)
    return readResult(`${method} ${path}`, response, rules, retries, clock)
  }
  const call = async (method: string, path: string, init: OpenInit = {}) =>
    resultOf(method, path, await exchange(method, path, init, false))
  const verb = (method: string) => (path: string, init?: OpenInit) => call(method, path, init)
  const verbs = { GET: verb('GET'), PUT: verb('PUT'), POST: verb('POST'), DELETE: verb('DELETE'), PATCH: verb('PATCH') }

  return {
    // Only the types make parameters and answer depend on the path.
    verbs: verbs as Verbs<Paths>,
    call,
    async open(method, path, init = {}) {
      const response = await exchange(method, path, init, true)
      if (response.ok) return response
      const { error } = await resultOf(method, path, response)
      throw error
    },
  }
}

function requestOf(
  address: string,
  method: string,
  init: OpenInit,
  rules: InterfaceRules,
  ofAll: ClientOptions['headers'],
): Request {
  const body = init.body ?? (rules.fillsEmptyPatch && method === 'PATCH' ? {} : undefined)
  const headers = mergeHeaders(
    { Accept: 'application/json, */*;q=0.5', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ofAll,
    init.headers,
    rules.headers,
  )
  return new Request(address, {
    method,
    headers,
    ...(body !== undefined && { body: serialize(body, headers) }),
    ...(init.signal && { signal: init.signal }),
  })
}

async function readResult(
  operation: string,
  response: Response,
  { inspect, limitsRates }: InterfaceRules,
  repeats: (status: number) => boolean,
  clock: Clock,
): Promise<OpenResult> {
  const { status, headers } = response
  const reading = await readBody(response)
  if (response.ok) {
    if (!reading.isReadable) throw new UnreadableAnswerError(operation, status)
    inspect?.(reading.value, operation)
    return { data: reading.value, response }
  }
  const body = reading.isReadable && !(reading.value instanceof Uint8Array) ? reading.value : undefined
  const error = new HttpError({
    operation,
    status: status as ErrorStatus,
    body,
    requestId: requestIdOf(headers, body),
    // A call that 429 refuses has had no effect, so the caller may repeat it, even where the client does not repeat it by itself.
    retryable: (status === 429 && limitsRates !== false) || repeats(status),
    retryAfter: readRetryAfter(headers, clock.now()),
  })
  return { error, response }
}

function serialize(body: object, headers: Headers): string {
  if (headers.get('content-type') !== 'application/x-www-form-urlencoded') return JSON.stringify(body)
  return new URLSearchParams(Object.entries(body)).toString()
}

/** The value of a body, or the fact that the body cannot be read. */
type Reading = { isReadable: true; value: unknown } | { isReadable: false }

/** Reads a body by its media type: parses JSON, and leaves text and other bytes as they are; undefined if there is no body. */
async function readBody(response: Response): Promise<Reading> {
  const type = response.headers.get('content-type') ?? ''
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length === 0) return { isReadable: true, value: undefined }
  if (/^text\//i.test(type)) return { isReadable: true, value: new TextDecoder().decode(bytes) }
  if (type !== '' && !/^[^;]*[/+]json\b/i.test(type)) return { isReadable: true, value: bytes }
  try {
    return { isReadable: true, value: JSON.parse(new TextDecoder().decode(bytes)) }
  } catch {
    // The parser's message would quote the body.
    return { isReadable: false }
  }
}

/** Finds the id of a request where these servers send it: in a header, or as `request_id` in the body. */
function requestIdOf(headers: Headers, body: unknown): string | undefined {
  const header = headers.get('x-request-id') ?? headers.get('request-id')
  if (header) return header
  const id = typeof body === 'object' && body !== null && 'request_id' in body ? body.request_id : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}
