import type { operations } from '../../../../generated/secrets/types.ts'
import type { Behaviour } from '../../../behaviour/behaviour.ts'
import { Refusal } from '../../../behaviour/refusal.ts'
import type { Caller, SecretsBehaviours, SecretsContext } from '../caller.ts'
import type { Conditions } from '../conditions.ts'
import { done, envelope, nothingThere } from '../envelope.ts'
import { help } from '../help/help-answer.ts'
import { type KeyRecord, keysOf, storeSettingsOf } from '../state.ts'
import { readableVersion, withDeleted, withDestroyed, withNewVersion, withUndeleted } from './kv2-record.ts'

/**
 * Stores the pairs as the next version; the first version creates the key (SEC-035, SEC-048 to SEC-050). Refuses if the current version is
 * not the one that the caller expects (gap SEC-G45).
 */
const writeVersion: Behaviour<operations['writeVersion'], Conditions, Caller> = async ({ body }, context) => {
  const { caller, store, clock, conditions } = context
  const { target } = caller
  const settings = await storeSettingsOf(store).get(target.mount)
  const options = { now: clock.now().toISOString(), storeMaximum: settings?.max_versions ?? 0 }
  const keys = keysOf(store)
  const current = await keys.get(target.key)
  const expected = body.options?.cas
  if (expected !== undefined && expected !== (current?.current_version ?? 0)) {
    return new Refusal('invalid-request', 'check-and-set parameter did not match the current version')
  }
  const key = withNewVersion(current, body.data, options)
  await keys.set(target.key, key)
  const written = key.versions.at(-1)
  if (!written) throw new Error(`the key ${target.key} has no version after a write`)
  const { data: _, ...record } = written
  const warnings = conditions.warnings.length > 0 ? [...conditions.warnings] : null
  return { status: 200, body: envelope(record, { warnings }) }
}

type Selection = Behaviour<operations['deleteVersions'], Conditions, Caller>

/** Changes versions of a key in one request; an unknown key has none. */
function change(make: (key: KeyRecord, numbers: readonly number[], now: string) => KeyRecord): Selection {
  return async ({ body }, context) => {
    const now = context.clock.now().toISOString()
    await keysOf(context.store).update(context.caller.target.key, (key) => key && make(key, body.versions, now))
    return done(context)
  }
}

const deleteVersions = change(withDeleted)
const undeleteVersions = change(withUndeleted)
const destroyVersions = change(withDestroyed)

/** An address that only accepts writes can be read only with `help` (SEC-060, SEC-100). */
async function describe(_: unknown, context: SecretsContext) {
  return help(context)
}

export const versionBehaviours = {
  /** The latest version, or the one with the number (SEC-036, SEC-043); its fields differ from those of kv version 1 (SEC-064). */
  async readVersion({ query }, context) {
    if (query.help) return help(context)
    const key = await keysOf(context.store).get(context.caller.target.key)
    const found = key && readableVersion(key, query.version ?? 0)
    if (!found) return nothingThere()
    const { data, ...metadata } = found
    return { status: 200, body: envelope({ data, metadata }) }
  },

  writeVersion,
  writeVersionByPut: writeVersion,

  async deleteLatestVersion(_, context) {
    const now = context.clock.now().toISOString()
    await keysOf(context.store).update(
      context.caller.target.key,
      (key) => key && withDeleted(key, [key.current_version], now),
    )
    return done(context)
  },

  deleteVersions,
  deleteVersionsByPut: deleteVersions,
  describeDeleteVersions: describe,

  undeleteVersions,
  undeleteVersionsByPut: undeleteVersions,
  describeUndeleteVersions: describe,

  destroyVersions,
  destroyVersionsByPut: destroyVersions,
  describeDestroyVersions: describe,
} satisfies SecretsBehaviours
