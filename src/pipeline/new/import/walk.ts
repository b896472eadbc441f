import { below, isObject } from '../../../contract/json-pointer.ts'

export type Node = Record<string, unknown>

/** Members whose values are data, and not parts of the document. */
const data = new Set(['example', 'default', 'enum', 'const', 'value'])

/** Members whose own members have names that the author chose: a property may be called `default`. */
const maps = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'schemas',
  'responses',
  'parameters',
  'examples',
  'headers',
  'content',
])

/** True of a member that holds data. */
export function isData(key: string, parent: string): boolean {
  return data.has(key) && !maps.has(parent)
}

/** Every object of a document except data, with its JSON pointer. */
export function* nodesIn(node: unknown, at = '', own = ''): Generator<[at: string, node: Node]> {
  if (!isObject(node)) return
  if (!Array.isArray(node)) yield [at, node]
  for (const [key, member] of Object.entries(node)) {
    if (!isData(key, own)) yield* nodesIn(member, below(at, key), key)
  }
}
