import { gateOf } from './feature-gates.ts'
import {
  addedFlags,
  changedDefaults,
  enableV2,
  featureGates,
  gateFlags,
  newSpellings,
  readBoolean,
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
    ? 'Removed: 3.6 does not know it, and no flag takes its place. Whoever reaches the cluster through this proxy needs another way before the upgrade.'
    : 'Removed: 3.6 does not know it, and no flag takes its place. Move what relies on it before the upgrade.'
  return [{ kind: 'removed', flag, reason, rules }]
}

function describeV2(setting: Setting, rules: readonly string[]): Finding[] {
  const { flag } = setting
  if (!setsV2([setting])) {
    const reason = 'Removed: 3.6 does not know it. It was false, so that nothing else is to do.'
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

/** What is to say of a setting that is neither removed nor renamed. Values stay out of it: they may be secret. */
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
  if (changedDefaults.has(flag) || flag === featureGates || newSpellings.has(flag)) return []
  const added = addedFlags.get(flag)
  if (added) return [{ kind: 'kept', flag, becomes: flag, reason: 'Kept: a flag that 3.6 adds.', rules: added.rules }]
  const reason = flag.startsWith('--experimental-')
    ? 'Kept: unknown here. No list of changes names it; ask 3.6 whether it still reads it.'
    : 'Kept: unknown here. No list of changes names it.'
  return [{ kind: 'kept', flag, becomes: flag, reason, rules: ['KVC-G29'] }]
}

/** Defaults that change under a configuration which does not set them (gap KVC-G27). */
export function describeChangedDefaults(settings: readonly Setting[]): Finding[] {
  return [...changedDefaults.values()]
    .filter(({ flag }) => !settings.some((setting) => setting.flag === flag))
    .map(({ flag, old, new: next, rules }) => ({
      kind: 'default',
      flag,
      becomes: `${flag}=${next}`,
      reason: `Not set, and its default changes from ${old} to ${next}. To keep the old one, set ${flag}=${old}.`,
      rules: [...rules, 'KVC-G27'],
    }))
}
