import type { Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import type { Context } from '../context.ts'
import { expectError, expectSuccess } from '../expectations.ts'
import { addVersion, makeKey, scratchDirectory, uniquePairs } from '../scratch.ts'

const dataIn = ({ body }: Reply) => (body as { data?: Record<string, unknown> }).data
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
const whole = { created_time: time, deletion_time: '', destroyed: false }

/** Expects the record of a key and its versions in the form that this contract assumes. */
export async function assumeKeyRecord(t: Context): Promise<void> {
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
  t.assume('SEC-G41', () => expectError(after, 404, 'a read of the settings of a key that was never made'))
}

/** Expects unknown settings to be ignored, with a warning for each. */
export async function assumeUnknownSettings(t: Context): Promise<void> {
  const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
  await makeKey(t, path.path)
  const body = { max_versions: 4, contract_checks: true }
  const reply = await t.attempt('writeKeySettings', { path, body })
  const kept = dataIn(await t.attempt('readKeySettings', { path }))
  t.assume('SEC-G41', () => {
    expect(reply.status, 'status of writeKeySettings with a member that is not known').toBe(200)
    const { warnings } = reply.body as { warnings?: unknown }
    expect(warnings, 'warnings of a member that is not known').toEqual([expect.stringContaining('contract_checks')])
    expect(kept, 'settings of the key').toMatchObject({ max_versions: 4 })
    expect(kept, 'settings of the key').not.toHaveProperty('contract_checks')
  })
}

/** Expects the store's number of versions for a key without its own. */
export async function assumeStoreMaximum(t: Context, max_versions: number): Promise<void> {
  const path = { mount: t.resource('version 2 mount'), path: scratchDirectory() }
  const versions = Array.from({ length: max_versions + 1 }, uniquePairs)
  await makeKey(t, path.path, versions)
  const first = await t.attempt('readVersion', { path, query: { version: 1 } })
  const second = await t.attempt('readVersion', { path, query: { version: 2 } })
  t.assume('SEC-G17', () => {
    expectError(first, 404, `the first of ${max_versions + 1} versions in a store that keeps ${max_versions}`)
    expectSuccess(second, 'the second')
  })
}
