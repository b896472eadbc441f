import type { operations } from '../../../../generated/secrets/types.ts'
import type { Behaviour } from '../../../behaviour/behaviour.ts'
import type { Caller, Context, SecretsBehaviours } from '../caller.ts'
import type { Conditions } from '../conditions.ts'
import { envelope, nothingThere } from '../envelope.ts'
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
function listOf(keysIn: (context: Context) => Promise<string[]>): List {
  return async ({ query }, context) => {
    const { because } = context
    if (query.help) return help(context)
    if (!query.list) return nothingThere()
    const names = namesBelow(context.caller.target.key, await keysIn(context))
    if (names.length > 0) return { status: 200, body: envelope({ keys: names }) }
    // A path that is a secret without anything below it is not a directory (SEC-028).
    because('SEC-028', 'SEC-054')
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
