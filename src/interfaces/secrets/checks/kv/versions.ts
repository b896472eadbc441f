import type { Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import {
  answersWith,
  changesQuery,
  ignoresQuery,
  on,
  remembersFirstAnswer,
  type Sabotage,
  seesBody,
  seesPath,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import { type Checks, type Context, type Operation, version2 } from '../context.ts'
import { expectToHold, holds } from '../expectations.ts'
import { addVersion, expectMade, makeKey, scratchDirectory, success, uniquePairs } from '../scratch.ts'
import { assumePassedOver } from './store-settings.ts'

/** A key with several versions, each of which can be read by its number. */
interface VersionedKey {
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
async function makeVersions(t: Context, count: number): Promise<VersionedKey | undefined> {
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
  const readable: boolean[] = []
  for (let number = 1; number <= count; number++) readable.push(await key.shows(number))
  const all = readable.every((shows) => shows)
  t.assume('SEC-G16', () =>
    expect(readable, 'whether ?version=… shows each of the versions').toEqual(versions.map(() => true)),
  )
  return all ? key : undefined
}

/** Expects that a deleted or destroyed version does not show its data; the status 404 is assumed. */
async function expectGone(t: Context, key: VersionedKey, number: number, what: string): Promise<void> {
  const reply = await key.read(number)
  expect(holds(reply.body, key.pairsOf(number)), `whether version ${number} shows its data, ${what}`).toBe(false)
  t.assume('SEC-G33', () => expect(reply.status, `status of version ${number}, ${what}`).toBe(404))
}

async function expectShown(_: Context, key: VersionedKey, number: number, what: string): Promise<void> {
  const { body, status } = await key.read(number)
  expect(holds(body, key.pairsOf(number)), `whether version ${number} shows its data, ${what} (status ${status})`).toBe(
    true,
  )
}

const seesVersions = (change: (versions: number[]) => number[]): Sabotage =>
  seesBody((body: { versions: number[] }) => ({ versions: change(body.versions) }))
const onlyFirst = seesVersions((versions) => versions.slice(0, 1))
const oneMore = seesVersions((versions) => [...versions, Math.max(...versions) + 1])
const nothing = answersWith(204)

const onlyDeletes = seesPath((path) => path.replace('/destroy/', '/delete/'))
const badChanges = (operation: string): Sabotage[] =>
  [nothing, onlyFirst, oneMore, answersWith(405)].map((sabotage) => on(operation, sabotage))

/**
 * Changes versions 1 and 2 of four by each operation, and then version 3. Each has the effect, and those not named yet stay as they were.
 *
 * @param deleted the versions that are deleted before
 */
async function expectChanges(
  t: Context,
  operations: readonly Operation[],
  expectEffect: typeof expectGone,
  deleted: number[] = [],
): Promise<void> {
  for (const operation of operations) {
    const key = await makeVersions(t, 4)
    if (!key || (deleted.length > 0 && !(await key.change('deleteVersions', deleted)))) continue
    for (const numbers of [[1, 2], [3]]) {
      if (!(await key.change(operation, numbers))) break
      const what = `after ${operation} of ${numbers.join(' and ')}`
      for (const number of numbers) await expectEffect(t, key, number, what)
      if (!numbers.includes(3)) await (deleted.includes(3) ? expectGone : expectShown)(t, key, 3, what)
      await expectShown(t, key, 4, what)
    }
  }
}

/** A write may name the version that it follows, and has no other option. */
async function assumeOptions(t: Context, operation: 'writeVersion' | 'writeVersionByPut'): Promise<void> {
  const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
  for (const [options, status] of [
    [{ cas: 1 }, 400],
    [{ cas: 0 }, 200],
    [{ cas: 0 }, 400],
    [{ cas: 1 }, 200],
    [{ cas: '2' }, 400],
    [{ CAS: 2 }, 400],
    [{}, 200],
  ] as const) {
    const reply = await t.attempt(operation, { path, body: { data: uniquePairs(), options } })
    t.assume('SEC-G45', () =>
      expect(reply.status, `status of ${operation} with the options ${JSON.stringify(options)}`).toBe(status),
    )
  }
}

export const versions: Checks = {
  'SEC-035': {
    needs: version2,
    async run(t) {
      const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
      for (const operation of ['writeVersion', 'writeVersionByPut'] as const) {
        const pairs = uniquePairs()
        expectMade(t, await t.call(operation, { path, body: { data: pairs } }), `${operation} under data/`)
        expectToHold(await t.call('readVersion', { path }), pairs, `a read after ${operation}`)
        await assumeOptions(t, operation)
      }
    },
    sabotage: ['writeVersion', 'writeVersionByPut'].flatMap((operation) => [
      on(operation, nothing),
      on(operation, seesBody, () => ({ data: {} })),
      on(operation, turnsStatus(200, 405)),
    ]),
  },
  'SEC-036': {
    needs: version2,
    async run(t) {
      const [path, first, second] = [scratchDirectory(), uniquePairs(), uniquePairs()]
      await makeKey(t, path, [first])
      const read = () => t.call('readVersion', { path: { mount: t.resource('version 2 mount'), path } })
      expectToHold(await read(), first, 'a read under data/')
      await addVersion(t, path, second)
      expectToHold(await read(), second, 'a read under data/ after another write')
    },
    sabotage: [
      on('readVersion', remembersFirstAnswer()),
      on('readVersion', seesPath, (path) => path.replace('/data/', '/metadata/')),
      on('readVersion', changesQuery, (query) => query.set('version', '1')),
    ],
  },
  'SEC-037': {
    needs: version2,
    async run(t) {
      const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
      const [first, pairs] = [uniquePairs(), uniquePairs()]
      await makeKey(t, path.path, [first, pairs])
      const { status } = await t.call('deleteLatestVersion', { path })
      t.assume('SEC-G15', () => expect(status, 'status of a DELETE under data/').toBeOneOf(success))
      if (!success.includes(status)) return
      const reply = await t.call('readVersion', { path })
      expect(holds(reply.body, pairs), 'whether a read shows the data that was deleted').toBe(false)
      t.assume('SEC-G33', () => expect(reply.status, 'status of a read of what was deleted').toBe(404))
      const older = await t.call('readVersion', { path, query: { version: 1 } })
      t.assume('SEC-G15', () => expectToHold(older, first, 'the version before the latest, after the DELETE'))
    },
    sabotage: [
      on('deleteLatestVersion', nothing),
      on('deleteLatestVersion', answersWith(405)),
      on('deleteLatestVersion', seesPath, (path) => path.replace('/data/', '/metadata/')),
    ],
  },
  'SEC-038': {
    needs: version2,
    async run(t) {
      await expectChanges(t, ['deleteVersions', 'deleteVersionsByPut'], expectGone)
      await assumePassedOver(t)
    },
    sabotage: ['deleteVersions', 'deleteVersionsByPut'].flatMap(badChanges),
  },
  'SEC-039': {
    needs: version2,
    run: (t) =>
      expectChanges(t, ['destroyVersions', 'destroyVersionsByPut'], async (t, key, number, what) => {
        await expectGone(t, key, number, what)
        await key.change('undeleteVersions', [number])
        await expectGone(t, key, number, `${what}, and after undeleting it`)
      }),
    sabotage: ['destroyVersions', 'destroyVersionsByPut'].flatMap((operation) => [
      ...badChanges(operation),
      on(operation, onlyDeletes),
      on(operation, when, ({ body }) => String(body).includes('[3]'), onlyDeletes),
    ]),
  },
  'SEC-041': {
    needs: version2,
    run: (t) => expectChanges(t, ['undeleteVersions', 'undeleteVersionsByPut'], expectShown, [1, 2, 3]),
    sabotage: ['undeleteVersions', 'undeleteVersionsByPut'].flatMap(badChanges),
  },
  'SEC-043': {
    needs: version2,
    onlyAssumed: 'SEC-G16',
    async run(t) {
      const key = await makeVersions(t, 3)
      if (!key) return
      const latest = await key.read()
      t.assume('SEC-G16', () => expectToHold(latest, key.pairsOf(3), 'a read without a number, which is of the latest'))
      const missing = await key.read(4)
      t.assume('SEC-G33', () => expect(missing.status, 'status of a version that is not there').toBe(404))
    },
    sabotage: [
      on('readVersion', ignoresQuery('version')),
      on('readVersion', changesQuery, (query) => query.get('version') === '2' && query.set('version', '3')),
      on('readVersion', changesQuery, (query) => query.has('version') || query.set('version', '1')),
      on('readVersion', changesQuery, (query) => query.get('version') === '4' && query.set('version', '3')),
    ],
  },
}
