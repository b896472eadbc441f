import { randomUUID } from 'node:crypto'
import type { CallOptions, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import type { Context } from './context.ts'

/** A directory that nobody else uses. */
export function scratchDirectory(): string {
  return `contract-checks/${randomUUID()}`
}

/** The directory of a path: `apps` of `apps/billing`. */
export function directoryOf(path: string): string {
  return path.replace(/\/[^/]*$/, '')
}

/** Pairs with a unique value. */
export function uniquePairs(): { value: string } {
  return { value: randomUUID() }
}

export const success = [200, 204]

/** Writes a secret of kv version 1, and removes it afterwards. */
export async function makeSecret(t: Context, path: string, pairs: object = uniquePairs(), options: CallOptions = {}) {
  const place = { mount: t.resource('version 1 mount'), path }
  const reply = await t.call('writeSecret', { path: place, body: { ...pairs }, ...options })
  expectMade(t, reply, 'a secret of kv version 1')
}

/** Writes a version of a key of kv version 2 for each set of pairs, and removes the key afterwards. */
export async function makeKey(t: Context, path: string, versions: readonly object[] = [uniquePairs()]) {
  for (const pairs of versions) await addVersion(t, path, pairs)
}

export async function addVersion(t: Context, path: string, pairs: object): Promise<void> {
  const place = { mount: t.resource('version 2 mount'), path }
  const reply = await t.call('writeVersion', { path: place, body: { data: { ...pairs } } })
  expectMade(t, reply, 'a version of a key of kv version 2')
}

/** Refusals of a valid write that say nothing about the rule: the store requires more than the reference shows, or is busy. */
const refusals = [400, 403, 412, 429, 500, 502, 503, 507]

/** Expects that a write succeeds. If a server refuses it for another reason, the check is inconclusive. */
export function expectMade(t: Context, { status, text }: Reply, what: string): void {
  if (refusals.includes(status)) t.inconclusive(`${what} was refused: ${status} ${text.slice(0, 200)}`)
  expect(status, `status of the write that makes ${what}`).toBeOneOf(success)
}
