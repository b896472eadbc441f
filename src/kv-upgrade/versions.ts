import upgrade from '../../generated/kv-cluster/upgrade.json' with { type: 'json' }

/** A version of a member's binary, which `/version` writes as `3.5.21`. */
export interface Version {
  major: number
  minor: number
  patch: number
}

/** The minor version that an upgrade starts from, and the one that it leads to. */
export const oldVersion: string = upgrade.from
export const newVersion: string = upgrade.to

const lowestOldPatch = upgrade.minimum_versions.find(({ subject }) => subject === 'member')?.version

/** Undefined for text that is not three numbers without leading zeros, separated by dots. */
export function parseVersion(text: string): Version | undefined {
  const numbers = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.exec(text)?.slice(1).map(Number)
  if (!numbers) return undefined
  const [major = 0, minor = 0, patch = 0] = numbers
  return { major, minor, patch }
}

/** `3.5` for `3.5.21`. Other text comes back unchanged. */
export function minorOf(text: string): string {
  const version = parseVersion(text)
  return version ? `${version.major}.${version.minor}` : text
}

/** Below zero when the first version is older. Compares numbers, so `3.5.9` is older than `3.5.20`. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  return a.map((number, index) => number - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

/** The numbers of `3.5.21` or `3.5`. A missing part counts as 0. */
function numbersOf(text: string): [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map(Number)
  return [major, minor, patch]
}

/** Whether a member of this version must be patched before an upgrade begins (KVC-041, KVC-042). */
export function needsPatch(version: string): boolean {
  return minorOf(version) === oldVersion && lowestOldPatch !== undefined && compareVersions(version, lowestOldPatch) < 0
}
