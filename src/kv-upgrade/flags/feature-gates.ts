import { UserError } from '../../user-error.ts'
import { featureGates, gateFlags, readBoolean } from './flag-lists.ts'
import type { Setting } from './setting.ts'

/** The values of gates by name, in the order of the configuration. */
export type Gates = ReadonlyMap<string, boolean>

/** Reads `CompactHashCheck=true,LeaseCheckpoint=false`. */
export function readGates({ value = '', where }: Setting): Gates {
  const gates = new Map<string, boolean>()
  for (const entry of value.split(',').map((text) => text.trim())) {
    const [, name, text] = /^([A-Za-z][A-Za-z0-9]*)=(.*)$/.exec(entry) ?? []
    const on = text === undefined ? undefined : readBoolean(text)
    if (name === undefined || on === undefined) {
      throw new UserError(`${where}: '${entry}' in ${featureGates} is not a gate such as CompactHashCheck=true.`)
    }
    if (gates.has(name)) throw new UserError(`${where}: ${featureGates} sets the gate ${name} twice; keep one.`)
    gates.set(name, on)
  }
  return gates
}

/** The gate that replaces a flag of 3.5, and its value. */
export function gateOf({ flag, value = 'true', where }: Setting): [name: string, on: boolean] | undefined {
  const listed = gateFlags.get(flag)
  if (!listed) return undefined
  const on = readBoolean(value)
  if (on === undefined) throw new UserError(`${where}: '${value}' is not a value for ${flag}; write true or false.`)
  return [listed.gate, on]
}

/** Merges all gates of a configuration: those of `--feature-gates` first, then those of the flags that became gates. */
export function mergeGates(settings: readonly Setting[]): Gates {
  const present = settings.find(({ flag }) => flag === featureGates)
  const merged = new Map(present ? readGates(present) : [])
  for (const setting of settings) {
    const [name, on] = gateOf(setting) ?? []
    if (name === undefined || on === undefined) continue
    const before = merged.get(name)
    if (before !== undefined && before !== on) {
      throw new UserError(
        `${setting.where}: ${setting.flag} says ${on}, and ${featureGates} says ${name}=${before}; keep the one that holds.`,
      )
    }
    merged.set(name, on)
  }
  return merged
}

/** Writes gates as one value. The comma between them is assumed (gap KVC-G26). */
export function writeGates(gates: Gates): string {
  return [...gates].map(([name, on]) => `${name}=${on}`).join(',')
}
