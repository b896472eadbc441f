import type { operations } from '../../../../generated/secrets/types.ts'
import type { Behaviour } from '../../../behaviour/behaviour.ts'
import type { Caller, Context, SecretsBehaviours } from '../caller.ts'
import type { Conditions } from '../conditions.ts'
import { envelope, nothingThere } from '../envelope.ts'
import { help } from '../help/help-answer.ts'
import { keysOf, secretsOf } from '../state.ts'

/**
 * Names right below a directory, in lexicographic order: a secret by its name, a directory with a final `/`, and what is both
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

/** LIST, or GET with `list=true` (SEC-051 to SEC-053); without either there is nothing to read here (gap SEC-G13). */
function listOf(keysIn: (context: Context) => Promise<string[]>): List {
  return async ({ query }, context) => {
    const { because } = context
    if (query.help) return help(context)
    if (!query.list) return nothingThere()
    const names = namesBelow(context.caller.target.key, await keysIn(context))
    if (names.length > 0) return { status: 200, body: envelope({ keys: names }) }
    // Also of a path that holds a secret and nothing below it: it is no directory (SEC-028).
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
