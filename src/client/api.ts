import { createQuerySerializer, mergeHeaders } from 'openapi-fetch'
import { readBaseUrl } from './base-url.ts'
import type { Verbs } from './call-types.ts'
import { type Clock, systemClock } from './clock.ts'
import { askCredential, type CredentialHeader, type OptionalCredential } from './credential.ts'
import { type ErrorStatus, type HttpError, UnreadableAnswerError } from './errors.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { fillPath, type PathParameters } from './path.ts'
import { errorOf, readBody } from './read-answer.ts'
import { type InterfaceRules, repeatsIdempotent } from './rules.ts'
import { type Authorization, send } from './send.ts'

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
      authorization: authorizationOf(credential, rules.credential, rules.scopesOf?.(planned)),
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

function authorizationOf(
  credential: OptionalCredential,
  header: CredentialHeader | undefined,
  scopes: readonly string[] = [],
): Authorization {
  return {
    canRenew: typeof credential === 'function',
    ask: async (rejected) => [await askCredential(credential, { rejected: rejected?.[0], scopes })],
    apply(request, [value]) {
      if (value !== undefined && header) request.headers.set(header.name, header.format(value))
      return request
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
  const { status } = response
  const reading = await readBody(response)
  if (response.ok) {
    if (!reading.isReadable) throw new UnreadableAnswerError(operation, status)
    inspect?.(reading.value, operation)
    return { data: reading.value, response }
  }
  const body = reading.isReadable && !(reading.value instanceof Uint8Array) ? reading.value : undefined
  // A call that 429 refuses has had no effect, so the caller may repeat it, even where the client does not repeat it by itself.
  const retryable = (status === 429 && limitsRates !== false) || repeats(status)
  const error = errorOf(operation, response, body, retryable, clock.now())
  return { error, response }
}

function serialize(body: object, headers: Headers): string {
  if (headers.get('content-type') !== 'application/x-www-form-urlencoded') return JSON.stringify(body)
  return new URLSearchParams(Object.entries(body)).toString()
}
