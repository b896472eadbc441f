import { getOrAdd, memoizeByObject } from '../../memoize.ts'
import { isMapping, isObject, setOwn } from '../json-pointer.ts'
import { withoutWrappers } from './compiler.ts'
import { isMultiple, isNumeric, isSameJson } from './json-equality.ts'
import { compilePattern } from './pattern.ts'
import type { Schemas } from './schemas.ts'

export type SchemaNode = Record<string, unknown>

/** Most pairs of alternatives that are written out, where two lists of alternatives meet. */
const maxPairs = 64

/**
 * One schema in place of a schema with references and `allOf`, which accepts the same values. What two parts say of the same member is an
 * `allOf` there, and what one schema cannot say stands below `not: {not: …}`.
 */
export function mergeParts(schema: unknown, schemas: Pick<Schemas, 'resolve'>): SchemaNode {
  if (schema === false) return { enum: [] }
  if (!isMapping(schema)) return {}
  return getOrAdd(merges(schemas), schema, () => mergeBounded(schema, schemas))
}

/** A schema of thousands of parts, one in the other, stays as it is. */
function mergeBounded(schema: Record<string, unknown>, schemas: Pick<Schemas, 'resolve'>): SchemaNode {
  try {
    return merge(schema, schemas, { open: new Set(), owned: new Set() })
  } catch (error) {
    if (error instanceof RangeError) return { ...schema }
    throw error
  }
}

const merges = memoizeByObject((_: object) => new WeakMap<object, SchemaNode>())

interface Merging {
  /** The schemas on the way, to find one that consists of itself. */
  open: Set<unknown>
  /** Maps of members that this merge has made, and may change. */
  owned: Set<unknown>
}

function merge(given: unknown, schemas: Pick<Schemas, 'resolve'>, merging: Merging): SchemaNode {
  const { open } = merging
  const schema = withoutWrappers(given, schemas)
  if (schema === false) return { enum: [] }
  // A schema that consists of itself adds nothing.
  if (!isMapping(schema) || open.has(schema)) return {}
  const { allOf, $ref, ...own } = schema
  const parts = [...(typeof $ref === 'string' ? [schemas.resolve($ref)] : []), ...(Array.isArray(allOf) ? allOf : [])]
  if (parts.length === 0) return own
  open.add(schema)
  const merged = parts.map((part) => closed(merge(part, schemas, merging)))
  open.delete(schema)
  return [...merged, own].reduce<SchemaNode>((one, other) => mergeInto(one, other, merging), {})
}

/** `unevaluatedProperties` of a part is about the members that this part knows. */
function closed({ unevaluatedProperties, ...part }: SchemaNode): SchemaNode {
  if (unevaluatedProperties === undefined) return part
  const hasBranches = ['anyOf', 'oneOf', 'if', 'dependentSchemas'].some((keyword) => part[keyword] !== undefined)
  if (hasBranches) return { ...part, ...both(part, { ...part, unevaluatedProperties }) }
  return { additionalProperties: unevaluatedProperties, ...part }
}

function both(merged: SchemaNode, other: SchemaNode): SchemaNode {
  const known =
    isMapping(merged.not) && isMapping(merged.not.not) && merged.not['x-both'] === true ? merged.not.not : undefined
  if (merged.not !== undefined && !known) return { not: { anyOf: [merged.not, { not: other }] } }
  return { not: { not: known ? { allOf: [known, other] } : other, 'x-both': true } }
}

/** Keywords that say nothing about a value, and examples of one part alone. */
const lostAnnotations = new Set(['example', 'default', 'examples'])

/** Keywords that mean something together only. */
const conditions = ['if', 'then', 'else'] as const
const contents = ['contains', 'minContains', 'maxContains'] as const

/** What two schemas demand together. Neither has references or `allOf` at its top. */
function mergeInto(one: SchemaNode, other: SchemaNode, { owned }: Merging): SchemaNode {
  if (Object.keys(one).length === 0) return { ...other }
  const merged: SchemaNode = { ...one }
  if (isOpen(one) && isOpen(other)) addProperties(merged, other, owned)
  else mergeMembers(merged, one, other)
  const apart = new Set<string>()
  for (const group of [conditions, contents]) {
    if (one[group[0]] === undefined || other[group[0]] === undefined) continue
    Object.assign(
      merged,
      both(merged, Object.fromEntries(group.flatMap((key) => (Object.hasOwn(other, key) ? [[key, other[key]]] : [])))),
    )
    for (const key of group) apart.add(key)
  }
  for (const [key, value] of Object.entries(other)) {
    if (ofMembers.has(key) || apart.has(key)) continue
    const known = merged[key]
    if (known === undefined) merged[key] = value
    else if (lostAnnotations.has(key)) delete merged[key]
    else if (!isSameJson(known, value)) Object.assign(merged, mergeKeyword(key, known, value, merged))
  }
  if (Array.isArray(merged.enum) && Object.hasOwn(merged, 'const')) {
    merged.enum = merged.enum.filter((value) => isSameJson(value, merged.const))
  }
  return merged
}

