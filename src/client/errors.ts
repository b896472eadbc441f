/** The kinds of failure. */
export type ErrorCode =
  | 'http'
  | 'redirect'
  | 'timeout'
  | 'connection'
  | 'unreadable'
  | 'stream'
  | 'outcome'
  | 'paging'
  | 'batch'

/** The registered status codes of refusals, and those that the bundled interfaces document. */
export type ClientErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418)
  | (421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451 | 472 | 473)

/** The registered status codes of servers that failed. */
export type ServerErrorStatus = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511

interface ApiErrorOptions {
  operation: string
  message: string
  status?: number
  body?: unknown
  requestId?: string | undefined
  retryable?: boolean
  cause?: unknown
}

/** A call that did not succeed. It never holds a credential, a header or the body of the request. */
export abstract class ApiError extends Error {
  /** The kind of failure; each class has its own code. */
  abstract readonly code: ErrorCode
  /** Method and path template, such as `GET /orders/{token}`. */
  readonly operation: string
  /** Status of the answer, if there was an answer. */
  readonly status: number | undefined
  /** Parsed body of the answer; undefined if there was no body, or if its media type is not one that the interface sends. */
  readonly body: unknown
  /** The server's ID for the request, if the server sent one. */
  readonly requestId: string | undefined
  /** Whether the same call may succeed when it is repeated, and is safe to repeat. */
  readonly retryable: boolean

  constructor({ operation, message, status, body, requestId, retryable = false, cause }: ApiErrorOptions) {
    super(`${operation} ${message}`, cause === undefined ? undefined : { cause })
    this.operation = operation
    this.status = status
    this.body = body
    this.requestId = requestId
    this.retryable = retryable
  }
}

// Spelled out: what `Required` makes of an optional member depends on the options of a project's compiler.
interface Refusal<Status extends number> extends Omit<ApiErrorOptions, 'message' | 'cause'> {
  status: Status
  body: unknown
  requestId: string | undefined
  retryable: boolean
  retryAfter: number | undefined
}

/**
 * The server answered with an error status. In the result of a call, `status` determines the type of the body:
 *
 * ```ts
 * if (error?.status === 404) console.log(error.body?.detail)
 * ```
 */
export class HttpError<Status extends number = number, Body = unknown> extends ApiError {
  override readonly name = 'HttpError'
  readonly code = 'http'
  declare readonly status: Status
  declare readonly body: Body | undefined
  /** Milliseconds that the server asks to wait before the call is repeated, if the server sent them. */
  readonly retryAfter: number | undefined

  constructor(refusal: Refusal<Status>) {
    const words = serverWords(refusal.body)
    super({
      ...refusal,
      message: `was answered with status ${refusal.status}${words === undefined ? '' : `: ${words}`}`,
    })
    this.retryAfter = refusal.retryAfter
  }
}

/** The server pointed to another address. Credentials are not sent there: give the client the address that answers. */
export class RedirectError extends ApiError {
  override readonly name = 'RedirectError'
  readonly code = 'redirect'

  constructor(operation: string, status: number | undefined) {
    const message =
      'was redirected, and credentials do not follow to another address; set `baseUrl` to the one that answers'
    super({ operation, message, ...(status !== undefined && { status }) })
  }
}

/** No complete answer came in time. */
export class TimeoutError extends ApiError {
  override readonly name = 'TimeoutError'
  readonly code = 'timeout'

  constructor(operation: string, milliseconds: number, retryable: boolean) {
    super({
      operation,
      retryable,
      message: `had no complete answer after ${milliseconds} ms; \`timeout\` sets how long`,
    })
  }
}

/** No complete answer came because the connection could not be made, or it broke. `cause` is the error of the platform. */
export class ConnectionError extends ApiError {
  override readonly name = 'ConnectionError'
  readonly code = 'connection'
  /** Method of the request, such as `GET`. */
  readonly method: string
  /** Address of the call, such as `https://orders.example/api/orders/{token}`: without credentials, parameter values and query. */
  readonly url: string
  /** The platform's code for the cause, such as `ECONNREFUSED`; undefined if the platform gives no code, as in browsers. */
  readonly causeCode: string | undefined

  constructor({ url, isHttpsTaken = false, ...failure }: BrokenConnection) {
    const code = codeOf(failure.cause)
    const suffix = code === undefined ? '' : ` (${code})`
    const hint = isHttpsTaken
      ? '; the base URL has no scheme, so https was used: give http://… for a server without TLS'
      : ''
    super({
      ...failure,
      message: `had no complete answer: the connection to ${url} could not be made, or it broke${suffix}${hint}`,
    })
    this.method = this.operation.slice(0, this.operation.indexOf(' '))
    this.url = url
    this.causeCode = code
  }
}

interface BrokenConnection extends Omit<ApiErrorOptions, 'message'> {
  url: string
  /** The base URL names no scheme. */
  isHttpsTaken?: boolean
}

/** `fetch` wraps the error that has the code, one or more times. */
function codeOf(cause: unknown): string | undefined {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code
  }
  return undefined
}

/** The answer of a call that succeeded does not match the document. The error does not hold the answer, which may hold secrets. */
export class UnreadableAnswerError extends ApiError {
  override readonly name = 'UnreadableAnswerError'
  readonly code = 'unreadable'

  constructor(operation: string, status: number, fault = 'that is not what the document says') {
    super({ operation, status, message: `was answered with status ${status}, and a body ${fault}` })
  }
}

/** A stream does not match the document, or it ended within a value. The error does not hold the content of the stream. */
export class StreamError extends ApiError {
  override readonly name = 'StreamError'
  readonly code = 'stream'

  constructor(operation: string, fault: string) {
    super({ operation, message: `streamed ${fault}` })
  }
}

/** The server's pages lead back to a page that has been read. */
export class PagingError extends ApiError {
  override readonly name = 'PagingError'
  readonly code = 'paging'

  constructor(operation: string) {
    super({ operation, message: 'was answered with a marker that leads back to a page that has been read' })
  }
}

const maxLength = 300

/** Members in which servers explain an error, in the order in which a message shows them. */
const members = ['title', 'detail', 'error', 'error_description', 'message', 'errors'] as const

/**
 * The server's explanation of an error, as one line of at most 300 characters: the text members of its problem details (RFC 9457), of an
 * OAuth error (RFC 6749), or the first of its `errors`.
 *
 * @returns undefined for a body without such members, such as a page of HTML
 */
export function serverWords(body: unknown): string | undefined {
  const words = [...new Set(collect(body))].join(': ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
  if (words.trim() === '') return undefined
  return words.length > maxLength ? `${words.slice(0, maxLength - 1)}…` : words.trim()
}

function collect(body: unknown, depth = 0): string[] {
  if (typeof body !== 'object' || body === null || depth > 1) return []
  const record: Partial<Record<string, unknown>> = { ...body }
  return members.flatMap((member) => {
    const value = record[member]
    const first = Array.isArray(value) ? value[0] : value
    return typeof first === 'string' ? [first] : collect(first, depth + 1)
  })
}
