import { UserError } from '../../user-error.ts'
import { gateOf, mergeGates, readGates, writeGates } from './feature-gates.ts'
import { describeChangedDefaults, describeKept, describeRemoved, refuseOldDefaults } from './findings.ts'
import { featureGates, removedFlags, renamedFlags } from './flag-lists.ts'
import type { Configuration, Edit, Finding, Migration, Setting } from './setting.ts'

/**
 * Rewrites a 3.5 configuration for 3.6. The merged `--feature-gates` takes the place of the existing one, else of the first flag that
 * became a gate.
 *
 * @throws UserError for a flag given twice, in one spelling or in two, for gates that contradict each other, and for a value with
 *   which 3.6 was seen not to start.
 */
export function migrate({ settings, write }: Configuration): Migration {
  refuseTwice(settings)
  refuseOldDefaults(settings)
  const gates = mergeGates(settings)
  const isGate = (setting: Setting) => setting.flag === featureGates || gateOf(setting) !== undefined
  const gatesAt = settings.findIndex(({ flag }) => flag === featureGates)
  const place = gatesAt === -1 ? settings.findIndex(isGate) : gatesAt
  const present = settings[gatesAt]
  const complete = present !== undefined && readGates(present).size === gates.size

  const edits = settings.map((setting, index): Edit => {
    const renamed = renamedFlags.get(setting.flag)
    if (renamed) return { kind: 'replace', flag: renamed.becomes }
    if (removedFlags.has(setting.flag)) return { kind: 'drop' }
    if (!isGate(setting)) return { kind: 'keep' }
    if (index !== place) return { kind: 'drop' }
    return complete ? { kind: 'keep' } : { kind: 'replace', flag: featureGates, value: writeGates(gates) }
  })
  const findings = [...settings.flatMap(describe), ...describeChangedDefaults(settings)]
  return { configuration: write(edits), changed: edits.some(({ kind }) => kind !== 'keep'), findings }
}

function describe(setting: Setting): Finding[] {
  const { flag } = setting
  const removed = removedFlags.get(flag)
  if (removed) return describeRemoved(setting, removed.rules)
  const renamed = renamedFlags.get(flag)
  if (renamed) {
    const { becomes } = renamed
    const reason = 'Renamed; the old spelling is deprecated, and whether 3.6 still reads it is not documented.'
    return [{ kind: 'renamed', flag, becomes, reason, rules: [...renamed.rules, 'KVC-G21'] }]
  }
  return describeKept(setting)
}

/** The old and the new spelling name one flag. */
function refuseTwice(settings: readonly Setting[]): void {
  const seen = new Map<string, Setting>()
  for (const setting of settings) {
    const name = renamedFlags.get(setting.flag)?.becomes ?? setting.flag
    const first = seen.get(name)
    if (first) {
      const both = first.flag === setting.flag ? `${setting.flag}` : `${first.flag}, now ${setting.flag},`
      throw new UserError(`${both} is given twice: ${first.where} and ${setting.where}. Keep the one that holds.`)
    }
    seen.set(name, setting)
  }
}
