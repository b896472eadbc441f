import { printJson } from '../../../json-text.ts'
import { isMapping } from '../../json-pointer.ts'
import type { Node } from '../../published/normalize.ts'
import { compilePattern } from '../pattern.ts'
import { type Conjunction, type Group, splitsOf, type Universe } from './universe.ts'

export const allTypes = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
export type JsonType = (typeof allTypes)[number]

interface Bound {
  value: number
  isExclusive: boolean
}

/** What a conjunction demands, keyword by keyword. */
export interface Shape {
  types: ReadonlySet<JsonType>
  /** The only values that may be valid. */
  values?: readonly unknown[]
  low?: Bound
  high?: Bound
  multiples: readonly number[]
  /** The least and the greatest number of characters, elements or members. */
  counts: Readonly<Record<'Length' | 'Items' | 'Properties', { min: number; max: number }>>
  patterns: readonly string[]
  formats: readonly string[]
  /** Media type and encoding of what texts contain. */
  content: string
  isUnique: boolean
  required: ReadonlySet<string>
  /** Parts with keywords on members, or on elements. */
  members: readonly Node[]
  elements: readonly Node[]
  contains: readonly { schema: unknown; min: number; max: number }[]
  memberNames: readonly unknown[]
  /** Names that the member with a name needs beside it. */
  dependent: ReadonlyMap<string, ReadonlySet<string>>
  groups: readonly Group[]
  /** Schemas that hold under a condition, as alternatives: one at least of them holds. */
  splits: readonly Group[]
  /** Parts with keywords that no other field has: `not`, `if`, `dependentSchemas`, `unevaluated…`. */
  conditions: readonly Node[]
  /** A part was left out when the document was read. */
  isIncomplete: boolean
}

