import createClient, { type Client } from 'openapi-fetch'
import { type Encodings, isJson, ownType, serializeBody } from './body.ts'
import type { Arguments, DataOf, Result } from './call-types.ts'
import { type ApiError, type HttpError, UnreadableAnswerError } from './errors.ts'
import { type CallOptions, type ClientOptions, systemClock } from './options.ts'
import { isExpected, readBody, readError } from './read-answer.ts'
import { authorizationFor, type Credentials, type SecurityRequirement } from './security.ts'
import { repeatsIdempotent, send } from './send.ts'
import { type ParameterForm, serializeParameter } from './serialize.ts'

/** An answer of a call, for a function that validates it. */
export interface ReceivedAnswer {
  /** Method and path template, such as `GET /pets/{petId}`. */
  operation: string
  status: number
  body: unknown
}

/** The parts of a call that decide whether it may be repeated. */
export interface PlannedCall {
  /** In capitals. */
  method: string
  /** Template of its path. */
  path: string
}

export interface ApiClientOptions extends ClientOptions {
  /** Credentials by the names of the document's security schemes. */
  credentials?: Credentials
  /** Reads and writes JSON in place of `JSON`, for integers of more digits than a number holds. */
  json?: Pick<typeof JSON, 'parse' | 'stringify'>
  /** Called with each success; what it throws, the call rejects with. */
  validate?(answer: ReceivedAnswer): void
  /**
   * Whether a call that ended with this status, or without an answer, may be repeated. Default: idempotent methods after 408, 429, 500, 502,
   * 503, 504 or no answer.
   */
  repeats?(call: PlannedCall, status: number | undefined): boolean
}

interface Settings extends ApiClientOptions {
  security: readonly SecurityRequirement[]
  /** Sends a request by the client of openapi-fetch, and its middleware. */
  request(method: string, path: string, init: object): Promise<{ response: Response; error?: unknown }>
}

/** Milliseconds for one try. */
const usualTimeout = 30_000

/** What the calls of a client share. It is not at the client, so that nobody logs credentials with it. */
const settings = new WeakMap<AnyClient, Settings>()

/** A client of any document. */
export type AnyClient = Pick<Client<Record<never, never>>, 'use' | 'eject'>

/** The client of openapi-fetch, with credentials, time-outs and repetition. It can be given to each operation of its document. */
export type ApiClient<Paths extends object> = Client<Paths>

/** How an operation is paged. */
export interface Paging {
  /** Names of the members that lead to the items; empty where the answer is the list. */
  items: readonly string[]
  /** Query parameter that asks for the next page; absent where only a `Link` header leads there. */
  parameter?: string
  /** `cursor` is taken from the answer or from the last item, `offset` counts items, `page` counts pages. */
  kind: 'cursor' | 'offset' | 'page' | 'link'
  /** Names of the members that lead to the next cursor. */
  next?: readonly string[]
  /** Member of the last item that is the cursor, where answers hold none. */
  key?: string
  /** Number of the first page; default 1. */
  first?: number
  /** Names of the members that lead to the number of all items. */
  total?: readonly string[]
  /** Arguments without which the server gives no cursor. */
  with?: Readonly<Record<string, unknown>>
}

/** One operation of a document. What is not said is usual: parameters of the query, and of the template as simple text. */
export interface OperationForm {
  method: string
  path: string
  /** By the name of the argument. */
  parameters?: Readonly<Record<string, ParameterForm>>
  /** Parameters that have one possible value. */
  fixed?: Readonly<Record<string, unknown>>
  /** Media type of the request body. */
  body?: string
  /** All that the document names, where they are several or a range: a `Blob` may have another than the first. */
  bodies?: readonly string[]
  encodings?: Encodings
  /** Absent where the requirements of the document apply. */
  security?: readonly SecurityRequirement[]
  /** Media types of successes; absent where it is JSON alone. */
  accept?: readonly string[]
  /** Query parameter that says after how many seconds the server answers. */
  seconds?: string
  /** Name of the header that makes a repetition harmless. */
  idempotencyKey?: string
  paging?: Paging
}

/** A call of an operation: its parameters and its body as one object, then the options of the call. */
export interface Call<Operation, Given extends string = never> {
  (
    client: AnyClient,
    ...args: object extends Arguments<Operation, Given>
      ? [args?: Arguments<Operation, Given>, options?: CallOptions]
      : [args: Arguments<Operation, Given>, options?: CallOptions]
  ): Promise<Result<Operation>>
  readonly form: OperationForm
  /** Types alone; no call has these members. */
  readonly args?: Arguments<Operation, Given>
  readonly data?: DataOf<Operation>
}

