import { UserError } from '../../user-error.ts'
import { gateOf } from './feature-gates.ts'
import {
  addedFlags,
  changedDefaults,
  enableV2,
  featureGates,
  gateFlags,
  newSpellings,
  readBoolean,
  triedDefaults,
} from './flag-lists.ts'
import type { Finding, Setting } from './setting.ts'

/** Whether a configuration turns the v2 API on: set, and not false (KVC-043, KVC-046). */
export function setsV2(settings: readonly Setting[]): boolean {
  const setting = settings.find(({ flag }) => flag === enableV2)
  return setting !== undefined && readBoolean(setting.value ?? 'true') !== false
}

export function describeRemoved(setting: Setting, rules: readonly string[]): Finding[] {
  const { flag } = setting
  if (flag === enableV2) return describeV2(setting, rules)
  const reason = flag.startsWith('--proxy')
    ? 'Removed: 3.6 does not know it, and no flag takes its place. Clients that reach the cluster through this proxy need another way before the upgrade.'
    : 'Removed: 3.6 does not know it, and no flag takes its place. Change whatever relies on it before the upgrade.'
  return [{ kind: 'removed', flag, reason, rules }]
}

function describeV2(setting: Setting, rules: readonly string[]): Finding[] {
  const { flag } = setting
  if (!setsV2([setting])) {
    const reason = 'Removed: 3.6 does not know it. It was false, so nothing else is to do.'
    return [{ kind: 'removed', flag, reason, rules: [...rules, 'KVC-046', 'KVC-G19'] }]
  }
  const removed = 'Removed: 3.6 does not know it. Start no 3.6 binary before the v2 check is done.'
  const check =
    'Run `check v2store` of the offline utility. Without custom data the flag can go; with some, follow the v2 migration procedure first.'
  return [
    { kind: 'removed', flag, reason: removed, rules },
    { kind: 'v2-check', flag, reason: check, rules: ['KVC-043', 'KVC-044', 'KVC-045', 'KVC-G18'] },
  ]
}

/** Describes a setting that is neither removed nor renamed. Values stay out of the reasons: they may be secret. */
export function describeKept(setting: Setting): Finding[] {
  const { flag, value = 'true' } = setting
  const gate = gateFlags.get(flag)
  if (gate) {
    const [name, on] = gateOf(setting) ?? []
    const rules = on === gate.value ? gate.rules : [...gate.rules, 'KVC-G26']
    const reason =
      on === gate.value
        ? 'A feature gate in 3.6; all gates stand in one flag.'
        : `A feature gate in 3.6; all gates stand in one flag. Only ${gate.value} is documented: that ${value} is carried over is assumed.`
    return [{ kind: 'feature-gate', flag, becomes: `${featureGates}=${name}=${on}`, reason, rules }]
  }
  return [{ kind: 'kept', flag, becomes: flag, ...keptBecause(flag) }]
}

function keptBecause(flag: string): Pick<Finding, 'reason' | 'rules'> {
  const added = addedFlags.get(flag)
  if (added) return { reason: 'Kept: a flag that 3.6 adds.', rules: added.rules }
  const preset = changedDefaults.get(flag)
  if (preset) return { reason: 'Kept: it is set, so that its changed default does not apply.', rules: preset.rules }
  if (newSpellings.has(flag)) return { reason: 'Kept: the spelling of 3.6.', rules: ['KVC-078'] }
  const ask = flag.startsWith('--experimental-') ? ' Ask 3.6 whether it still reads it.' : ''
  return { reason: `Kept: no list of changes names it.${ask}`, rules: ['KVC-G29'] }
}

/** Defaults that change under a configuration which does not set them (gap KVC-G27). */
export function describeChangedDefaults(settings: readonly Setting[]): Finding[] {
  return [...changedDefaults.values()]
    .filter(({ flag }) => !settings.some((setting) => setting.flag === flag))
    .map(({ flag, old, new: next, rules }) => ({
      kind: 'default',
      flag,
      becomes: `${flag}=${next}`,
      reason: `Not set, and its default changes from ${old} to ${next}.${describeTried(flag)}`,
      rules: [...rules, 'KVC-G27', ...(triedDefaults.get(flag)?.gaps ?? [])],
    }))
}

function describeTried(flag: string): string {
  const tried = triedDefaults.get(flag)
  if (!tried) return ''
  const { value, version, starts } = tried
  return starts
    ? ` Whether the old one can be kept is not documented: ${version} was seen to start with ${flag}=${value}.`
    : ` Do not set the old one: ${version} was seen not to start with it.`
}

/** Stops at an old default with which 3.6 was seen not to start. The value is one of the documents, so the message may repeat it. */
export function refuseOldDefaults(settings: readonly Setting[]): void {
  for (const { flag, value, where } of settings) {
    const tried = triedDefaults.get(flag)
    if (!tried || tried.starts || value !== tried.value) continue
    throw new UserError(
      `${where}: ${tried.version} was seen not to start with ${flag}=${value}. ${tried.do} [${tried.gaps.join(', ')}]`,
    )
  }
}
