import type { KeyRecord, SecretRecord, StoredVersion } from '../state.ts'

/** Versions that a key keeps when neither it nor its store says otherwise. */
export const defaultMaxVersions = 10

/** A key without a version, as its settings make it when they come first. */
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
 * The key with one version more. The oldest versions beyond what the key keeps are dropped for good (SEC-042, gap SEC-G17); a
 * number is never used again.
 *
 * @param storeMaximum what the store keeps of a key that has no number of its own; 0 for the default
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

/** A version by its number, 0 for the latest; undefined when it is not there, deleted or destroyed (SEC-043, gap SEC-G33). */
export function readableVersion(key: KeyRecord, number: number): (StoredVersion & { data: SecretRecord }) | undefined {
  const wanted = number || key.current_version
  const found = key.versions.find(({ version }) => version === wanted)
  if (!found || found.data === null || isDeleted(found)) return undefined
  return { ...found, data: found.data }
}

/** Marks versions as deleted; their data stays (SEC-037, SEC-038). A number that the key does not have is passed over. */
export function withDeleted(key: KeyRecord, numbers: readonly number[], now: string): KeyRecord {
  return changeVersions(key, numbers, (version) =>
    version.destroyed || isDeleted(version) ? version : { ...version, deletion_time: now },
  )
}

/** Makes deleted versions readable again; a destroyed one stays so (SEC-039, SEC-041). */
export function withUndeleted(key: KeyRecord, numbers: readonly number[]): KeyRecord {
  return changeVersions(key, numbers, (version) => (version.destroyed ? version : { ...version, deletion_time: '' }))
}

/** Removes the data of versions for good (SEC-039). */
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
