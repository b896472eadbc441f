import upgrade from '../../generated/kv-cluster/upgrade.json' with { type: 'json' }

/** The minor version that an upgrade starts from, and the one that it leads to. */
export const oldVersion: string = upgrade.from
export const newVersion: string = upgrade.to

const lowestOldPatch = upgrade.minimum_versions.find(({ subject }) => subject === 'member')?.version

const version = /^((?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8}))\.(?:0|[1-9]\d{0,8})$/

/** Whether a text is the version of a binary, as `/version` writes it: three numbers without leading zeros, `3.5.21`. */
export function isVersion(text: string): boolean {
  return version.test(text)
}

/** `3.5` for `3.5.21`. Other text comes back unchanged. */
export function minorOf(text: string): string {
  return version.exec(text)?.[1] ?? text
}

const collator = new Intl.Collator('en', { numeric: true })

/** Below zero when the first version is older. Compares numbers, so `3.5.9` is older than `3.5.20`. Both have as many numbers. */
export function compareVersions(one: string, other: string): number {
  return collator.compare(one, other)
}

/** Whether a member of this version must be patched before an upgrade begins (KVC-041, KVC-042). */
export function needsPatch(version: string): boolean {
  return minorOf(version) === oldVersion && lowestOldPatch !== undefined && compareVersions(version, lowestOldPatch) < 0
}
