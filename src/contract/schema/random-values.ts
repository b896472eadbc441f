import {
  type Arbitrary,
  array,
  bigInt,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  oneof,
  record,
  sample,
  string,
  stringMatching,
  tuple,
} from 'fast-check'
import { isMapping } from '../json-pointer.ts'
import { findDuplicate, isNumeric } from './json-equality.ts'
import { sampleOf, typeOf } from './make-sample.ts'
import { mergeParts, schemasOfMember } from './merge.ts'
import { rangeOf } from './sample-number.ts'
import { textsOfFormat } from './sample-text.ts'
import type { Schemas } from './schemas.ts'

export interface RandomOptions {
  schemas: Schemas
  /** The same seed gives the same values. */
  seed: number
  /** Number of values that are tried. Default: 100. */
  count?: number
}

/** Levels after which the simplest value stands for each part. */
const maxDepth = 5

/** Random values that a schema accepts, by fast-check. Fewer than `count` come where most that are made are not valid. */
export function* randomValues(schema: unknown, { schemas, seed, count = 100 }: RandomOptions): Generator<unknown> {
  for (const value of sample(arbitraryOf(schema, schemas, 0), { seed, numRuns: count }))
    if (schemas.accepts(schema, value)) yield value
}

function arbitraryOf(schema: unknown, schemas: Schemas, depth: number): Arbitrary<unknown> {
  const merged = mergeParts(schema, schemas)
  const simplest = constant(sampleOf(schema, { schemas, size: 'minimal' }).value)
  if (depth > maxDepth) return simplest
  if (Object.hasOwn(merged, 'const')) return constant(merged.const)
  if (Array.isArray(merged.enum)) return merged.enum.length > 0 ? constantFrom(...merged.enum) : simplest
  const { oneOf, anyOf, ...rest } = merged
  const branches = [oneOf, anyOf].find((list) => Array.isArray(list) && list.length > 0) as unknown[] | undefined
  if (branches)
    return oneof(...branches.slice(0, 20).map((one) => arbitraryOf({ allOf: [rest, one] }, schemas, depth + 1)))
  const types = [merged.type ?? typeOf(merged) ?? ['string', 'integer', 'boolean']].flat()
  return oneof(...types.map((type) => ofType(String(type), merged, schemas, depth, simplest)))
}

function ofType(
  type: string,
  schema: Record<string, unknown>,
  schemas: Schemas,
  depth: number,
  simplest: Arbitrary<unknown>,
): Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return constant(null)
    case 'boolean':
      return boolean()
    case 'integer':
    case 'number':
      return numbers(schema, type === 'integer', simplest)
    case 'string':
      return texts(schema, simplest)
    case 'array':
      return lists(schema, schemas, depth)
    default:
      return objects(schema, schemas, depth, simplest)
  }
}

function numbers(
  schema: Record<string, unknown>,
  isInteger: boolean,
  simplest: Arbitrary<unknown>,
): Arbitrary<unknown> {
  const { low, high } = rangeOf(schema)
  const { multipleOf } = schema
  if (isNumeric(multipleOf)) {
    const factor = integer({ min: -1000, max: 1000 })
    return oneof(
      simplest,
      factor.map((times) => Number((times * Number(multipleOf)).toPrecision(15))),
    )
  }
  if (!isInteger) {
    const min = Number.isFinite(Number(low)) ? Number(low) : -1e9
    const max = Number.isFinite(Number(high)) ? Number(high) : Math.max(1e9, min)
    return min > max ? simplest : double({ min, max, noNaN: true, noDefaultInfinity: true })
  }
  const whole = (bound: number | bigint, usual: bigint) =>
    Number.isFinite(Number(bound)) ? BigInt(typeof bound === 'bigint' ? bound : Math.trunc(bound)) : usual
  const [min, max] = [whole(low, -(2n ** 31n)), whole(high, 2n ** 53n - 1n)]
  if (min > max) return simplest
  return bigInt({ min, max }).map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value))
}

function texts(
  { pattern, format, minLength, maxLength }: Record<string, unknown>,
  simplest: Arbitrary<unknown>,
): Arbitrary<unknown> {
  if (typeof format === 'string' && textsOfFormat(format).length > 0)
    return integer({ min: 0, max: 500 }).map(
      (index) => textsOfFormat(format, 0, index)[index % textsOfFormat(format).length],
    )
  if (typeof pattern === 'string') {
    try {
      return oneof(simplest, stringMatching(new RegExp(pattern, 'u')))
    } catch {
      return simplest
    }
  }
  const min = typeof minLength === 'number' ? Math.min(minLength, 1000) : 0
  const max = typeof maxLength === 'number' ? Math.min(maxLength, min + 100) : min + 20
  return min > max ? simplest : string({ minLength: min, maxLength: max, unit: 'grapheme' })
}

function lists(schema: Record<string, unknown>, schemas: Schemas, depth: number): Arbitrary<unknown> {
  const { prefixItems, items = true, minItems = 0, maxItems, uniqueItems } = schema
  const prefix = Array.isArray(prefixItems) ? prefixItems.map((one) => arbitraryOf(one, schemas, depth + 1)) : []
  const min = Math.max(0, Math.min(Number(minItems), 100) - prefix.length)
  const max = items === false ? 0 : Math.max(min, Math.min(Number(maxItems ?? min + 4), min + 4) - prefix.length)
  const rest = array(arbitraryOf(items, schemas, depth + 1), { minLength: Math.min(min, max), maxLength: max })
  const whole = tuple(tuple(...prefix), rest).map(([first, others]) => [...first, ...others])
  return uniqueItems === true ? whole.filter((list) => !findDuplicate(list)) : whole
}

function objects(
  schema: Record<string, unknown>,
  schemas: Schemas,
  depth: number,
  simplest: Arbitrary<unknown>,
): Arbitrary<unknown> {
  const { properties, required, minProperties, additionalProperties } = schema
  const needed: string[] = Array.isArray(required) ? required.map(String) : []
  const names = new Set([...needed, ...Object.keys(Object(properties))])
  const members = [...names].flatMap((name): [string, Arbitrary<unknown>][] => {
    const found = schemasOfMember(schema, name)
    if (found.includes(false)) return []
    const isUnsent = found.some((one) => isMapping(one) && one[schemas.unsent] === true)
    return isUnsent ? [] : [[name, arbitraryOf({ allOf: found }, schemas, depth + 1)]]
  })
  const named = record(Object.fromEntries(members), {
    requiredKeys: needed.filter((name) => members.some(([one]) => one === name)),
    noNullPrototype: true,
  })
  if (!isMapping(additionalProperties) && minProperties === undefined) return named
  // Members of any names come from the sample, which has as many as there must be.
  return tuple(simplest, named).map(([least, own]) => (isMapping(least) ? { ...least, ...own } : own))
}
