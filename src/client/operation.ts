import createClient, { type Client } from 'openapi-fetch'
import { readBaseUrl } from './base-url.ts'
import { type Encodings, isJson, serializeBody } from './body.ts'
import type { Arguments, Result } from './call-types.ts'
import { systemClock } from './clock.ts'
import { UnreadableAnswerError } from './errors.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { errorOf, readBody } from './read-answer.ts'
import { repeatsIdempotent } from './rules.ts'
import { authorizationFor, type Credentials, type SecurityRequirement } from './security.ts'
import { send } from './send.ts'
import { type ParameterForm, serializeParameter } from './serialize.ts'

/** An answer of a call, for a function that validates it. */
export interface ReceivedAnswer {
  /** Method and path template, such as `GET /pets/{petId}`. */
  operation: string
  status: number
  body: unknown
}

export interface ApiClientOptions extends ClientOptions {
  /** Credentials by the names of the document's security schemes. */
  credentials?: Credentials
  /** Called with each success; what it throws, the call rejects with. */
  validate?(answer: ReceivedAnswer): void
}

/** Holds what the calls of a client share. */
const settings = Symbol('settings')

interface Settings extends ApiClientOptions {
  security: readonly SecurityRequirement[]
  /** Sends a request by the client of openapi-fetch, and its middleware. */
  request(method: string, path: string, init: object): Promise<{ response: Response; error?: unknown }>
}

/** The client of openapi-fetch, with credentials, time-outs and repetition. It can be given to each operation of its document. */
export type ApiClient<Paths extends object> = Client<Paths> & AnyClient

/** A client of any document. */
export interface AnyClient {
  readonly [settings]: Settings
}

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
}

/** One operation of a document. What is not said is usual: parameters of the query, and of the template as simple text. */
export interface OperationForm {
  method: string
  path: string
  /** By the name of the argument. */
  parameters?: Readonly<Record<string, ParameterForm & { name?: string }>>
  /** Media type of the request body. */
  body?: string
  encodings?: Encodings
  /** Absent where the requirements of the document apply. */
  security?: readonly SecurityRequirement[]
  /** Whether each documented success is JSON. */
  json?: boolean
  /** Name of the header that makes a repetition harmless. */
  idempotencyKey?: string
  paging?: Paging
}

/** A call of an operation: its parameters and its body as one object, then the options of the call. */
export interface Call<Operation> {
  (
    client: AnyClient,
    ...args: object extends Arguments<Operation>
      ? [args?: Arguments<Operation>, options?: CallOptions]
      : [args: Arguments<Operation>, options?: CallOptions]
  ): Promise<Result<Operation>>
  readonly form: OperationForm
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
    fetch: (request) => sendWith(options, request, `${request.method} ${new URL(request.url).pathname}`, {}, security),
  })
  const request = client.request as Settings['request']
  return Object.assign(client, { [settings]: { ...options, security, request } })
}

/** An operation as a function. */
export function operation<Operation>(form: OperationForm): Call<Operation> {
  const call = async (client: AnyClient, args: object = {}, options: CallOptions = {}) => {
    const { response, error } = await exchange(client, form, args, options, false)
    if (error) return { error, response }
    const name = nameOf(form)
    const reading = await readBody(response)
    const type = response.headers.get('content-type')
    const isOther = form.json && type !== null && !isJson(type) && reading.isReadable && reading.value !== undefined
    if (!reading.isReadable || isOther) throw new UnreadableAnswerError(name, response.status)
    client[settings].validate?.({ operation: name, status: response.status, body: reading.value })
    return { data: reading.value, response }
  }
  // Only the types make arguments and answer depend on the operation.
  return Object.assign(call, { form }) as unknown as Call<Operation>
}

/** Sends a call, and reads the body of a refusal. */
export async function exchange(
  client: AnyClient,
  form: OperationForm,
  args: object,
  options: CallOptions,
  streams: boolean,
) {
  const all = client[settings]
  const { path, query, headers, body } = requestParts(form, args)
  const bodyType = new Headers(options.headers).get('content-type') ?? form.body ?? 'application/json'
  const { response, error } = await all.request(form.method, form.path, {
    params: { path: args },
    pathSerializer: (address: string) => address.slice(0, -form.path.length) + path,
    querySerializer: () => query,
    bodySerializer: () => serializeBody(body, bodyType, form.encodings),
    body,
    // Only the platform knows the boundary of parts.
    headers: {
      ...(body !== undefined && !/^multipart\//i.test(bodyType) && { 'content-type': bodyType }),
      ...headers,
      ...options.headers,
    },
    parseAs: 'stream',
    ...(options.signal && { signal: options.signal }),
    fetch: (request: Request) => sendWith(all, request, nameOf(form), options, form.security ?? all.security, streams),
  })
  if (response.ok) return { response }
  const { clock = systemClock } = all
  const retryable = response.status === 429 || repeats(form.method)(response.status)
  return { response, error: errorOf(nameOf(form), response, error === '' ? undefined : error, retryable, clock.now()) }
}

function nameOf({ method, path }: OperationForm): string {
  return `${method.toUpperCase()} ${path}`
}

function repeats(method: string, isIdempotent = false) {
  return (status: number | undefined) =>
    repeatsIdempotent({ method: isIdempotent ? 'PUT' : method.toUpperCase(), path: '' }, status)
}

function sendWith(
  options: ApiClientOptions,
  request: Request,
  operation: string,
  call: CallOptions,
  security: readonly SecurityRequirement[],
  streams = false,
): Promise<Response> {
  const { timeout = 30_000, retries = 2, clock = systemClock, random = Math.random, credentials = {} } = options
  const hasKey = request.headers.has('idempotency-key')
  return send(request, {
    operation,
    url: request.url.replace(/[?#].*$/, ''),
    isHttpsTaken: !options.baseUrl?.includes('://'),
    timeout: call.timeout ?? timeout,
    retries: call.retries ?? retries,
    repeats: repeats(request.method, hasKey),
    authorization: authorizationFor(operation, security, credentials),
    streams,
    fetch: options.fetch ?? globalThis.fetch,
    clock,
    random,
  })
}

function requestParts({ path, parameters = {}, idempotencyKey }: OperationForm, args: object) {
  const { body, ...values } = args as { body?: unknown; [name: string]: unknown }
  const texts = { path: new Map<string, string>(), query: [] as string[], cookie: [] as string[] }
  const headers: Record<string, string> = idempotencyKey ? { [idempotencyKey]: crypto.randomUUID() } : {}
  for (const [key, value] of Object.entries(values)) {
    const form = parameters[key] ?? { in: path.includes(`{${key}}`) ? 'path' : 'query' }
    const name = 'name' in form && form.name !== undefined ? form.name : key
    const text = serializeParameter(name, value, form)
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
      throw new TypeError(`the path parameter \`${name}\` of ${path} is empty, \`.\` or \`..\``)
    return text
  })
  return { path: filled, query: texts.query.filter((text) => text !== '').join('&'), headers, body }
}
