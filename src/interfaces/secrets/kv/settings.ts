import type { components, operations } from '../../../../generated/secrets/types.ts'
import type { Behaviour } from '../../../behaviour/behaviour.ts'
import type { Caller, SecretsBehaviours } from '../caller.ts'
import type { Conditions } from '../conditions.ts'
import { done, envelope, nothingThere } from '../envelope.ts'
import { help } from '../help/help-answer.ts'
import { type KeyRecord, keysOf, storeSettingsOf } from '../state.ts'
import { defaultMaxVersions, emptyKey } from './kv2-record.ts'

/** Unknown settings in a body: they are ignored, with a warning in the answer (gap SEC-G01). */
function unknownSettings(body: object): string[] {
  return Object.keys(body)
    .filter((name) => name !== 'max_versions')
    .map((name) => `the member \`${name.slice(0, 100)}\` is not known here and was ignored`)
}

const writeStoreSettings: Behaviour<operations['writeStoreSettings'], Conditions, Caller> = async (
  { body },
  context,
) => {
  const { max_versions } = body
  if (max_versions !== undefined) {
    await storeSettingsOf(context.store).update(context.caller.target.mount, (current) => ({
      ...current,
      max_versions,
    }))
  }
  return done(context, unknownSettings(body))
}

/** Changes the named settings; creates an unknown key without a version. */
const writeKeySettings: Behaviour<operations['writeKeySettings'], Conditions, Caller> = async ({ body }, context) => {
  const { target } = context.caller
  const now = context.clock.now().toISOString()
  const keys = keysOf(context.store)
  const current = await keys.get(target.key)
  const key = current ?? emptyKey(now)
  await keys.set(target.key, { ...key, max_versions: body.max_versions ?? key.max_versions })
  return done(context, unknownSettings(body))
}

export const settingsBehaviours = {
  async readStoreSettings({ query }, context) {
    if (query.help) return help(context)
    const settings = await storeSettingsOf(context.store).get(context.caller.target.mount)
    return { status: 200, body: envelope({ max_versions: settings?.max_versions || defaultMaxVersions }) }
  },

  writeStoreSettings,
  writeStoreSettingsByPut: writeStoreSettings,

  async readKeySettings({ query }, context) {
    if (query.help) return help(context)
    const key = await keysOf(context.store).get(context.caller.target.key)
    return key ? { status: 200, body: envelope(settingsOf(key)) } : nothingThere()
  },

  writeKeySettings,
  writeKeySettingsByPut: writeKeySettings,

  async deleteKey(_, context) {
    await keysOf(context.store).delete(context.caller.target.key)
    return done(context)
  },
} satisfies SecretsBehaviours

type KeySettingsData = NonNullable<components['schemas']['KeySettingsAnswer']['data']>

function settingsOf({ versions, ...settings }: KeyRecord): KeySettingsData {
  const records = versions.map(({ version, data: _, ...record }) => [String(version), record] as const)
  return { ...settings, versions: Object.fromEntries(records) }
}
