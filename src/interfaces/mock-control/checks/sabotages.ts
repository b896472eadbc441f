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

/** A control call about the same session, made behind the caller's back: `PUT /clock`. */
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

/** After such a call, another one is made that nobody asked for. */
export function andThen(operation: string, call: string, body?: unknown): Sabotage {
  return on(operation, async (request, forward) => {
    const answer = await forward(request)
    await forward(meddlingWith(request, call, body))
    return answer
  })
}

/** Before such a call, another one is made that nobody asked for. */
export function atFirst(operation: string, call: string, body?: unknown): Sabotage {
  return on(operation, async (request, forward) => {
    await forward(meddlingWith(request, call, body))
    return forward(request)
  })
}

/** Another call takes the place of such a call. */
export function instead(operation: string, call: string, body?: unknown): Sabotage {
  return on(operation, (request, forward) => forward(meddlingWith(request, call, body)))
}

/** After a refusal, what was refused is done, or something like it. */
export function doesRefused(operation: string, call: string, body?: unknown): Sabotage {
  return on(operation, async (request, forward) => {
    const answer = await forward(request)
    if (answer.status >= 400) await forward(meddlingWith(request, call, body))
    return answer
  })
}

/** The first session that such a call names stands for all that are named later. */
export function mixesSessions(...operations: string[]): Sabotage {
  let first: string | undefined
  return on(operations, seesPath, (path) =>
    path.replace(sessionPath, (named) => {
      first ??= named
      return first
    }),
  )
}

/** Each item of a list is told otherwise. */
export function eachOf<Item extends object>(
  operation: string,
  list: string,
  change: (item: Item) => object | undefined,
): Sabotage {
  return listIs<Item>(operation, list, (items) => items.map((item) => ({ ...item, ...change(item) })))
}

/** A list holds other items. */
export function listIs<Item>(operation: string, list: string, change: (items: Item[]) => Item[]): Sabotage {
  return on(operation, changesBody, (body: Record<string, Item[]>) => ({ ...body, [list]: change(body[list] ?? []) }))
}

/** Refusals are others. */
export function changesRefusal(change: (refusal: Answer) => Partial<Answer>): Sabotage {
  return changesAnswer((answer) => (answer.status >= 400 ? { ...answer, ...change(answer) } : answer))
}

/** The problem details of refusals are others. */
export function changesProblem(change: (problem: Schemas['Problem']) => object): Sabotage {
  return changesRefusal(({ body }) => ({ body: change({ ...(body as Schemas['Problem']) }) }))
}

/** Refusals say something else. */
export function changesDetail(change: (detail: string) => string): Sabotage {
  return changesProblem((problem) => ({ ...problem, detail: change(String(problem.detail)) }))
}

/** Refusals have the media type of plain JSON. */
export const refusesAsJson = changesRefusal(({ headers }) => ({
  headers: { ...headers, 'content-type': 'application/json' },
}))

/** A header of answers is another one; `undefined` stands for none. */
export function rewritesHeader(name: string, change: (value: string | undefined) => string | undefined): Sabotage {
  return changesAnswer(({ headers: { [name]: value, ...headers }, ...answer }) => {
    const changed = change(value)
    return { ...answer, headers: changed === undefined ? headers : { ...headers, [name]: changed } }
  })
}

/** The thing that is made with this ID is refused with 409. */
export function refusesToMake(operation: string, id: string): Sabotage {
  return on(operation, changesAnswer, (answer) => (Object(answer.body).id === id ? { ...answer, status: 409 } : answer))
}

/** The mock makes another fault than was asked for, and does not say so. */
export function makes(change: (fault: Schemas['FaultRequest']) => object): Sabotage {
  return on('createFault', async (request, forward) => {
    const asked = JSON.parse(String(request.body)) as Schemas['FaultRequest']
    const answer = await forward({ ...request, body: Buffer.from(JSON.stringify(change(asked))) })
    return answer.status === 201 ? { ...answer, body: { ...(answer.body as object), ...asked } } : answer
  })
}
