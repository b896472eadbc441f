import { isObject } from '../../contract/json-pointer.ts'
import type { Diagnostic } from './target-file-document.ts'

/** Every `{env: NAME}` of the file. */
export function readSecrets(
  value: unknown,
  env: NodeJS.ProcessEnv,
): { values: Map<string, string>; diagnostics: Diagnostic[] } {
  const values = new Map<string, string>()
  const diagnostics: Diagnostic[] = []
  for (const { path, name } of variablesIn(value)) {
    const secret = env[name]
    const diagnostic = whatIsWrong(secret)
    if (diagnostic !== undefined)
      diagnostics.push({ path, message: `${path.join('.')}: the environment variable ${name} ${diagnostic}` })
    else if (secret !== undefined) values.set(name, secret)
  }
  return { values, diagnostics }
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