/** A call of which only its form is known. */
export type AnyCall = (client: AnyClient, args: object, options?: CallOptions) => Promise<AnyResult>

export interface AnyResult {
  data?: unknown
  error?: HttpError
  response: Response
}

/**
 * @param security the requirements of operations that have none of their own
 * @throws {TypeError} for options that cannot be used
 */
export function createApiClient<Paths extends object>(
  options: ApiClientOptions,
  security: readonly SecurityRequirement[],
): ApiClient<Paths> {
  const client = createClient<Paths>({
    baseUrl: readBaseUrl(options.baseUrl),
    ...(options.headers && { headers: options.headers }),
    async fetch(request) {
      const { method } = request
      const path = new URL(request.url).pathname
      const response = await sendWith(options, request, { method, path }, {}, security)
      if (response.ok && /^text\/html\b/i.test(response.headers.get('content-type') ?? ''))
        throw new UnreadableAnswerError(`${method} ${path}`, response.status)
      return response
    },
  })
  settings.set(client as AnyClient, { ...options, security, request: client.request as Settings['request'] })
  return client
}

/** An operation as a function: a `Call`, whose types only its declaration knows. */
export function operation<Made>(form: OperationForm): Made {
  const call = async (client: AnyClient, args: object = {}, options: CallOptions = {}) => {
    const { response, error } = await exchange(client, form, args, options, false)
    if (error) return { error, response }
    const wanted = new Headers(options.headers).has('accept') ? form.accept : acceptedBy(form)
    const reading = await readBody(response, wanted, settings.get(client)?.json)
    if (!reading.isReadable) throw new UnreadableAnswerError(nameOf(form), response.status)
    settings.get(client)?.validate?.({ operation: nameOf(form), status: response.status, body: reading.value })
    return { data: reading.value, response }
  }
  return Object.assign(call, { form }) as Made
}

/**
 * The data of a call, for code that catches errors instead of testing for them: `await unwrap(listPets(client))`.
 *
 * @throws the `HttpError` of the result, and whatever the call rejects with
 */
export async function unwrap<Result extends { data?: unknown; error?: ApiError }>(
  result: PromiseLike<Result>,
): Promise<Extract<Result, { error?: never }>['data']> {
  const { data, error } = await result
  if (error) throw error
  return data
}

/** The media types that a call asks for: JSON where there is JSON, unless its caller names another. */
function acceptedBy({ accept = ['application/json'] }: OperationForm, streams = false): readonly string[] {
  const json = accept.filter(isJson)
  return streams || json.length === 0 ? accept : json
}

