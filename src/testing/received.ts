import { isDeepStrictEqual } from 'node:util'
import { isMapping } from '../contract/json-pointer.ts'

/** A request as the mock understood it, with the values that its caller sent. */
export interface ReceivedRequest {
  interface: string
  operation: string
  status: number | undefined
  /** Rules that decided the answer. */
  rules: readonly string[]
  path: Readonly<Record<string, string>>
  query: Readonly<Record<string, readonly string[]>>
  body: unknown
}

/** The request that `toHaveReceived` looks for. A member that is not named matches any value. */
export interface Expectation {
  /** Path parameters, percent-decoded. */
  path?: Readonly<Record<string, string | number>>
  /** Query parameters; an array holds all values of a repeated parameter, in order. */
  query?: Readonly<Record<string, string | number | boolean | readonly (string | number | boolean)[]>>
  /** Members of a JSON body, or fields of a form. Objects are compared member by member, all other values as a whole. */
  body?: unknown
  /** Status of the answer. */
  status?: number
  /** Exact number of such requests; when absent, at least one. */
  times?: number
  /** Needed only if two interfaces have an operation of this name. */
  interface?: string
}

/**
 * The last requests of one session, with their values. The values stay in the process of the test, and no message holds them:
 * logs of a test run are kept longer, and seen by more people, than secrets should be.
 */
export class Received {
  static readonly max = 200
  readonly #requests: ReceivedRequest[] = []

  add(request: ReceivedRequest): void {
    this.#requests.push(request)
    if (this.#requests.length > Received.max) this.#requests.shift()
  }

  clear(): void {
    this.#requests.length = 0
  }

  /** Requests to an operation, each with the names of the members that differ from the expected request. */
  compare(
    operation: string,
    expected: Expectation,
  ): (Pick<ReceivedRequest, 'status' | 'rules'> & { differences: string[] })[] {
    return this.#requests
      .filter((request) => request.operation === operation)
      .filter((request) => expected.interface === undefined || request.interface === expected.interface)
      .map((request) => ({
        status: request.status,
        rules: request.rules,
        differences: differencesOf(request, expected),
      }))
  }

  /** The statuses of the answers, by operation. */
  statuses(): Map<string, (number | undefined)[]> {
    const groups = Map.groupBy(this.#requests, ({ operation }) => operation)
    return new Map([...groups].map(([operation, requests]) => [operation, requests.map(({ status }) => status)]))
  }
}

function differencesOf(request: ReceivedRequest, { path = {}, query = {}, body, status }: Expectation): string[] {
  const differences: string[] = []
  if (status !== undefined && status !== request.status) differences.push('status')
  for (const [name, value] of Object.entries(path)) {
    if (request.path[name] !== String(value)) differences.push(`path.${name}`)
  }
  for (const [name, value] of Object.entries(query)) {
    const values = (Array.isArray(value) ? value : [value]).map(String)
    if (!isDeepStrictEqual(request.query[name], values)) differences.push(`query.${name}`)
  }
  return body === undefined ? differences : [...differences, ...unlike(request.body, body, 'body')]
}

/** The places where a value differs from the expected one. An object may have more members. */
function unlike(actual: unknown, expected: unknown, place: string): string[] {
  if (!isMapping(expected)) return isDeepStrictEqual(actual, expected) ? [] : [place]
  if (!isMapping(actual)) return [place]
  return Object.entries(expected).flatMap(([name, value]) =>
    Object.hasOwn(actual, name) ? unlike(actual[name], value, `${place}.${name}`) : [`${place}.${name}`],
  )
}
