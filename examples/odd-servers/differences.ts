import type { Answer } from '../../src/behaviour/definition.ts'
import { changesAnswer, type Sabotage } from '../../src/check/sabotage.ts'

/** Stands before the mock and changes what comes back, within what the reference allows. */
export type Front = Sabotage

/** Differences in order, the first one nearest to the caller. */
export function inOrder(...fronts: Front[]): Front {
  return fronts.reduceRight(
    (inner, outer) => (request, forward) => outer(request, (changed) => inner(changed, forward)),
  )
}

/** The JSON of successful answers is another one; the reference says nothing against it. */
export const answersJson = (change: (body: Record<string, unknown>, operation?: string) => unknown): Front =>
  changesAnswer((answer, { operation }) =>
    answer.status < 300 && isObject(answer.body) ? { ...answer, body: change(answer.body, operation) } : answer,
  )

/** Members of objects come in another order. */
export const reversesMembers: Front = changesAnswer((answer) => ({ ...answer, body: reversed(answer.body) }))

/** Successful answers have a member that no document names. */
export const addsMembers: Front = answersJson((body) => ({ ...body, 'x-since': 'a later version' }))

/** Media types and their parameters are written otherwise (RFC 9110, 8.3.1), and there are further headers. */
export const writesHeadersOtherwise: Front = changesAnswer((answer) => {
  const { 'content-type': type, ...headers } = answer.headers
  const other = type?.replace(/^application\/json\b.*/i, 'Application/JSON; charset="UTF-8"')
  return { ...answer, headers: { ...headers, ...(other ? { 'content-type': other } : {}), 'x-request-cost': '1' } }
})

/** The base address is a web page; the API lies below it. */
export const redirectsAtRoot: Front = async (request, forward) =>
  request.path === '/' ? { status: 307, headers: { location: '/ui/' }, body: undefined } : forward(request)

/** Refusals have a status and a body of the server's own, where the reference shows neither. */
export const refusesWith = (change: (answer: Answer) => Answer, operations?: readonly string[]): Front =>
  changesAnswer((answer, { operation = '' }) =>
    answer.status >= 400 && (operations?.includes(operation) ?? true) ? change(answer) : answer,
  )

/** What every odd server does. */
export const common: Front = inOrder(redirectsAtRoot, writesHeadersOtherwise, addsMembers, reversesMembers)

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  )
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
}