/** Sends a call, and reads the body of a refusal. */
export async function exchange(
  client: AnyClient,
  form: OperationForm,
  args: object,
  options: CallOptions,
  streams: boolean,
) {
  const all = settings.get(client)
  if (!all) throw new TypeError(`${nameOf(form)} takes a client that the create function of its module made`)
  const { path, query, headers, body } = requestParts(form, args)
  const sent = new Headers({ accept: acceptedBy(form, streams).join(', ') || '*/*' })
  const bodyType = options.headers?.['content-type'] ?? ownType(body, form.bodies) ?? form.body ?? 'application/json'
  // Only the platform knows the boundary of parts.
  if (body !== undefined && !/^multipart\//i.test(bodyType)) sent.set('content-type', bodyType)
  const fixed = Object.fromEntries(Object.entries(headers).filter(([name]) => Object.hasOwn(form.fixed ?? {}, name)))
  for (const some of [all.headers, headers, options.headers, fixed])
    for (const [name, value] of Object.entries(some ?? {})) sent.set(name, value)
  const planned = { method: form.method.toUpperCase(), path: form.path }
  let refusal: Response | undefined
  const { response, error: words } = await all.request(form.method, form.path, {
    params: { path: args },
    pathSerializer: (address: string) => address.slice(0, -form.path.length) + path,
    querySerializer: () => query,
    bodySerializer: () => serializeBody(body, bodyType, form.encodings, all.json),
    body,
    headers: sent,
    parseAs: 'stream',
    ...(options.signal && { signal: options.signal }),
    async fetch(request: Request) {
      const seconds = Number((form.seconds && (args as Record<string, unknown>)[form.seconds]) || 0)
      const call = { ...options, timeout: (options.timeout ?? all.timeout ?? usualTimeout) + seconds * 1000 }
      const response = await sendWith(all, request, planned, call, form.security ?? all.security, streams)
      // openapi-fetch takes any text that looks like JSON for JSON.
      if (!response.ok) refusal = response.clone()
      return response
    },
  })
  if (response.ok) {
    if (streams && !isExpected(response, form.accept)) throw new UnreadableAnswerError(nameOf(form), response.status)
    return { response }
  }
  // A call that 429 refuses has had no effect, so the caller may repeat it, even where the client does not repeat it by itself.
  const retryable =
    (response.status === 429 && !all.repeats) || (all.repeats ?? repeatsIdempotent)(planned, response.status)
  const answer = refusal?.status === response.status ? refusal : Response.json(words, response)
  return { response, error: await readError(nameOf(form), answer, retryable, (all.clock ?? systemClock).now()) }
}

export function nameOf({ method, path }: OperationForm): string {
  return `${method.toUpperCase()} ${path}`
}

function sendWith(
  all: ApiClientOptions,
  request: Request,
  planned: PlannedCall,
  call: CallOptions,
  security: readonly SecurityRequirement[],
  streams = false,
): Promise<Response> {
  const { timeout = usualTimeout, retries = 2, clock = systemClock, random = Math.random, credentials = {} } = all
  const { repeats = repeatsIdempotent } = all
  const operation = `${planned.method} ${planned.path}`
  const isIdempotent = request.headers.has('idempotency-key')
  return send(request, {
    operation,
    url: readBaseUrl(all.baseUrl) + planned.path,
    isHttpsTaken: !all.baseUrl.includes('://'),
    timeout: call.timeout ?? timeout,
    retries: call.retries ?? retries,
    repeats: (status) => repeats(isIdempotent ? { ...planned, method: 'PUT' } : planned, status),
    authorization: authorizationFor(operation, security, credentials),
    streams,
    fetch: all.fetch ?? globalThis.fetch,
    clock,
    random,
  })
}

function requestParts({ path, parameters = {}, fixed, idempotencyKey }: OperationForm, args: object) {
  const { body, ...values } = { ...args, ...fixed } as { body?: unknown; [name: string]: unknown }
  const texts = { path: new Map<string, string>(), query: [] as string[], cookie: [] as string[] }
  const headers: Record<string, string> & { cookie?: string } = idempotencyKey
    ? { [idempotencyKey]: crypto.randomUUID() }
    : {}
  for (const [name, value] of Object.entries(values)) {
    const form = parameters[name] ?? { in: path.includes(`{${name}}`) ? 'path' : 'query' }
    const text = value === null && !form.json ? undefined : serializeParameter(name, value, form)
    if (text === undefined) continue
    if (form.in === 'header') headers[name] = text
    else if (form.in === 'path') texts.path.set(name, text)
    else texts[form.in].push(text)
  }
  if (texts.cookie.length > 0) headers.cookie = texts.cookie.join('; ')
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const text = texts.path.get(name) ?? ''
    // An empty segment leads to another address, and URL parsing removes `.` and `..`.
    if (text.split('/').some((segment) => /^\.{0,2}$/.test(segment)))
      throw new TypeError(`the path parameter \`${name}\` of ${path} is empty, \`.\` or \`..\`, or has a part that is`)
    return text
  })
  return { path: filled, query: texts.query.filter((text) => text !== '').join('&'), headers, body }
}

/**
 * Reads the address of a server. An address without a scheme gets `https`.
 *
 * @throws {TypeError} when the address is missing or not a URL, or has credentials, a query or a fragment
 */
export function readBaseUrl(address: string | undefined): string {
  if (typeof address !== 'string' || address.trim() === '')
    throw new TypeError('`baseUrl` is missing; give the address of the server, such as https://host.example/path')
  const text = address.includes('://') ? address : `https://${address}`
  if (address.trim().startsWith('/') || !URL.canParse(text))
    throw new TypeError('`baseUrl` is not an address; write it as https://host.example/path')
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('`baseUrl` is neither an https nor an http address')
  // The message does not quote the address, because a part that does not belong there is often a secret.
  if (url.username || url.password)
    throw new TypeError('`baseUrl` contains credentials; pass them in the option for credentials')
  if (url.search || url.hash) throw new TypeError('`baseUrl` holds a query or a fragment; it ends with a path')
  return url.href.replace(/\/+$/, '')
}
