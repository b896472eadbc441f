import type { operations } from '../../../../generated/secrets/types.ts'
import type { Behaviour } from '../../../behaviour/behaviour.ts'
import type { Caller, SecretsBehaviours, SecretsContext } from '../caller.ts'
import type { Conditions } from '../conditions.ts'
import { done, envelope, nothingThere } from '../envelope.ts'
import { help } from '../help/help-answer.ts'
import { keysOf, secretsOf } from '../state.ts'

/**
 * Names directly below a directory, in lexicographic order. A secret has its name, a directory a final `/`; a name that is both occurs
 * twice (SEC-027, gap SEC-G12).
 *
 * @param directory with its final `/`
 */
function namesBelow(directory: string, keys: readonly string[]): string[] {
  const below = keys.filter((key) => key.startsWith(directory) && key.length > directory.length)
  const names = below.map((key) => {
    const end = key.indexOf('/', directory.length)
    return key.slice(directory.length, end === -1 ? undefined : end + 1)
  })
  return [...new Set(names)].sort()
}

type List = Behaviour<operations['listDirectory'], Conditions, Caller>

/** LIST, or GET with `list=true` (SEC-051 to SEC-053); any other GET finds nothing here (gap SEC-G13). */
function listOf(keysIn: (context: SecretsContext) => Promise<string[]>): List {
  return async ({ query }, context) => {
    const { cite } = context
    if (query.help) return help(context)
    if (!query.list) return nothingThere()
    const names = namesBelow(context.caller.target.key, await keysIn(context))
    if (names.length > 0) return { status: 200, body: envelope({ keys: names }) }
    // A path that is a secret without anything below it is not a directory (SEC-028).
    cite('SEC-028', 'SEC-054')
    return nothingThere()
  }
}

const listSecrets = listOf(async ({ store }) => (await secretsOf(store).entries()).map(([key]) => key))
const listKeys = listOf(async ({ store }) => (await keysOf(store).entries()).map(([key]) => key))

export const directoryBehaviours = {
  listMount: listSecrets,
  listDirectory: listSecrets,
  listKeys,
  listKeyDirectory: listKeys,
} satisfies SecretsBehaviours

/** Seconds after which to read again: the 32 days of the documented examples. */
const leaseDuration = 2_764_800

/** Creates or replaces the secret, depending on the stored data (SEC-048 to SEC-050). */
const writeSecret: Behaviour<operations['writeSecret'], Conditions, Caller> = async ({ body }, context) => {
  await secretsOf(context.store).set(context.caller.target.key, body)
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
