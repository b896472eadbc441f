import type { Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import type { Context, Operation } from '../context.ts'
import { holds } from '../expectations.ts'
import { makeKey, scratchDirectory, success, uniquePairs } from '../scratch.ts'

/** A key with several versions, each of which can be read by its number. */
export interface VersionedKey {
  path: { mount: string; path: string }
  pairsOf(number: number): object
  /** Reads a version; the latest if no number is given. */
  read(number?: number): Promise<Reply>
  /** True if a read of the version returns its pairs. */
  shows(number: number): Promise<boolean>
  /** Changes versions in one request; false if the target uses another verb or payload than this contract assumes. */
  change(operation: Operation, versions: number[]): Promise<boolean>
}

/**
 * Creates a key with versions. Undefined if the target does not support the parameter that this contract assumes for reading a version:
 * then single versions cannot be checked.
 */
export async function makeVersions(t: Context, count: number): Promise<VersionedKey | undefined> {
  const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
  const versions = Array.from({ length: count }, uniquePairs)
  await makeKey(t, path.path, versions)
  const key: VersionedKey = {
    path,
    pairsOf: (number) => versions[number - 1] ?? {},
    read: (version) => t.call('readVersion', { path, ...(version === undefined ? {} : { query: { version } }) }),
    shows: async (number) => holds((await key.read(number)).body, key.pairsOf(number)),
    async change(operation, numbers) {
      const { status } = await t.attempt(operation, { path, body: { versions: numbers } })
      t.assume('SEC-G05', () => expect(status, `status of ${operation}`).toBeOneOf(success))
      return success.includes(status)
    },
  }
  const shown: boolean[] = []
  for (let number = 1; number <= count; number++) shown.push(await key.shows(number))
  const all = shown.every((shows) => shows)
  t.assume('SEC-G16', () =>
    expect(shown, 'whether ?version=… shows each of the versions').toEqual(versions.map(() => true)),
  )
  return all ? key : undefined
}

/** Expects that a deleted or destroyed version does not show its data; the status 404 is assumed. */
export async function expectGone(t: Context, key: VersionedKey, number: number, what: string): Promise<void> {
  const reply = await key.read(number)
  expect(holds(reply.body, key.pairsOf(number)), `whether version ${number} shows its data, ${what}`).toBe(false)
  t.assume('SEC-G33', () => expect(reply.status, `status of version ${number}, ${what}`).toBe(404))
}

export async function expectShown(key: VersionedKey, number: number, what: string): Promise<void> {
  const { body, status } = await key.read(number)
  expect(holds(body, key.pairsOf(number)), `whether version ${number} shows its data, ${what} (status ${status})`).toBe(
    true,
  )
}
