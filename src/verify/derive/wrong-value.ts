import { namesIn } from '../../contract/json-pointer.ts'
import type { ResponseCheck } from '../../contract/response-validator.ts'

/** What most schemas refuse, the likeliest mistakes first. */
const candidates: readonly unknown[] = ['no such value', 0.5, -1, true, null, [], {}, ' ', 1e9]

/** A value that a schema of the contract refuses; undefined when it takes all that was tried. */
export function wrongValueFor(
  schema: string,
  { accepts }: Pick<ResponseCheck, 'accepts'>,
): { value: unknown } | undefined {
  const value = candidates.find((candidate) => !accepts(schema, candidate))
  return value === undefined ? undefined : { value }
}

/** The same as text, for a parameter: what its type cannot be read from. */
export function wrongTextFor(schema: string, { accepts }: Pick<ResponseCheck, 'accepts'>): string | undefined {
  // Digits and `true` are text too, but a server that reads numbers may take them.
  return ['no such value', '-1', '0.5'].find((text) => {
    const readings: unknown[] = [text, ...(Number.isNaN(Number(text)) ? [] : [Number(text)])]
    return readings.every((reading) => !accepts(schema, reading))
  })
}

/** A copy of a value with the member at a JSON pointer replaced, or taken away. */
export function replaceAt(root: unknown, pointer: string, replacement: { value: unknown } | 'nothing'): unknown {
  const names = namesIn(pointer)
  const last = names.pop()
  if (last === undefined) return replacement === 'nothing' ? undefined : replacement.value
  const copy = structuredClone(root)
  const parent = names.reduce((node, name) => (node as Record<string, never>)[name], copy) as Record<string, unknown>
  if (replacement === 'nothing') delete parent[last]
  else parent[last] = replacement.value
  return copy
}