/** Formats that bound numbers. */
const numericFormats: Record<string, [low: number, high: number]> = {
  int8: [-(2 ** 7), 2 ** 7 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
  uint8: [0, 2 ** 8 - 1],
  uint16: [0, 2 ** 16 - 1],
  uint32: [0, 2 ** 32 - 1],
  uint64: [0, 2 ** 64],
}

export function shapeOf(conjunction: Conjunction): Shape {
  const all = <T>(key: string): T[] => conjunction.flatMap((part) => (part[key] === undefined ? [] : [part[key] as T]))
  const types = all<string | string[]>('type').map((type) => new Set([type].flat()))
  const isInteger = types.some((set) => set.has('integer') && !set.has('number'))
  const named = (type: JsonType) => types.every((set) => set.has(type) || (type === 'number' && set.has('integer')))
  const counts = (what: string) => ({
    min: Math.max(0, ...all<number>(`min${what}`)),
    max: Math.min(...all<number>(`max${what}`), Number.POSITIVE_INFINITY),
  })
  const allowed = [...all<unknown[]>('enum'), ...all<unknown>('const').map((value) => [value])]
  const formats = all<string>('format')
  const ranges = formats.flatMap((format) => (numericFormats[format] ? [numericFormats[format]] : []))
  // Beyond 2^53 the next double is near enough to compare bounds.
  const numbers = (key: string) => all<number | bigint>(key).map(Number)
  const low = boundOf([...numbers('minimum'), ...ranges.map(([min]) => min)], numbers('exclusiveMinimum'), Math.max)
  const high = boundOf([...numbers('maximum'), ...ranges.map(([, max]) => max)], numbers('exclusiveMaximum'), Math.min)
  const dependent = new Map<string, Set<string>>()
  for (const map of all<Record<string, string[]>>('dependentRequired'))
    for (const [name, needed] of Object.entries(map))
      dependent.set(name, new Set([...(dependent.get(name) ?? []), ...needed]))
  const has = (part: Node, keys: readonly string[]) => keys.some((key) => Object.hasOwn(part, key))
  return {
    types: new Set(conjunction.some(isNever) ? [] : allTypes.filter(named)),
    ...(allowed[0] && { values: allowed.reduce((one, other) => one.filter((value) => holds(other, value))) }),
    ...(low && { low }),
    ...(high && { high }),
    multiples: [...new Set([...numbers('multipleOf'), ...(isInteger || ranges.length > 0 ? [1] : [])])],
    counts: { Length: counts('Length'), Items: counts('Items'), Properties: counts('Properties') },
    patterns: [...new Set(all<string>('pattern'))],
    formats: formats.filter((format) => !numericFormats[format]),
    content: [...all('contentEncoding'), '|', ...all('contentMediaType')].join(' '),
    isUnique: all('uniqueItems').includes(true),
    required: new Set(all<string[]>('required').flat()),
    members: conjunction.filter((part) => has(part, memberKeywords)),
    elements: conjunction.filter((part) => has(part, ['items', 'prefixItems'])),
    contains: conjunction.flatMap((part) =>
      part.contains === undefined
        ? []
        : [{ schema: part.contains, min: Number(part.minContains ?? 1), max: Number(part.maxContains ?? Infinity) }],
    ),
    memberNames: all('propertyNames'),
    dependent,
    groups: conjunction.flatMap((part) =>
      (['anyOf', 'oneOf'] as const).flatMap((kind) =>
        Array.isArray(part[kind]) ? [{ kind, branches: part[kind], part }] : [],
      ),
    ),
    splits: conjunction.flatMap(splitsOf),
    conditions: conjunction.filter((part) => !isNever(part) && has(part, conditional)),
    isIncomplete: conjunction.some((part) => part['x-pattern'] !== undefined),
  }
}

const memberKeywords = ['properties', 'patternProperties', 'additionalProperties']
const conditional = ['not', 'if', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems']

function isNever(part: Node): boolean {
  return isMapping(part.not) && Object.keys(part).length === 1 && Object.keys(part.not).length === 0
}

function holds(list: readonly unknown[], value: unknown): boolean {
  return list.some((one) => printJson(one) === printJson(value))
}

function boundOf(inclusive: number[], exclusive: number[], choose: typeof Math.max): Bound | undefined {
  if (inclusive.length + exclusive.length === 0) return undefined
  const value = choose(...inclusive, ...exclusive)
  return { value, isExclusive: exclusive.includes(value) }
}

/** What the shape demands of a member with this name; undefined if it says nothing of the name. */
export function memberOf(shape: Shape, name: string, universe: Universe): Conjunction | undefined {
  const found: unknown[] = []
  for (const { properties, patternProperties, additionalProperties } of shape.members) {
    const own = isMapping(properties) && Object.hasOwn(properties, name) ? [properties[name]] : []
    const patterns = Object.entries(Object(patternProperties)).filter(([pattern]) => compilePattern(pattern).test(name))
    const direct = [...own, ...patterns.map(([, schema]) => schema)]
    found.push(...(direct.length > 0 || additionalProperties === undefined ? direct : [additionalProperties]))
  }
  return found.length === 0 ? undefined : universe.join(...found.map((schema) => universe.partsOf(schema)))
}

/** Names that a shape documents one by one. */
export function namesOf(shape: Shape): Set<string> {
  return new Set(shape.members.flatMap(({ properties }) => Object.keys(Object(properties))))
}

/** What the shape demands of the element at an index. */
export function elementOf(shape: Shape, index: number, universe: Universe): Conjunction {
  const found = shape.elements.flatMap(({ prefixItems, items }) => {
    const prefix = Array.isArray(prefixItems) ? prefixItems : []
    return index < prefix.length ? [prefix[index]] : items === undefined ? [] : [items]
  })
  return universe.join(...found.map((schema) => universe.partsOf(schema)))
}

/** Number of elements that have a schema by their place. */
export function prefixLength(shape: Shape): number {
  return Math.max(0, ...shape.elements.map(({ prefixItems }) => (Array.isArray(prefixItems) ? prefixItems.length : 0)))
}

/** What is written for members without a name of their own: `patternProperties`, and `additionalProperties` by `''`. */
export function openMembers(shape: Shape): Map<string, unknown[]> {
  const open = new Map<string, unknown[]>()
  const add = (key: string, schema: unknown) => void open.set(key, [...(open.get(key) ?? []), schema])
  for (const { patternProperties, additionalProperties } of shape.members) {
    for (const [pattern, schema] of Object.entries(Object(patternProperties))) add(pattern, schema)
    if (additionalProperties !== undefined) add('', additionalProperties)
  }
  return open
}
