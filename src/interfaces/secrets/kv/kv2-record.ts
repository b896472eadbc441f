import type { KeyRecord, SecretRecord, StoredVersion } from '../state.ts'

/** Versions that a key keeps if neither it nor its store has a setting. */
export const defaultMaxVersions = 10

/** A key without versions, which settings create. */
export function emptyKey(now: string, max_versions = 0): KeyRecord {
  return {
    max_versions,
    current_version: 0,
    oldest_version: 0,
    created_time: now,
    updated_time: now,
    versions: [],
  }
}

/**
 * Adds a version to a key. The oldest versions beyond the limit are dropped permanently (SEC-042, gap SEC-G17); a number is never reused.
 *
 * @param storeMaximum the store's limit for keys without their own; 0 for the default
 */
export function withNewVersion(
  key: KeyRecord | undefined,
  data: SecretRecord,
  { now, storeMaximum }: { now: string; storeMaximum: number },
): KeyRecord {
  const before = key ?? emptyKey(now)
  const version = before.current_version + 1
  const all = [...before.versions, { version, created_time: now, deletion_time: '', destroyed: false, data }]
  const kept = all.slice(-(before.max_versions || storeMaximum || defaultMaxVersions))
  const dropped = kept.length < all.length
  return {
    ...before,
    current_version: version,
    oldest_version: dropped ? (kept[0]?.version ?? 0) : before.oldest_version,
    updated_time: now,
    versions: kept,
  }
}

/** A version by its number, 0 for the latest; undefined if it does not exist, or is deleted or destroyed (SEC-043, gap SEC-G33). */
export function readableVersion(key: KeyRecord, number: number): (StoredVersion & { data: SecretRecord }) | undefined {
  const wanted = number || key.current_version
  const found = key.versions.find(({ version }) => version === wanted)
  if (!found || found.data === null || isDeleted(found)) return undefined
  return { ...found, data: found.data }
}

/** Marks versions as deleted; their data stay (SEC-037, SEC-038). Unknown numbers are skipped. */
export function withDeleted(key: KeyRecord, numbers: readonly number[], now: string): KeyRecord {
  return changeVersions(key, numbers, (version) =>
    version.destroyed || isDeleted(version) ? version : { ...version, deletion_time: now },
  )
}

/** Makes deleted versions readable again, but not destroyed ones (SEC-039, SEC-041). */
export function withUndeleted(key: KeyRecord, numbers: readonly number[]): KeyRecord {
  return changeVersions(key, numbers, (version) => (version.destroyed ? version : { ...version, deletion_time: '' }))
}

/** Removes the data of versions permanently (SEC-039). */
export function withDestroyed(key: KeyRecord, numbers: readonly number[]): KeyRecord {
  return changeVersions(key, numbers, (version) => ({ ...version, destroyed: true, data: null }))
}

function changeVersions(
  key: KeyRecord,
  numbers: readonly number[],
  change: (version: StoredVersion) => StoredVersion,
): KeyRecord {
  const chosen = new Set(numbers)
  return { ...key, versions: key.versions.map((each) => (chosen.has(each.version) ? change(each) : each)) }
}

function isDeleted({ deletion_time }: StoredVersion): boolean {
  return deletion_time !== ''
}
