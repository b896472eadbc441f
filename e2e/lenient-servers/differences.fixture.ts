import type { Answer } from '../../src/behaviour/definition.ts'
import { changesAnswer, type Sabotage } from '../../src/check/sabotage.ts'

/** Changes the answers of the mock, within the limits of the reference. */
export type Difference = Sabotage

/** A server that breaks these rules, and no others. */
export interface BrokenServer {
  /** What it does: `takes a part of an address for the whole`. */
  what: string
  breaks: readonly string[]
  server: Sabotage
}

/** Combines differences; the first one is nearest to the caller. */
export function inOrder(...differences: Difference[]): Difference {
  return differences.reduceRight(
    (inner, outer) => (request, forward) => outer(request, (changed) => inner(changed, forward)),
  )
}

/** Changes the JSON of successful answers in a way that the reference allows. */
export const answersJson = (change: (body: Record<string, unknown>) => unknown): Difference =>
  changesAnswer((answer) =>
    answer.status < 300 && isObject(answer.body) ? { ...answer, body: change(answer.body) } : answer,
  )

/** Reverses the order of the members of objects. */
const reversesMembers: Difference = changesAnswer((answer) => ({ ...answer, body: reversed(answer.body) }))

/** Adds an undocumented member to successful answers. */
const addsMembers: Difference = answersJson((body) => ({ ...body, 'x-since': 'a later version' }))

/** Writes media types and their parameters differently (RFC 9110, 8.3.1), and adds headers. */
const writesHeadersOtherwise: Difference = changesAnswer((answer) => {
  const { 'content-type': type, ...headers } = answer.headers
  const other = type?.replace(/^application\/json\b.*/i, 'Application/JSON; charset="UTF-8"')
  return { ...answer, headers: { ...headers, ...(other ? { 'content-type': other } : {}), 'x-request-cost': '1' } }
})

/** Answers the base address with a web page; the API is below it. */
const redirectsAtRoot: Difference = async (request, forward) =>
  request.path === '/' ? { status: 307, headers: { location: '/ui/' }, body: undefined } : forward(request)

/** Gives refusals another status and body, where the reference shows neither. */
export const refusesWith = (change: (answer: Answer) => Answer): Difference =>
  changesAnswer((answer) => (answer.status >= 400 ? change(answer) : answer))

/** An answer to a refused request, where the reference shows neither status nor body. */
export const refused: Answer = {
  status: 418,
  headers: { 'content-type': 'application/json' },
  body: { refused: true },
}

/** Succeeds with another status, where the reference shows none. */
export const succeedsWith = (status: number): Difference =>
  changesAnswer((answer, { operation }) =>
    operation !== undefined && answer.status >= 200 && answer.status < 300 ? { ...answer, status } : answer,
  )

/** The differences of every lenient server. */
export const common: Difference = inOrder(redirectsAtRoot, writesHeadersOtherwise, addsMembers, reversesMembers)

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
