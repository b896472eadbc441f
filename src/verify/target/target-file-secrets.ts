import { isObject } from '../../contract/json-pointer.ts'
import type { Problem } from './target-file-document.ts'

/** Every `{env: NAME}` of the file. */
export function readSecrets(
  value: unknown,
  env: NodeJS.ProcessEnv,
): { values: Map<string, string>; problems: Problem[] } {
  const values = new Map<string, string>()
  const problems: Problem[] = []
  for (const { path, name } of variablesIn(value)) {
    const secret = env[name]
    const problem = whatIsWrong(secret)
    if (problem !== undefined)
      problems.push({ path, message: `${path.join('.')}: the environment variable ${name} ${problem}` })
    else if (secret !== undefined) values.set(name, secret)
  }
  return { values, problems }
}

function* variablesIn(
  value: unknown,
  path: readonly string[] = [],
): Generator<{ path: readonly string[]; name: string }> {
  if (!isObject(value) || path.length > 5) return
  for (const [key, member] of Object.entries(value)) {
    if (key === 'env' && typeof member === 'string' && /^[a-z_]\w*$/i.test(member)) yield { path, name: member }
    else yield* variablesIn(member, [...path, key])
  }
}

function whatIsWrong(secret: string | undefined): string | undefined {
  if (secret === undefined) return 'is not set'
  if (secret === '') return 'is empty'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
  return /[\x00-\x1f\x7f]/.test(secret) ? 'has a line break or another control character in it' : undefined
}
