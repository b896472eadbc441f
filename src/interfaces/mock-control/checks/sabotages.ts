import type { Answer } from '../../../behaviour/definition.ts'
import {
  changesAnswer,
  changesBody,
  on,
  type Sabotage,
  type SabotagedRequest,
  seesPath,
} from '../../../check/sabotage.ts'
import type { Schemas } from './session.ts'

const sessionPath = /^\/sessions\/[^/]+/

/** A control call on the session of a request, which the caller did not make: `PUT /clock`. */
function meddlingWith(request: SabotagedRequest, call: string, body?: unknown): SabotagedRequest {
  const [method = '', path = ''] = call.split(' ')
  return {
    ...request,
    method,
    path: (sessionPath.exec(request.path)?.[0] ?? '') + path,
    query: '',
    headers: { ...request.headers, 'content-type': 'application/json' },
    body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
  }
}

type Meddling = (operation: string, call: string, body?: unknown) => Sabotage

/** Makes a further call after each call of an operation. */
export const andThen: Meddling = (operation, ...call) =>
  on(operation, async (request, forward) => {
    const answer = await forward(request)
    await forward(meddlingWith(request, ...call))
    return answer
  })

/** Makes another call in place of a call. */
export const instead: Meddling = (operation, ...call) =>
  on(operation, (request, forward) => forward(meddlingWith(request, ...call)))

/** Makes a further call after a refusal, which does what was refused. */
export const doesRefused: Meddling = (operation, ...call) =>
  on(operation, async (request, forward) => {
    const answer = await forward(request)
    if (answer.status >= 400) await forward(meddlingWith(request, ...call))
    return answer
  })

/** Directs all calls to the session of the first call. */
export function mixesSessions(...operations: string[]): Sabotage {
  let first: string | undefined
  return on(operations, seesPath, (path) =>
    path.replace(sessionPath, (named) => {
      first ??= named
      return first
    }),
  )
}

/** Changes the items of a list. */
export function listIs<Item>(operation: string, list: string, change: (items: Item[]) => Item[]): Sabotage {
  return on(operation, changesBody, (body: Record<string, Item[]>) => ({ ...body, [list]: change(body[list] ?? []) }))
}

/** Changes each item of a list. */
export function eachOf<Item extends object>(
  operation: string,
  list: string,
  change: (item: Item) => object | undefined,
): Sabotage {
  return listIs<Item>(operation, list, (items) => items.map((item) => ({ ...item, ...change(item) })))
}

/** One sabotage for each member: it alone gets this value in the answers, or in each item of a list in the answers. */
export function eachWrong(operation: string, wrong: object, list?: string): Sabotage[] {
  return Object.entries(wrong).map(([name, value]) => {
    const change = (item: object) => ({ ...item, [name]: value })
    return list === undefined ? on(operation, changesBody, change) : eachOf(operation, list, change)
  })
}

/** Changes refusals. */
export function changesRefusal(change: (refusal: Answer) => Partial<Answer>): Sabotage {
  return changesAnswer((answer) => (answer.status >= 400 ? { ...answer, ...change(answer) } : answer))
}

/** Changes the problem details of refusals. */
export function changesProblem(change: (problem: Schemas['Problem']) => object): Sabotage {
  return changesRefusal(({ body }) => ({ body: change({ ...(body as Schemas['Problem']) }) }))
}

/** Changes the `detail` of refusals. */
export function changesDetail(change: (detail: string) => string): Sabotage {
  return changesProblem((problem) => ({ ...problem, detail: change(String(problem.detail)) }))
}

/** Gives refusals the media type `application/json`. */
export const refusesAsJson = changesRefusal(({ headers }) => ({
  headers: { ...headers, 'content-type': 'application/json' },
}))

/** Answers 409 when something with this ID is created. */
export function refusesToMake(operation: string, id: string): Sabotage {
  return on(operation, changesAnswer, (answer) => (Object(answer.body).id === id ? { ...answer, status: 409 } : answer))
}

/** Creates a changed fault, and answers as if it were the requested one. */
export function makes(change: (fault: Schemas['FaultRequest']) => object): Sabotage {
  return on('createFault', async (request, forward) => {
    const asked = JSON.parse(String(request.body)) as Schemas['FaultRequest']
    const answer = await forward({ ...request, body: Buffer.from(JSON.stringify(change(asked))) })
    return answer.status === 201 ? { ...answer, body: { ...(answer.body as object), ...asked } } : answer
  })
}
