import { isDeepStrictEqual } from 'node:util'
import { below, type DocumentNode, isMapping, nameOfReference } from '../../contract/json-pointer.ts'
import { printJson } from '../../json-text.ts'
import type { Side, TableKind } from './kinds.ts'

/** A difference that no validator sees, at a place of a message. */
export interface Meaning {
  kind: TableKind
  /** `/items/0/name`; empty for the value itself. */
  at: string
  detail: string
  /** Equal for one pair of schemas in several messages. */
  key: string
}

const flags = { readOnly: 'member-read-only', writeOnly: 'member-write-only', deprecated: 'deprecated' } as const

/** Compares what schemas say beyond which values are valid: members, defaults, units, who sends a member, encodings. */
export class MeaningComparison {
  readonly #before: DocumentNode
  readonly #now: DocumentNode
  readonly #ids = new WeakMap<object, number>()
  #count = 0

  /** @param before components of the older document */
  constructor(before: DocumentNode, now: DocumentNode) {
    this.#before = before
    this.#now = now
  }

  compare(before: unknown, now: unknown, side: Side): Meaning[] {
    const found: Meaning[] = []
    const seen = new Set<string>()
    const pending = [{ before, now, at: '', depth: 0 }]
    for (let next = pending.pop(); next; next = pending.pop()) {
      const [one, other] = [partsOf(next.before, this.#before), partsOf(next.now, this.#now)]
      const key = `${side} ${this.#keyOf(one)}|${this.#keyOf(other)}`
      if (one.length + other.length === 0 || seen.has(key) || next.depth > 50) continue
      seen.add(key)
      const at = next.at
      const add = (kind: TableKind, detail: string, name?: string) =>
        found.push({ kind, detail, at: name === undefined ? at : below(at, name), key: `${key} ${kind} ${name ?? ''}` })
      compareAnnotations(one, other, side, add)
      const depth = next.depth + 1
      const enter = (from: unknown, to: unknown, step: string) =>
        pending.push({ before: from, now: to, at: below(at, step), depth })
      const [members, others] = [membersOf(one, this.#before), membersOf(other, this.#now)]
      for (const [name, schema] of members) {
        if (others.has(name)) enter(schema, others.get(name), name)
        else if (!requiredOf(one).has(name) || side === 'request') add(`${side}-member-removed`, '', name)
      }
      const isClosed = one.some(
        ({ additionalProperties, unevaluatedProperties }) =>
          additionalProperties === false || unevaluatedProperties === false,
      )
      for (const name of others.keys())
        if (members.has(name) || (side === 'request' && requiredOf(other).has(name))) continue
        else
          add(
            side === 'request'
              ? 'request-member-added'
              : isClosed
                ? 'response-closed-member-added'
                : 'response-member-added',
            '',
            name,
          )
      for (const keyword of ['items', 'additionalProperties'])
        if (valueIn(one, keyword) && valueIn(other, keyword))
          enter(valueIn(one, keyword), valueIn(other, keyword), keyword === 'items' ? '0' : '*')
      for (const [from, to] of pairBranches(one, other)) pending.push({ before: from, now: to, at, depth })
    }
    return found
  }

  #keyOf(parts: readonly DocumentNode[]): string {
    return parts.map((part) => this.#idOf(part)).join()
  }

  #idOf(part: DocumentNode): number {
    const id = this.#ids.get(part) ?? this.#count + 1
    this.#count = Math.max(this.#count, id)
    this.#ids.set(part, id)
    return id
  }
}

function compareAnnotations(
  one: readonly DocumentNode[],
  other: readonly DocumentNode[],
  side: Side,
  add: (kind: TableKind, detail: string) => void,
): void {
  const [was, is] = [valueIn(one, 'default'), valueIn(other, 'default')]
  if (was === undefined && is !== undefined) add('default-added', printJson(is))
  else if (!isDeepStrictEqual(was, is)) add('default-changed', `${printJson(was)} → ${printJson(is) ?? 'none'}`)
  for (const [flag, kind] of Object.entries(flags))
    if (one.length > 0 && valueIn(other, flag) === true && valueIn(one, flag) !== true) {
      const isOtherSide = (flag === 'readOnly' && side === 'response') || (flag === 'writeOnly' && side === 'request')
      if (!isOtherSide) add(kind, '')
    }
  const [unit, present] = [unitIn(one), unitIn(other)]
  if (unit && present && unit !== present) add('unit-changed', `${unit} → ${present}`)
  const coding = (parts: readonly DocumentNode[]) =>
    [valueIn(parts, 'contentMediaType'), valueIn(parts, 'contentEncoding')].map((word) => word ?? 'none').join(', ')
  if (
    valueIn(one, 'type') === 'string' &&
    valueIn(other, 'type') === 'string' &&
    coding(one) !== coding(other) &&
    coding(one) !== 'none, none'
  )
    add(`${side}-content-changed`, `${coding(one)} → ${coding(other)}`)
  const [before, now] = [valueIn(one, 'discriminator'), valueIn(other, 'discriminator')]
  if (before !== undefined && !isDeepStrictEqual(mappingOf(before), mappingOf(now))) add('discriminator-changed', '')
  const [values, left] = [valueIn(one, 'x-extensible-enum'), valueIn(other, 'x-extensible-enum')]
  const gone = Array.isArray(values) && Array.isArray(left) ? values.filter((value) => !left.includes(value)) : []
  if (gone.length > 0) add('extensible-enum-changed', gone.join(', '))
}

function mappingOf(discriminator: unknown): unknown {
  const { propertyName, mapping } = Object(discriminator)
  return [propertyName, Object.keys(Object(mapping)).sort()]
}

const units =
  /\b(milli|micro|nano)?(seconds?|secs?|ms|minutes?|hours?|days?|weeks?|months?|years?|bytes?|kilobytes?|megabytes?|gigabytes?|[KMG]i?B|bits?|percent|cents?|dollars?|euros?|met(?:er|re)s?|kilomet(?:er|re)s?|km|miles?|grams?|kilograms?|kg|pounds?|celsius|fahrenheit|kelvin)\b/i

/** The first unit that the description of a number names. */
function unitIn(parts: readonly DocumentNode[]): string | undefined {
  if (![valueIn(parts, 'type')].flat().some((type) => type === 'integer' || type === 'number')) return undefined
  return units
    .exec(String(valueIn(parts, 'description') ?? ''))?.[0]
    .toLowerCase()
    .replace(/s$/, '')
}

/** The schema, and all that hold with it, without references. */
function partsOf(schema: unknown, components: DocumentNode, depth = 0): DocumentNode[] {
  if (!isMapping(schema) || depth > 30) return []
  const { $ref, allOf } = schema
  // One branch beside null is the schema itself.
  const lists = [schema.anyOf, schema.oneOf].map((list) =>
    Array.isArray(list) ? list.filter((one) => Object(one).type !== 'null') : [],
  )
  const alone = lists.filter((list) => list.length === 1).flat()
  const inside = [...(Array.isArray(allOf) ? allOf : []), ...alone].flatMap((part) =>
    partsOf(part, components, depth + 1),
  )
  const target = typeof $ref === 'string' ? partsOf(components[nameOfReference($ref)], components, depth + 1) : []
  return [schema, ...target, ...inside]
}

function valueIn(parts: readonly DocumentNode[], key: string): unknown {
  return parts.find((part) => part[key] !== undefined)?.[key]
}

/** Members by name, also those that a branch alone has. */
function membersOf(parts: readonly DocumentNode[], components: DocumentNode, depth = 0): Map<string, unknown> {
  const branches =
    depth > 4 ? [] : branchesOf(parts).map((branch) => membersOf(partsOf(branch, components), components, depth + 1))
  const own = parts.flatMap(({ properties }) =>
    Object.entries(Object(properties)).filter(([, schema]) => schema !== false),
  )
  return new Map([...branches.flatMap((members) => [...members]), ...own])
}

function branchesOf(parts: readonly DocumentNode[]): unknown[] {
  return parts.flatMap(({ anyOf, oneOf }) => [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : [])))
}

function requiredOf(parts: readonly DocumentNode[]): Set<unknown> {
  return new Set(parts.flatMap(({ required }) => (Array.isArray(required) ? required : [])))
}

/** Branches that refer to one name, and those at one place. */
function pairBranches(one: readonly DocumentNode[], other: readonly DocumentNode[]): [unknown, unknown][] {
  const [before, now] = [branchesOf(one), branchesOf(other)]
  return before.flatMap((branch, index): [unknown, unknown][] => {
    const { $ref } = Object(branch)
    const twin = $ref === undefined ? now[index] : now.find((candidate) => Object(candidate).$ref === $ref)
    return twin === undefined ? [] : [[branch, twin]]
  })
}
