import type { Answer, IncomingRequest } from '../behaviour/definition.ts'
import { parseJson } from '../json-text.ts'

/** A request to the mock on its way to the interface. */
export interface SabotagedRequest extends IncomingRequest {
  /** `operationId`; undefined when the request leads to none. */
  operation: string | undefined
}

/** Breaks one rule in the mock and nothing else. It runs between the caller and the interface, and may change requests and answers. */
export type Sabotage = (
  request: SabotagedRequest,
  forward: (request: SabotagedRequest) => Promise<Answer>,
) => Promise<Answer>

/** A function that makes a sabotage, such as `changesBody`. */
type Maker<First, Rest extends unknown[]> = (first: First, ...rest: Rest) => Sabotage
type Given = [Sabotage] | [Maker<never, never[]>, ...unknown[]]

type Condition = (request: SabotagedRequest) => boolean

/** Limits a sabotage to these operations: `on('getOrder', answersStatus(404))`, or `on('getOrder', changesBody, () => ({}))`. */
export function on<First, Rest extends unknown[]>(
  operations: string | readonly string[],
  make: Maker<First, Rest>,
  first: First,
  ...rest: Rest
): Sabotage
export function on(operations: string | readonly string[], sabotage: Sabotage): Sabotage
export function on(operations: string | readonly string[], ...given: Given): Sabotage {
  const names = [operations].flat()
  return when(({ operation }) => operation !== undefined && names.includes(operation), sabotageOf(given))
}

/** Limits a sabotage to requests that meet a condition. The sabotage is given as for `on`. */
export function when<First, Rest extends unknown[]>(
  condition: Condition,
  make: Maker<First, Rest>,
  first: First,
  ...rest: Rest
): Sabotage
export function when(condition: Condition, sabotage: Sabotage): Sabotage
export function when(condition: Condition, ...given: Given): Sabotage {
  const sabotage = sabotageOf(given)
  return (request, forward) => (condition(request) ? sabotage(request, forward) : forward(request))
}

function sabotageOf([first, ...args]: Given): Sabotage {
  return args.length === 0 ? (first as Sabotage) : (first as (...args: unknown[]) => Sabotage)(...args)
}

/** Hides these query parameters from the interface. */
export function ignoresQuery(...names: string[]): Sabotage {
  return changesQuery((query) => {
    for (const name of names) query.delete(name)
  })
}

/** Changes the query that the interface sees. */
export function changesQuery(change: (query: URLSearchParams) => void): Sabotage {
  return (request, forward) => {
    const query = new URLSearchParams(request.query)
    change(query)
    return forward({ ...request, query: query.toString() })
  }
}

/** Changes the path that the interface sees. */
export function seesPath(change: (path: string) => string): Sabotage {
  return (request, forward) => forward({ ...request, path: change(request.path) })
}

/** Changes headers that the interface sees; `undefined` removes one. */
export function seesHeaders(headers: Readonly<Record<string, string | undefined>>): Sabotage {
  return (request, forward) => {
    const seen = Object.entries({ ...request.headers, ...headers }).filter(
      (header): header is [string, string] => header[1] !== undefined,
    )
    return forward({ ...request, headers: Object.fromEntries(seen) })
  }
}

/**
 * Changes the JSON body that the interface sees. A body that is not JSON stays unchanged. `never` lets `change` declare the type that it
 * expects.
 */
export function seesBody(change: (body: never, request: SabotagedRequest) => unknown): Sabotage {
  return (request, forward) => {
    const sent = parseJson(String(request.body ?? ''))
    if (sent === undefined) return forward(request)
    const changed = change(sent as never, request)
    return forward({ ...request, body: Buffer.from(JSON.stringify(changed)) })
  }
}

/** Gives every answer this status; the body stays. */
export function answersStatus(status: number): Sabotage {
  return async (request, forward) => ({ ...(await forward(request)), status })
}

/** Gives refusals of one status another: `turnsStatus(403, 404)`. Everything else stays. */
export function turnsStatus(from: number, to: number): Sabotage {
  return changesAnswer((answer) => (answer.status === from ? { ...answer, status: to } : answer))
}

/** Answers without calling the interface, so that nothing is refused and nothing is done. */
export function answersWith(status: number, body?: unknown, headers: Record<string, string> = {}): Sabotage {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return async () => ({ status, headers: { ...type, ...headers }, body: structuredClone(body) })
}

/** Turns refusals into a success: 200 with this body. */
export function acceptsRefused(body: unknown = {}): Sabotage {
  return changesAnswer((answer) =>
    answer.status >= 400
      ? { status: 200, headers: { 'content-type': 'application/json' }, body: structuredClone(body) }
      : answer,
  )
}

/** Changes the answer. */
export function changesAnswer(change: (answer: Answer, request: SabotagedRequest) => Answer): Sabotage {
  return async (request, forward) => change(await forward(request), request)
}

/** Changes the body of successful answers; `change` declares the type that it expects. */
export function changesBody(change: (body: never, request: SabotagedRequest) => unknown): Sabotage {
  return changesAnswer((answer, request) =>
    answer.status < 300 && answer.body !== undefined
      ? { ...answer, body: change(structuredClone(answer.body) as never, request) }
      : answer,
  )
}

type HeaderValue = string | undefined

/** Gives a header of the answers this value, or changes its value; `undefined` removes the header. */
export function changesHeader(name: string, to: HeaderValue | ((value: HeaderValue) => HeaderValue)): Sabotage {
  return changesAnswer(({ headers: { [name]: value, ...headers }, ...answer }) => {
    const changed = typeof to === 'function' ? to(value) : to
    return { ...answer, headers: changed === undefined ? headers : { ...headers, [name]: changed } }
  })
}

/** Repeats the first answer to each request, so that later writes have no effect. */
export function remembersFirstAnswer(): Sabotage {
  const known = new Map<string, Promise<Answer>>()
  return async (request, forward) => {
    const key = [request.headers['x-mock-session'], request.method, request.path, request.query].join(' ')
    const answer = known.get(key) ?? forward(request)
    known.set(key, answer)
    return structuredClone(await answer)
  }
}
