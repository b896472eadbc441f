import upgrade from '../../../generated/kv-cluster/upgrade.json' with { type: 'json' }

interface Listed {
  /** With its two hyphens. */
  flag: string
  rules: readonly string[]
}

export interface GateFlag extends Listed {
  gate: string
  /** The documented value. It is assumed that other values carry over to the gate (gap KVC-G26). */
  value: boolean
}

/** A flag that both versions have, with different defaults. */
export interface ChangedDefault extends Listed {
  old: string
  new: string
}

/** An old default that was tried with a real server of 3.6. None of this is documented. */
export interface TriedDefault {
  flag: string
  value: string
  version: string
  starts: boolean
  /** What the operator does about a value with which the server did not start. */
  do?: string
  gaps: readonly string[]
}

function byFlag<Item extends { flag: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.flag, item]))
}

export const addedFlags: ReadonlyMap<string, Listed & { default?: string }> = byFlag(upgrade.flags_added)
export const removedFlags: ReadonlyMap<string, Listed> = byFlag(upgrade.flags_removed)
export const renamedFlags: ReadonlyMap<string, Listed & { becomes: string }> = byFlag(upgrade.flags_renamed)
export const gateFlags: ReadonlyMap<string, GateFlag> = byFlag(upgrade.flags_replaced_by_feature_gates)
export const changedDefaults: ReadonlyMap<string, ChangedDefault> = byFlag(upgrade.defaults_changed)

export const triedDefaults: ReadonlyMap<string, TriedDefault> = byFlag(upgrade.old_defaults_tried)

/** Spellings that only 3.6 has. */
export const newSpellings: ReadonlySet<string> = new Set([...renamedFlags.values()].map(({ becomes }) => becomes))

export const enableV2 = '--enable-v2'
export const featureGates = '--feature-gates'

/** Whether a flag may have no value on a command line. The documents show values for the gates and `--enable-v2` only. */
export function isBoolean(flag: string): boolean {
  return flag === enableV2 || gateFlags.has(flag)
}

/** Reads a boolean in any spelling that servers of this family accept. Undefined for other text. */
export function readBoolean(text: string): boolean | undefined {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) return true
  return ['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text) ? false : undefined
}
