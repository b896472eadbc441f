import type { AttemptInput, Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import {
  answersWith,
  ignoresQuery,
  on,
  remembersFirstAnswer,
  type Sabotage,
  seesBody,
} from '../../../../check/sabotage.ts'
import { type Checks, type Context, version2 } from '../context.ts'
import { expectStatus, expectSuccess, holds } from '../expectations.ts'
import { addVersion, makeKey, scratchDirectory, uniquePairs } from '../scratch.ts'

const dataIn = ({ body }: Reply) => (body as { data?: Record<string, unknown> }).data
export const maxVersionsIn = (reply: Reply) => dataIn(reply)?.max_versions
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
const whole = { created_time: time, deletion_time: '', destroyed: false }

/** Expects the record of a key and its versions in the form that this contract assumes. */
async function assumeKeyRecord(t: Context): Promise<void> {
  const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
  const read = () => t.attempt('readKeySettings', { path })
  const change = (operation: 'deleteVersions' | 'undeleteVersions' | 'destroyVersions', versions: number[]) =>
    t.attempt(operation, { path, body: { versions } })
  const set = await t.attempt('writeKeySettings', { path, body: { max_versions: 3 } })
  const empty = await read()
  t.assume('SEC-G01', () => {
    expectSuccess(set, 'writeKeySettings of a key that is not there')
    const key = { max_versions: 3, current_version: 0, oldest_version: 0, versions: {} }
    expect(dataIn(empty), 'settings of a key without versions').toMatchObject(key)
  })
  for (let number = 1; number <= 3; number++) await addVersion(t, path.path, uniquePairs())
  const three = await read()
  await addVersion(t, path.path, uniquePairs())
  await t.attempt('writeKeySettings', { path, body: {} })
  const four = await read()
  t.assume('SEC-G01', () => {
    expect(dataIn(three), 'settings of a key with as many versions as it keeps').toMatchObject({ oldest_version: 0 })
    expect(dataIn(four), 'settings of a key with one more than it keeps').toEqual({
      max_versions: 3,
      current_version: 4,
      oldest_version: 2,
      created_time: time,
      updated_time: time,
      versions: { '2': whole, '3': whole, '4': whole },
    })
  })
  await change('deleteVersions', [2, 3, 99])
  const deleted = dataIn(await read())
  await change('deleteVersions', [2])
  await change('destroyVersions', [3, 4, 99])
  await change('deleteVersions', [4])
  await change('undeleteVersions', [3, 99])
  const destroyed = dataIn(await read())
  t.assume('SEC-G41', () => {
    const gone = { ...whole, deletion_time: time }
    expect(deleted?.versions, 'versions of a key, of which two are deleted').toEqual({
      '2': gone,
      '3': gone,
      '4': whole,
    })
    const { '2': once } = (deleted?.versions ?? {}) as Record<string, unknown>
    expect(destroyed?.versions, 'versions of a key, of which two are destroyed after that').toEqual({
      '2': once,
      '3': { ...gone, destroyed: true },
      '4': { ...whole, destroyed: true },
    })
  })
}

/** Expects a change of unknown versions to succeed, and to create nothing. */
export async function assumePassedOver(t: Context): Promise<void> {
  const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
  for (const operation of ['deleteVersions', 'undeleteVersions', 'destroyVersions'] as const) {
    const reply = await t.attempt(operation, { path, body: { versions: [1] } })
    t.assume('SEC-G41', () => expect(reply.status, `status of ${operation} of a key that is not there`).toBe(204))
  }
  const after = await t.attempt('readKeySettings', { path })
  t.assume('SEC-G41', () => expectStatus(after, 404, 'a read of the settings of a key that was never made'))
}

/** Expects unknown settings to be ignored, with a warning for each. */
async function assumeUnknownSettings(t: Context): Promise<void> {
  const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
  await makeKey(t, path.path)
  const body = { max_versions: 4, contract_checks: true }
  const reply = await t.attempt('writeKeySettings', { path, body })
  const kept = dataIn(await t.attempt('readKeySettings', { path }))
  t.assume('SEC-G41', () => {
    expect(reply.status, 'status of writeKeySettings with a member that is not known').toBe(200)
    const { warnings } = reply.body as { warnings?: unknown }
    expect(warnings, 'warnings of a member that is not known').toEqual([expect.stringContaining('contract_checks')])
    expect(kept, 'settings of the key').toMatchObject({ max_versions: 4, contract_checks: undefined })
  })
}

/** Expects the store's number of versions for a key without its own. */
async function assumeStoreMaximum(t: Context, max_versions: number): Promise<void> {
  const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
  const versions = Array.from({ length: max_versions + 1 }, uniquePairs)
  await makeKey(t, path.path, versions)
  const first = await t.attempt('readVersion', { path, query: { version: 1 } })
  const second = await t.attempt('readVersion', { path, query: { version: 2 } })
  t.assume('SEC-G17', () => {
    expectStatus(first, 404, `the first of ${max_versions + 1} versions in a store that keeps ${max_versions}`)
    expectSuccess(second, 'the second')
  })
}

/** Expects written settings to be read back. Everything except the existence of the address is assumed. */
async function assumeKept(t: Context, kind: 'StoreSettings' | 'KeySettings', input: AttemptInput): Promise<void> {
  const [read, writes] = [`read${kind}`, [`write${kind}`, `write${kind}ByPut`]] as const
  for (const [index, write] of writes.entries()) {
    const max_versions = 20 + index
    const written = await t.attempt(write, { ...input, body: { max_versions } })
    const reply = await t.attempt(read, input)
    t.assume('SEC-G05', () => {
      expectSuccess(written, write)
      expect(reply.status, `status of ${read}`).toBe(200)
    })
    t.assume('SEC-G01', () =>
      expect(maxVersionsIn(reply), `data.max_versions of ${read} after ${write}`).toBe(max_versions),
    )
    await t.attempt(write, { ...input, body: {} })
    const kept = await t.attempt(read, input)
    t.assume('SEC-G01', () =>
      expect(maxVersionsIn(kept), `data.max_versions of ${read} after a ${write} that names none`).toBe(max_versions),
    )
  }
}

/** Keeps the first versions of a key, and drops the later ones. */
function keepsFirst(count: number): Sabotage {
  const written = new Map<string, number>()
  return (request, forward) => {
    const key = `${request.headers['x-mock-session']} ${request.path}`
    const before = written.get(key) ?? 0
    written.set(key, before + 1)
    return before < count ? forward(request) : answersWith(204)(request, forward)
  }
}

export const storeSettings: Checks = {
  'SEC-034': {
    needs: version2,
    onlyAssumed: 'SEC-G05',
    async run(t) {
      const input = { path: { mount: t.resource('version 2 mount') } }
      const before = maxVersionsIn(await t.attempt('readStoreSettings', input))
      t.afterwards(() => t.attempt('writeStoreSettings', { ...input, body: { max_versions: before } }))
      await assumeKept(t, 'StoreSettings', input)
      await t.attempt('writeStoreSettings', { ...input, body: { max_versions: 2 } })
      await assumeStoreMaximum(t, 2)
    },
    sabotage: [
      on('writeStoreSettings', answersWith(405)),
      on('writeStoreSettingsByPut', answersWith(204)),
      on('readStoreSettings', remembersFirstAnswer()),
      on('readStoreSettings', answersWith(404)),
    ],
  },
  'SEC-040': {
    needs: version2,
    onlyAssumed: 'SEC-G05',
    async run(t) {
      const mount = t.resource('version 2 mount')
      const input = { path: { mount, path: scratchDirectory() } }
      const ofOther = { path: { mount, path: scratchDirectory() } }
      await makeKey(t, input.path.path)
      await makeKey(t, ofOther.path.path)
      const before = maxVersionsIn(await t.attempt('readKeySettings', ofOther))
      await assumeKept(t, 'KeySettings', input)
      const after = maxVersionsIn(await t.attempt('readKeySettings', ofOther))
      t.assume('SEC-G01', () => expect(after, 'max_versions of another key').toBe(before))
      await assumeKeyRecord(t)
      await assumeUnknownSettings(t)
    },
    sabotage: [
      on('writeKeySettings', answersWith(405)),
      on('writeKeySettingsByPut', answersWith(204)),
      on('readKeySettings', answersWith(404)),
      on('readKeySettings', remembersFirstAnswer()),
    ],
  },
  'SEC-042': {
    needs: version2,
    async run(t) {
      for (const [max_versions, operation] of [
        [2, 'writeKeySettings'],
        [3, 'writeKeySettingsByPut'],
      ] as const) {
        const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
        const set = await t.attempt(operation, { path, body: { max_versions } })
        t.assume('SEC-G05', () => expectSuccess(set, operation))
        if (set.status >= 300) continue
        const versions = Array.from({ length: 5 }, uniquePairs)
        for (const pairs of versions) await addVersion(t, path.path, pairs)
        const readable: number[] = []
        for (const [index, pairs] of versions.entries()) {
          const { body } = await t.call('readVersion', { path, query: { version: index + 1 } })
          if (holds(body, pairs)) readable.push(index + 1)
        }
        const kept = [1, 2, 3, 4, 5].slice(-max_versions)
        const latest = await t.call('readVersion', { path })
        expect(holds(latest.body, versions[4] ?? {}), 'whether the latest version is kept').toBe(true)
        t.assume('SEC-G17', () =>
          expect(readable, `numbers of the versions kept, of five, when ${max_versions} are`).toEqual(kept),
        )
      }
    },
    sabotage: [
      on('writeKeySettings', seesBody, () => ({})),
      on('writeKeySettingsByPut', seesBody, () => ({ max_versions: 2 })),
      on('writeVersion', keepsFirst(2)),
      on('readVersion', ignoresQuery('version')),
    ],
  },
}