function mergeKeyword(key: string, known: unknown, value: unknown, merged: SchemaNode): SchemaNode {
  const lists = Array.isArray(known) && Array.isArray(value) ? { known, value } : undefined
  const isBound = isNumeric(known) && isNumeric(value)
  const numbers = isBound ? { known, value } : undefined
  if (isBound && /^(min|exclusiveMin)/.test(key)) return { [key]: known > value ? known : value }
  if (isBound && /^(max|exclusiveMax)/.test(key)) return { [key]: known < value ? known : value }
  switch (key) {
    case 'required':
      return lists ? { required: [...new Set([...lists.known, ...lists.value])] } : {}
    case 'enum':
      return lists ? { enum: lists.known.filter((one) => lists.value.some((two) => isSameJson(one, two))) } : {}
    case 'const':
      return { enum: [] }
    case 'type':
      return commonTypes([known].flat(), [value].flat())
    case 'uniqueItems':
      return { uniqueItems: known === true || value === true }
    case 'propertyNames':
      return { propertyNames: { allOf: [known, value] } }
    case 'dependentRequired':
    case 'dependentSchemas':
      return {
        [key]: joinMaps(Object(known), Object(value), key === 'dependentRequired' ? (a, b) => [a, b].flat() : bothOf),
      }
    case 'not':
      return { not: { anyOf: [known, value] } }
    case 'multipleOf':
      if (numbers && isMultiple(numbers.known, numbers.value)) return {}
      if (numbers && isMultiple(numbers.value, numbers.known)) return { multipleOf: value }
      return both(merged, { multipleOf: value })
    case 'anyOf':
    case 'oneOf':
      if (lists && lists.known.length * lists.value.length <= maxPairs)
        return { [key]: lists.known.flatMap((one) => lists.value.map((two) => bothOf(one, two))) }
      return both(merged, { [key]: value })
    case 'pattern':
    case 'format':
    case 'unevaluatedItems':
    case '$dynamicRef':
      return both(merged, { [key]: value })
    default:
      return { [key]: value }
  }
}

function bothOf(one: unknown, other: unknown): unknown {
  if (one === true) return other
  return other === true || isSameJson(one, other) ? one : { allOf: [one, other] }
}

function commonTypes(known: readonly unknown[], value: readonly unknown[]): SchemaNode {
  const has = (types: readonly unknown[], type: unknown) =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  const common = [...known.filter((type) => has(value, type)), ...value.filter((type) => has(known, type))]
  const types = [...new Set(common)]
  // Some documents contradict themselves. The first type is the nearest to what they mean.
  return types.length === 0 ? { enum: [] } : { type: types.length === 1 ? types[0] : types }
}

function joinMaps(one: SchemaNode, other: SchemaNode, join: (one: unknown, other: unknown) => unknown): SchemaNode {
  const joined: SchemaNode = {}
  for (const [name, value] of [...Object.entries(one), ...Object.entries(other)])
    setOwn(joined, name, Object.hasOwn(joined, name) ? join(joined[name], value) : value)
  return joined
}

const ofMembers = new Set(['properties', 'patternProperties', 'additionalProperties', 'prefixItems', 'items'])

/** The most usual parts name members of objects and say nothing of others. */
function isOpen(schema: SchemaNode): boolean {
  return !['patternProperties', 'additionalProperties', 'prefixItems', 'items'].some((key) => schema[key] !== undefined)
}

function addProperties(merged: SchemaNode, { properties }: SchemaNode, owned: Set<unknown>): void {
  if (!isMapping(properties)) return
  const known = merged.properties
  const all: SchemaNode = owned.has(known) ? Object(known) : joinMaps(Object(known), {}, bothOf)
  for (const [name, schema] of Object.entries(properties))
    setOwn(all, name, Object.hasOwn(all, name) ? bothOf(all[name], schema) : schema)
  owned.add(all)
  merged.properties = all
}

/** What members of objects and lists must be: each part judges those that the other one names, too. */
function mergeMembers(merged: SchemaNode, one: SchemaNode, other: SchemaNode): void {
  const names = new Set([...Object.keys(Object(one.properties)), ...Object.keys(Object(other.properties))])
  const properties: SchemaNode = {}
  for (const name of names) {
    const found = [...schemasOfMember(one, name), ...schemasOfMember(other, name)].filter((part) => part !== true)
    setOwn(properties, name, found.reduce<unknown>(bothOf, true))
  }
  if (names.size > 0) merged.properties = properties
  const patterns = joinMaps(Object(one.patternProperties), Object(other.patternProperties), bothOf)
  // A closed part does not know the patterns of the other one.
  for (const [part, rest] of [
    [one, other],
    [other, one],
  ] as const)
    for (const pattern of Object.keys(patterns))
      if (part.additionalProperties !== undefined && !Object.hasOwn(Object(part.patternProperties), pattern))
        patterns[pattern] = bothOf(Object(rest.patternProperties)[pattern], part.additionalProperties)
  if (Object.keys(patterns).length > 0) merged.patternProperties = patterns
  const others: unknown[] = [one.additionalProperties, other.additionalProperties].filter(
    (part) => part !== undefined && part !== true,
  )
  if (others.length > 0)
    merged.additionalProperties = others.includes(false) ? false : others.reduce<unknown>(bothOf, true)
  const [first, second] = [one, other].map(({ prefixItems }) => (Array.isArray(prefixItems) ? prefixItems : []))
  const length = Math.max(first?.length ?? 0, second?.length ?? 0)
  if (length > 0)
    merged.prefixItems = Array.from({ length }, (_, index) =>
      [first?.[index] ?? one.items, second?.[index] ?? other.items]
        .filter((part) => part !== undefined)
        .reduce<unknown>(bothOf, true),
    )
  const items: unknown[] = [one.items, other.items].filter((part) => part !== undefined)
  if (items.length > 0) merged.items = items.includes(false) ? false : items.reduce<unknown>(bothOf, true)
}

/** The schemas that an object's schema has for a member of this name. */
export function schemasOfMember(schema: SchemaNode, name: string): unknown[] {
  const { properties, patternProperties, additionalProperties } = schema
  const found = [
    ...(isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : []),
    ...Object.entries(Object(patternProperties)).flatMap(([pattern, part]) =>
      compilePattern(pattern).test(name) ? [part] : [],
    ),
  ]
  return found.length > 0 || additionalProperties === undefined ? found : [additionalProperties]
}
