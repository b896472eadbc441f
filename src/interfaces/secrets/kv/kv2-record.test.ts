import { expect, it } from 'vitest'
import type { KeyRecord } from '../state.ts'
import {
  defaultMaxVersions,
  emptyKey,
  readableVersion,
  withDeleted,
  withDestroyed,
  withNewVersion,
  withUndeleted,
} from './kv2-record.ts'

const now = '2026-03-09T12:00:00.000Z'
const later = '2026-03-10T12:00:00.000Z'
const at = { now, storeMaximum: 0 }

function keyWith(versions: number, max_versions = 0): KeyRecord {
  let key = emptyKey(now, max_versions)
  for (let number = 1; number <= versions; number++) key = withNewVersion(key, { number }, at)
  return key
}

it('SEC-043: each write adds a version, numbered from 1', () => {
  const key = withNewVersion(withNewVersion(undefined, { a: 1 }, at), { a: 2 }, { ...at, now: later })
  expect(key).toMatchObject({ current_version: 2, oldest_version: 0, created_time: now, updated_time: later })
  expect(readableVersion(key, 1)?.data).toEqual({ a: 1 })
  expect(readableVersion(key, 0)).toEqual(readableVersion(key, 2))
  expect(readableVersion(key, 3)).toBeUndefined()
})

it('SEC-042: the oldest versions beyond what the key keeps are dropped', () => {
  const key = keyWith(5, 2)
  expect(key.versions.map(({ version }) => version)).toEqual([4, 5])
  expect(key).toMatchObject({ current_version: 5, oldest_version: 4 })
  expect(readableVersion(key, 3)).toBeUndefined()
})

it('SEC-042: a key without a number of its own keeps as many as its store, or ten', () => {
  const ten = keyWith(defaultMaxVersions)
  expect(withNewVersion(ten, {}, at).versions).toHaveLength(10)
  expect(withNewVersion(ten, {}, { ...at, storeMaximum: 3 }).versions).toHaveLength(3)
  expect(withNewVersion({ ...ten, max_versions: 12 }, {}, { ...at, storeMaximum: 3 }).versions).toHaveLength(11)
})

it('SEC-038: several versions are marked as deleted at once, and keep their data', () => {
  const key = withDeleted(keyWith(3), [1, 3, 99], later)
  expect(key.versions.map(({ deletion_time }) => deletion_time)).toEqual([later, '', later])
  expect(key.versions[0]?.data).toEqual({ number: 1 })
  expect(readableVersion(key, 1)).toBeUndefined()
  expect(readableVersion(key, 0)).toBeUndefined()
})

it('SEC-038: deleting again does not move the time of deletion', () => {
  const key = withDeleted(withDeleted(keyWith(1), [1], now), [1], later)
  expect(key.versions[0]?.deletion_time).toBe(now)
})

it('SEC-041: undeleted versions are readable again', () => {
  const key = withUndeleted(withDeleted(keyWith(2), [1, 2], later), [1, 2])
  expect(readableVersion(key, 1)?.data).toEqual({ number: 1 })
  expect(readableVersion(key, 2)?.data).toEqual({ number: 2 })
})

it('SEC-039: destroyed versions have no data, and do not come back', () => {
  const destroyed = withDestroyed(withDeleted(keyWith(2), [1], later), [1])
  const key = withUndeleted(destroyed, [1])
  expect(key.versions[0]).toMatchObject({ destroyed: true, data: null, deletion_time: later })
  expect(readableVersion(key, 1)).toBeUndefined()
  expect(readableVersion(key, 2)).toBeDefined()
})
