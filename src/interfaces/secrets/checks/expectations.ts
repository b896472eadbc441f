import { isDeepStrictEqual } from 'node:util'
import type { CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { success } from './scratch.ts'

/** Expects this status, and nothing of the body: the form of error bodies is another rule (SEC-029). */
export function expectStatus(reply: Reply, status: number, what: string): void {
  expect(reply.status, `status of ${what}`).toBe(status)
}

export function expectErrorBody(reply: Reply, what: string): void {
  expect(reply.body, `body of ${what}`).toMatchObject({ errors: expect.any(Array) })
  const { errors } = reply.body as { errors: unknown[] }
  for (const message of errors) expect(message, `one of the errors of ${what}`).toBeTypeOf('string')
}

export function expectSuccess({ status, text }: Reply, what: string): void {
  expect(status, `status of ${what} (answer: ${text.slice(0, 200)})`).toBeOneOf(success)
}

export function expectNoSuccess({ status }: Reply, what: string): void {
  expect(status, `status of ${what}, which does not succeed`).toBeGreaterThanOrEqual(300)
}

/** Expects these pairs in the answer to a read; the documents do not show in which member. */
export function expectToHold({ status, body, text }: Reply, pairs: object, what: string): void {
  expect(status, `status of ${what}`).toBe(200)
  expect(holds(body, pairs), `${what} holds ${JSON.stringify(pairs)}, seen ${text.slice(0, 300)}`).toBe(true)
}

export function holds(value: unknown, wanted: object): boolean {
  if (typeof value !== 'object' || value === null) return false
  return isDeepStrictEqual(value, wanted) || Object.values(value).some((member) => holds(member, wanted))
}

/** Makes an expectation, or assumes it if there is a gap. */
export function expectOrAssume(
  gap: string | undefined,
  t: Pick<CheckContext<never>, 'assume'>,
  expectation: () => void,
): void {
  if (gap === undefined) expectation()
  else t.assume(gap, expectation)
}

/**
 * Expects the same answer to two forms of a request. Members that differ between two answers to the same request, such as a request id, do
 * not count.
 */
export function expectSameAnswer(reply: Reply, [one, again]: readonly [Reply, Reply], what: string): void {
  expect(reply.status, `status of ${what}`).toBe(one.status)
  const changing = membersOf(one).filter(
    ([name, value]) => !isDeepStrictEqual(value, Object.fromEntries(membersOf(again))[name]),
  )
  const names = changing.map(([name]) => name)
  expect(without(reply, names), `answer of ${what}`).toEqual(without(one, names))
}

function membersOf({ body }: Reply): [name: string, value: unknown][] {
  return typeof body === 'object' && body !== null ? Object.entries(body) : []
}

function without(reply: Reply, names: readonly string[]): object {
  return Object.fromEntries(membersOf(reply).filter(([name]) => !names.includes(name)))
}
