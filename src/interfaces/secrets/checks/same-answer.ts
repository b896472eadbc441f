import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'

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
