import type { operations } from '../../../../generated/secrets/types.ts'
import type { Behaviour } from '../../../behaviour/behaviour.ts'
import { allows } from '../access.ts'
import { writeDenied } from '../auth/refusals.ts'
import type { Caller, SecretsBehaviours } from '../caller.ts'
import type { Conditions } from '../conditions.ts'
import { done, envelope, nothingThere } from '../envelope.ts'
import { help } from '../help/help-answer.ts'
import { secretsOf } from '../state.ts'

/** Seconds after which to read again: the 32 days of the documented examples. */
const leaseDuration = 2_764_800

/** Creates or replaces the secret, depending on the stored data (SEC-048 to SEC-050). */
const writeSecret: Behaviour<operations['writeSecret'], Conditions, Caller> = async ({ body }, context) => {
  const { target, access } = context.caller
  const secrets = secretsOf(context.store)
  const current = await secrets.get(target.key)
  if (!allows(access, current === undefined ? 'create' : 'update')) return writeDenied(access)
  await secrets.set(target.key, body)
  return done(context)
}

/** The generic operations on secrets of kv version 1 (SEC-012, SEC-013, SEC-022). */
export const secretBehaviours = {
  async readSecret({ query }, context) {
    if (query.help) return help(context)
    const { key } = context.caller.target
    const data = await secretsOf(context.store).get(key)
    return data ? { status: 200, body: envelope(data, { lease_duration: leaseDuration }) } : nothingThere()
  },

  writeSecret,
  // PUT and POST are synonyms (SEC-047, SEC-048).
  writeSecretByPut: writeSecret,

  /** The answer is the same if there was no secret (gap SEC-G15). */
  async deleteSecret(_, context) {
    await secretsOf(context.store).delete(context.caller.target.key)
    return done(context)
  },
} satisfies SecretsBehaviours
