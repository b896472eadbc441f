import { randomUUID } from 'node:crypto'
import type { CallOptions } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import type { Context } from './context.ts'

/** A directory that no other check, and nobody else, uses. */
export function scratchDirectory(): string {
  return `contract-checks/${randomUUID()}`
}

/** Pairs whose value is found nowhere else. */
export function uniquePairs(): { value: string } {
  return { value: randomUUID() }
}

export const success = [200, 204]

/** Has a secret of kv version 1 removed when the check is over. */
export function removeSecretAfterwards(t: Context, path: string, options: CallOptions = {}): void {
  t.afterwards(async () => {
    const place = { mount: t.resource('version 1 mount'), path }
    const { status } = await t.attempt('deleteSecret', { path: place, ...options })
    t.assume('SEC-G15', () => expect(success, 'statuses of the DELETE that clears a secret away').toContain(status))
  })
}

/** Has a key of kv version 2 removed, with all its versions, when the check is over. */
export function removeKeyAfterwards(t: Context, path: string, options: CallOptions = {}): void {
  t.afterwards(async () => {
    const place = { mount: t.resource('version 2 mount'), path }
    const { status } = await t.attempt('deleteKey', { path: place, ...options })
    t.assume('SEC-G15', () => expect(success, 'statuses of the DELETE that clears a key away').toContain(status))
  })
}

/** Writes a secret of kv version 1 and has it removed afterwards. */
export async function makeSecret(t: Context, path: string, pairs: object = uniquePairs(), options: CallOptions = {}) {
  removeSecretAfterwards(t, path, options)
  const place = { mount: t.resource('version 1 mount'), path }
  const { status } = await t.call('writeSecret', { path: place, body: { ...pairs }, ...options })
  expect(success, 'status of the write that makes a secret').toContain(status)
}

/** Writes a version of a key of kv version 2 for each set of pairs, and has the key removed afterwards. */
export async function makeKey(t: Context, path: string, versions: readonly object[] = [uniquePairs()]) {
  removeKeyAfterwards(t, path)
  for (const pairs of versions) await addVersion(t, path, pairs)
}

export async function addVersion(t: Context, path: string, pairs: object): Promise<void> {
  const place = { mount: t.resource('version 2 mount'), path }
  const { status } = await t.call('writeVersion', { path: place, body: { data: { ...pairs } } })
  expect(success, 'status of the write of a version').toContain(status)
}
