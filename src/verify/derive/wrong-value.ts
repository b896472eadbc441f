import { namesIn } from '../../contract/json-pointer.ts'
import type { MessageCheck } from '../../contract/message-check.ts'

/** Values that most schemas refuse, the likeliest mistakes first. */
const wrongValues: readonly unknown[] = ['no such value', 0.5, -1, true, null, [], {}, ' ', 1e9]

/** A value that a schema of the contract refuses; undefined if it accepts all of them. */
export function wrongValueFor(
  schema: string,
  { accepts }: Pick<MessageCheck, 'accepts'>,
  choose: 'find' | 'findLast' = 'find',
): { value: unknown } | undefined {
  const value = wrongValues[choose]((candidate) => !accepts(schema, candidate))
  return value === undefined ? undefined : { value }
}

/** The same as text, for a parameter: text that cannot be read as its type. */
export function wrongTextFor(schema: string, { accepts }: Pick<MessageCheck, 'accepts'>): string | undefined {
  // Digits and `true` are valid text, but a server may read them as a number or a boolean.
  return ['no such value', '-1', '0.5'].find((text) => {
    const readings: unknown[] = [text, ...(Number.isNaN(Number(text)) ? [] : [Number(text)])]
    return readings.every((reading) => !accepts(schema, reading))
  })
}

/** A copy of a value with the member at a JSON pointer replaced or removed. */
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
