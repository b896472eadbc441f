import { printJson } from '../../../json-text.ts'
import { lengthPattern, maxCountedLength, wordsInside, wordsOutside } from './language.ts'
import {
  allTypes,
  elementOf,
  type JsonType,
  memberOf,
  namesOf,
  openMembers,
  prefixLength,
  type Shape,
  shapeOf,
} from './shape.ts'
import { takes } from './text-values.ts'
import type { Conjunction, Group, Universe } from './universe.ts'

/** What a schema demands that another one does not, by the keywords that say so. */
export const aspects = {
  type: ['type'],
  enum: ['enum', 'const'],
  range: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  length: ['minLength', 'maxLength'],
  pattern: ['pattern'],
  format: ['format'],
  'item-count': ['minItems', 'maxItems'],
  'item-unique': ['uniqueItems'],
  'item-contained': ['contains', 'minContains', 'maxContains'],
  'member-required': ['required'],
  'member-closed': ['additionalProperties', 'unevaluatedProperties', 'properties', 'patternProperties'],
  'member-name': ['propertyNames'],
  'member-count': ['minProperties', 'maxProperties'],
  'member-dependent': ['dependentRequired'],
  alternatives: ['anyOf', 'oneOf'],
  condition: ['not', 'if', 'then', 'else', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems'],
  unread: [],
} as const satisfies Record<string, readonly string[]>

export type Aspect = keyof typeof aspects

/** A demand of the reader's schema that the sender's schema does not show to be met. */
export interface Difference {
  aspect: Aspect
  /** What the aspect is about, such as `maximum`, and what each side says of it. */
  detail: { of: string; sent?: string; read?: string }
  /** The member that the aspect is about. */
  name?: string
  /** Values that may show it. */
  values: readonly unknown[]
}

/** The keywords of the reader's schema without which the difference would not be. */
export function keywordsOf({ aspect, detail: { of } }: Difference): readonly string[] {
  if (/^(min|max|multiple)[A-Za-z]+$/.test(of)) return [of, `exclusive${of[0]?.toUpperCase()}${of.slice(1)}`]
  return aspects[aspect]
}

/** A name of a member, or the index of an element. */
export type Step = string | number

/** What a sender may send at a place, and what the reader demands there. */
export interface Pair {
  sub: Conjunction
  sup: Conjunction
  /** The value is text on the wire: `5` is a number or a text, as the reader likes. */
  isText: boolean
}

export interface Edge extends Pair {
  /** Undefined for a part of the same value's schema: a type, or a branch. */
  step?: Step
}

interface LocalResult {
  differences: Difference[]
  edges: Edge[]
}

/** A difference at a place of a message, with the pairs on the way to it. */
export interface Suspicion {
  difference: Difference
  chain: readonly Edge[]
}

/** Pairs of schemas that are compared at most; more are not decided. */
const maxPairs = 20_000

/**
 * Decides by structure whether all that a sender may send is what a reader accepts. Each pair of schemas is decided once. Where structure
 * does not show it, the result is a suspicion, which a value may confirm.
 */
export class Comparison {
  readonly #universe: Universe
  readonly #locals = new Map<string, LocalResult>()
  readonly #verdicts = new Map<string, boolean>()
  /** Keys of what was computed, in order, so that what rests on a wrong assumption can be forgotten. */
  readonly #log: string[] = []
  readonly #computing = new Set<string>()
  readonly #assumed = new Set<string>()
  readonly #shapes = new Map<string, Shape>()

  constructor(universe: Universe) {
    this.#universe = universe
  }

  /** All differences that a message of this pair may show, each at the shortest way to it. */
  suspicionsOf(root: Pair): Suspicion[] {
    const found: Suspicion[] = []
    const seen = new Set<string>()
    let level: (readonly Edge[])[] = [[root]]
    while (level.length > 0) {
      const next: (readonly Edge[])[] = []
      for (const chain of level) {
        const pair = chain.at(-1) ?? root
        const key = this.keyOf(pair)
        if (seen.has(key)) continue
        seen.add(key)
        const { differences, edges } = this.#localOf(pair)
        for (const difference of differences) found.push({ difference, chain })
        for (const edge of edges) next.push([...chain, edge])
      }
      level = next
    }
    return found
  }

  keyOf({ sub, sup, isText }: Pair): string {
    return `${this.#universe.keyOf(sub)}|${this.#universe.keyOf(sup)}${isText ? '|text' : ''}`
  }

  shapeOf(conjunction: Conjunction): Shape {
    const key = this.#universe.keyOf(conjunction)
    const shape = this.#shapes.get(key) ?? shapeOf(conjunction)
    this.#shapes.set(key, shape)
    return shape
  }

  #isProven(pair: Pair): boolean {
    const key = this.keyOf(pair)
    const known = this.#verdicts.get(key)
    if (known !== undefined) return known
    const isProven = this.#reachesNoDifference(pair)
    this.#verdicts.set(key, isProven)
    this.#log.push(key)
    return isProven
  }

  #reachesNoDifference(root: Pair): boolean {
    const seen = new Set<string>()
    const pending = [root]
    for (let pair = pending.pop(); pair; pair = pending.pop()) {
      const key = this.keyOf(pair)
      if (seen.has(key) || this.#verdicts.get(key) === true) continue
      seen.add(key)
      if (this.#verdicts.get(key) === false) return false
      // A schema that refers to itself is contained in another if that follows from its being so.
      if (this.#computing.has(key)) {
        this.#assumed.add(key)
        continue
      }
      const { differences, edges } = this.#localOf(pair)
      if (differences.length > 0) return false
      pending.push(...edges)
    }
    return true
  }

  #localOf(pair: Pair): LocalResult {
    const key = this.keyOf(pair)
    const known = this.#locals.get(key)
    if (known) return known
    if (this.#locals.size > maxPairs) return { differences: [unread('too many pairs of schemas')], edges: [] }
    const start = this.#log.length
    this.#computing.add(key)
    const local = this.#compare(pair)
    this.#computing.delete(key)
    this.#locals.set(key, local)
    this.#log.push(key)
    if (!this.#assumed.delete(key) || this.#isProven(pair)) return local
    for (const later of this.#log.splice(start)) {
      this.#locals.delete(later)
      this.#verdicts.delete(later)
    }
    this.#verdicts.set(key, false)
    return this.#localOf(pair)
  }

  #compare(pair: Pair): LocalResult {
    const { sub, sup, isText } = pair
    const none = { differences: [], edges: [] }
    if (sup.every((part) => sub.some((own) => this.#universe.form.isEqual(own, part)))) {
      // What neither side can read is equal, and decided by that.
      return none
    }
    const [own, reader] = [this.#sendable(sub), this.shapeOf(sup)]
    if (own.types.size === 0) return none
    const values = finiteValues(own)
    if (values) return { differences: this.#compareValues(values, pair, reader), edges: [] }
    const [ownGroups, readerGroups] = [
      own.groups.filter((group) => !reader.groups.some((other) => this.#isSameGroup(group, other))),
      reader.groups.filter((group) => !own.groups.some((other) => this.#isSameGroup(other, group))),
    ]
    const ownGroup = own.splits[0] ?? ownGroups[0]
    const [readerGroup] = readerGroups
    if (ownGroup) return this.#splitOwn(pair, ownGroup, readerGroup)
    if (readerGroup && own.types.size > 1) {
      const split = [...own.types].map((type) => ({ sub: this.#universe.ofType(sub, type), sup, isText }))
      return { differences: [], edges: split }
    }
    if (readerGroup) return this.#intoBranch(pair, own, readerGroup)
    const local: LocalResult = { differences: [], edges: [] }
    if (reader.isIncomplete) local.differences.push(unread('a keyword that is not enforced'))
    this.#compareTypes(pair, own, reader, local)
    this.#compareConditions(pair, own, reader, local)
    return local
  }

  /** The shape without types of which no value can be made: a member that must be there and must not. */
  #sendable(sub: Conjunction): Shape {
    const shape = this.shapeOf(sub)
    const isEmpty = (conjunction: Conjunction) => this.shapeOf(conjunction).types.size === 0
    const lacks = new Set<JsonType>()
    if ([...shape.required].some((name) => isEmpty(memberOf(shape, name, this.#universe) ?? []))) lacks.add('object')
    const isMissing = ({ schema, min }: Shape['contains'][number]) =>
      min > 0 &&
      prefixLength(shape) === 0 &&
      this.isDisjoint(elementOf(shape, 0, this.#universe), this.#universe.partsOf(schema))
    if (shape.contains.some(isMissing)) lacks.add('array')
    return lacks.size === 0 ? shape : { ...shape, types: new Set([...shape.types].filter((type) => !lacks.has(type))) }
  }

  #compareValues(values: readonly unknown[], { sub, sup, isText }: Pair, reader: Shape): Difference[] {
    const accepted = values.map((value) => this.#universe.accepts(sub, value))
    if (accepted.includes(undefined)) return [unread('a schema that cannot be compiled')]
    const sent = values.filter((_, index) => accepted[index])
    const refused = sent.filter((value) => takes(this.#universe, sup, value, isText) !== true)
    if (refused.length === 0) return []
    const aspect = aspectOfRefusal(reader, refused[0])
    return [
      {
        aspect,
        detail: {
          of: refused
            .map((value) => printJson(value))
            .slice(0, 5)
            .join(', '),
        },
        values: refused,
      },
    ]
  }

  #isSameGroup(own: Group, reader: Group): boolean {
    if (own.branches.length !== reader.branches.length) return false
    if (own.kind !== reader.kind && reader.kind !== 'anyOf') return false
    const left = [...reader.branches]
    return own.branches.every((branch) => {
      const at = left.findIndex((other) => this.#isEqual(branch, other))
      if (at >= 0) left.splice(at, 1)
      return at >= 0
    })
  }

  #isEqual(one: unknown, other: unknown): boolean {
    if (typeof one === 'boolean' || typeof other === 'boolean') return one === other
    return one === other || this.#universe.form.isEqual(Object(one), Object(other))
  }

  /** Each branch of the sender's is compared for itself. */
  #splitOwn({ sub, sup, isText }: Pair, group: Group, readerGroup: Group | undefined): LocalResult {
    const rest = this.#universe.withoutGroup(sub, group)
    // A value of one of two equal branches of `oneOf` is in both, and so not valid.
    const isAlone = (branch: unknown) =>
      group.kind !== 'oneOf' || group.branches.filter((other) => this.#isEqual(branch, other)).length === 1
    const branches = group.branches
      .filter(isAlone)
      .map((branch) => this.#universe.join(rest, this.#universe.partsOf(branch)))
    const isOneAtMost =
      readerGroup?.kind === 'oneOf' && group.kind === 'oneOf' && this.#keepsApart(branches, group, readerGroup)
    const demanded = isOneAtMost ? this.#universe.asAnyOf(sup, readerGroup.part) : sup
    return { differences: [], edges: branches.map((branch) => ({ sub: branch, sup: demanded, isText })) }
  }

  /** True if no value of exactly one of the sender's branches is in two of the reader's. */
  #keepsApart(branches: readonly Conjunction[], own: Group, reader: Group): boolean {
    const twins = reader.branches.map((other) => own.branches.findIndex((branch) => this.#isEqual(branch, other)))
    return (
      branches.length === own.branches.length &&
      branches.every((branch, index) => {
        // A value of this branch is in no other branch of the sender's, and so not in their twins.
        const may = reader.branches.filter((other, at) =>
          (twins[at] ?? -1) >= 0 ? twins[at] === index : !this.isDisjoint(branch, this.#universe.partsOf(other)),
        )
        return may.length <= 1
      })
    )
  }

  #intoBranch({ sub, sup, isText }: Pair, own: Shape, group: Group): LocalResult {
    const rest = this.#universe.withoutGroup(sup, group)
    const options = group.branches.map((branch) => this.#universe.partsOf(branch))
    const alike = options.filter((option) =>
      [...this.shapeOf(option).types].some((type) => isText || own.types.has(type)),
    )
    const apart = alike.filter((option) => !isText && this.isDisjoint(sub, option))
    // Where no branch fits, the likeliest one tells what is missing.
    const fitting = apart.length < alike.length ? alike.filter((option) => !apart.includes(option)) : alike
    if (fitting.length === 0) {
      const base = { sub, sup: rest, isText }
      return {
        differences: [{ aspect: 'type', detail: { of: [...own.types].join() }, values: [] }],
        edges: rest.length > 0 ? [base] : [],
      }
    }
    const chosen =
      fitting.find((option) => this.#isProven({ sub, sup: option, isText })) ??
      fitting.toSorted((one, other) => this.#likeness(own, other) - this.#likeness(own, one))[0] ??
      []
    const differences: Difference[] = []
    if (group.kind === 'oneOf') {
      const others = options.filter((option) => option !== chosen && !this.isDisjoint(sub, option))
      if (others.length > 0)
        differences.push({ aspect: 'alternatives', detail: { of: 'more than one branch may accept' }, values: [] })
    }
    return { differences, edges: [{ sub, sup: this.#universe.join(rest, chosen), isText }] }
  }

  /** How much a branch looks like what is sent: fixed values of members first, then the names of members. */
  #likeness(own: Shape, option: Conjunction): number {
    const shape = this.shapeOf(option)
    let score = 0
    for (const name of namesOf(own)) {
      const [mine, its] = [memberOf(own, name, this.#universe), memberOf(shape, name, this.#universe)]
      if (!mine || !its) continue
      score += 1
      const [values, others] = [this.shapeOf(mine).values, this.shapeOf(its).values]
      if (values && others) score += values.some((value) => others.includes(value)) ? 100 : -100
    }
    for (const name of own.required) if (shape.required.has(name)) score += 1
    for (const name of shape.required) if (!own.required.has(name)) score -= 1
    if (own.formats.some((format) => shape.formats.includes(format))) score += 1
    return score
  }

  /** True if structure shows that no honest value of the first is one of the second. */
  isDisjoint(sub: Conjunction, other: Conjunction, depth = 0): boolean {
    const [own, its] = [this.shapeOf(sub), this.shapeOf(other)]
    const common = [...own.types].filter((type) => its.types.has(type))
    if (common.length === 0) return true
    const values = finiteValues(own)
    if (values) return values.every((value) => this.#universe.accepts(other, value) === false)
    const others = finiteValues(its)
    if (others) return others.every((value) => this.#universe.accepts(sub, value) === false)
    if (depth > 4) return false
    for (const [one, two, mine] of [
      [own, other, sub],
      [its, sub, other],
    ] as const)
      for (const group of one.groups) {
        const { branches } = group
        const rest = this.#universe.withoutGroup(mine, group)
        const isApart = (branch: unknown) => {
          const whole = this.#universe.join(rest, this.#universe.partsOf(branch))
          return mine === sub ? this.isDisjoint(whole, two, depth + 1) : this.isDisjoint(two, whole, depth + 1)
        }
        if (branches.every(isApart)) return true
      }
    const [type] = common
    if (common.length > 1) return false
    if (type === 'number') return isBelow(own, its) || isBelow(its, own)
    if (type === 'string' && own.patterns.length > 0 && its.patterns.length > 0)
      return wordsInside([...own.patterns, ...its.patterns])?.length === 0
    if (type !== 'object') return false
    const sends = (name: string) => memberOf(own, name, this.#universe) !== undefined || sentToOthers(own) !== undefined
    return [...new Set([...own.required, ...its.required])].some((name) => {
      if (its.required.has(name) && !sends(name) && !own.required.has(name)) return true
      const [mine, theirs] = [memberOf(own, name, this.#universe), memberOf(its, name, this.#universe)]
      return theirs !== undefined && this.isDisjoint(mine ?? [], theirs, depth + 1)
    })
  }

  #compareTypes(pair: Pair, own: Shape, reader: Shape, local: LocalResult): void {
    const { sub, sup, isText } = pair
    for (const type of own.types) {
      if (!reader.types.has(type)) {
        if (isText) typeDifference(type, pair, reader, this.#universe, local)
        else local.differences.push({ aspect: 'type', detail: describeTypes(own, reader), values: [] })
      } else if (reader.values && (type === 'null' || type === 'boolean')) {
        const possible = type === 'null' ? [null] : [true, false]
        const refused = possible.filter(
          (value) => this.#universe.accepts(sub, value) && !takes(this.#universe, sup, value, isText),
        )
        if (refused.length > 0) local.differences.push({ aspect: 'enum', detail: { of: '' }, values: refused })
      } else if (reader.values) {
        local.differences.push({ aspect: 'enum', detail: { of: '' }, values: [] })
      } else if (type === 'number') local.differences.push(...numberDifferences(own, reader))
      else if (type === 'string') local.differences.push(...stringDifferences(own, reader, this.#universe))
      else if (type === 'array') this.#compareElements(pair, own, reader, local)
      else if (type === 'object') this.#compareMembers(pair, own, reader, local)
    }
    const unique = new Map(
      local.differences.map((one) => [`${one.aspect} ${one.name} ${Object.values(one.detail)}`, one]),
    )
    local.differences = [...unique.values()]
  }

  #compareElements({ isText }: Pair, own: Shape, reader: Shape, local: LocalResult): void {
    const counts = own.counts.Items
    const least = Math.max(counts.min, ...own.contains.map(({ min }) => min))
    local.differences.push(...countDifferences('item-count', 'Items', least, counts.max, reader))
    if (reader.isUnique && !own.isUnique && counts.max > 1)
      local.differences.push({ aspect: 'item-unique', detail: { of: '' }, values: [] })
    const length = Math.max(prefixLength(own), prefixLength(reader))
    for (let index = 0; index <= length && index < counts.max; index++) {
      const sup = elementOf(reader, index, this.#universe)
      if (sup.length > 0) local.edges.push({ step: index, sub: elementOf(own, index, this.#universe), sup, isText })
    }
    for (const { schema, min, max } of reader.contains) {
      if (min === 0 && max === Infinity) continue
      const isMet = own.contains.some((one) => this.#isEqual(one.schema, schema) && one.min >= min && one.max <= max)
      if (!isMet) local.differences.push({ aspect: 'item-contained', detail: { of: '' }, values: [] })
    }
  }

  #compareMembers({ sub, isText }: Pair, own: Shape, reader: Shape, local: LocalResult): void {
    const universe = this.#universe
    const names = [...new Set([...namesOf(own), ...own.required])].filter(
      (name) => this.shapeOf(memberOf(own, name, universe) ?? []).types.size > 0,
    )
    const others = sentToOthers(own)
    const patterns = [...openMembers(own)].filter(([pattern]) => pattern !== '')
    const isOpen = others !== undefined || patterns.length > 0
    for (const name of reader.required)
      if (!own.required.has(name))
        local.differences.push({ aspect: 'member-required', detail: { of: '' }, name, values: [] })
    const demand = (step: string, sent: Conjunction, sup: Conjunction | undefined) => {
      if (!sup || sup.length === 0) return
      if (this.shapeOf(sup).types.size > 0) local.edges.push({ step, sub: sent, sup, isText })
      else local.differences.push({ aspect: 'member-closed', detail: { of: '' }, name: step, values: [] })
    }
    for (const name of names) demand(name, memberOf(own, name, universe) ?? [], memberOf(reader, name, universe))
    const readerOpen = openMembers(reader)
    const sentOf = (schemas: readonly unknown[]) => universe.join(...schemas.map((schema) => universe.partsOf(schema)))
    const unnamed = [...namesOf(reader)].filter((name) => !namesOf(own).has(name))
    const fresh = freshName(own, reader)
    if (others) {
      const sent = sentOf(others.schemas)
      demand(fresh, sent, memberOf(reader, fresh, universe))
      if (!others.isFreshOnly) {
        for (const name of unnamed)
          if (
            memberOf(
              { ...own, members: own.members.map(({ additionalProperties: _, ...rest }) => rest) },
              name,
              universe,
            ) === undefined
          )
            demand(name, sent, memberOf(reader, name, universe))
      }
      for (const pattern of readerOpen.keys())
        if (pattern !== '' && !openMembers(own).has(pattern)) {
          const [word = fresh] = wordsInside([pattern]) ?? []
          demand(word, sent, memberOf(reader, word, universe))
        }
    }
    for (const [pattern, schemas] of patterns) {
      const sent = sentOf(schemas)
      const [word] = wordsInside([pattern]) ?? []
      if (word === undefined) {
        local.differences.push(unread(`the names of ${pattern}`))
        continue
      }
      const isShared = readerOpen.has(pattern)
      demand(word, sent, isShared ? sentOf(readerOpen.get(pattern) ?? []) : memberOf(reader, word, universe))
      for (const other of readerOpen.keys())
        if (other !== '' && other !== pattern && wordsInside([pattern, other])?.length !== 0)
          demand(wordsInside([pattern, other])?.[0] ?? word, sent, sentOf(readerOpen.get(other) ?? []))
      for (const name of unnamed)
        if (memberOf({ ...own, members: [{ patternProperties: { [pattern]: true } }] }, name, universe))
          demand(name, sent, memberOf(reader, name, universe))
    }
    for (const schema of reader.memberNames) {
      if (own.memberNames.some((one) => this.#isEqual(one, schema))) continue
      const accepted = universe.partsOf(schema)
      if (isOpen || !names.every((name) => universe.accepts(accepted, name)))
        local.differences.push({ aspect: 'member-name', detail: { of: '' }, values: [] })
    }
    const counts = own.counts.Properties
    const most = Math.min(counts.max, isOpen ? Infinity : names.length)
    local.differences.push(
      ...countDifferences('member-count', 'Properties', Math.max(counts.min, own.required.size), most, reader),
    )
    for (const [name, needed] of reader.dependent) {
      if (!names.includes(name) && !isOpen) continue
      const missing = [...needed].filter((one) => !own.required.has(one) && !own.dependent.get(name)?.has(one))
      for (const one of missing)
        local.differences.push({
          aspect: 'member-dependent',
          detail: { of: `${name} needs ${one}` },
          name: one,
          values: [],
        })
    }
    void sub
  }

  #compareConditions({ sub, isText }: Pair, own: Shape, reader: Shape, local: LocalResult): void {
    const isProven = (schema: unknown) =>
      schema === undefined || this.#isProven({ sub, sup: this.#universe.partsOf(schema), isText })
    for (const part of reader.conditions) {
      if (own.conditions.some((one) => this.#universe.form.isEqual(one, part))) continue
      const { not, dependentSchemas } = part
      const isMet =
        (not === undefined ||
          this.isDisjoint(sub, this.#universe.partsOf(not)) ||
          own.conditions.some((one) => one.not !== undefined && this.#isEqual(one.not, not))) &&
        this.#meetsBranches(sub, own, part, isProven) &&
        Object.entries(Object(dependentSchemas)).every(
          ([name, schema]) =>
            (memberOf(own, name, this.#universe) === undefined && !sentToOthers(own)) || isProven(schema),
        ) &&
        part.unevaluatedProperties === undefined &&
        part.unevaluatedItems === undefined
      if (!isMet) local.differences.push({ aspect: 'condition', detail: { of: '' }, values: [] })
    }
  }

  #meetsBranches(
    sub: Conjunction,
    own: Shape,
    part: Conjunction[number],
    isProven: (schema: unknown) => boolean,
  ): boolean {
    if (part.if === undefined) return true
    const twin = own.conditions.find((one) => one.if !== undefined && this.#isEqual(one.if, part.if))
    const isKept = (key: 'then' | 'else') =>
      part[key] === undefined || (twin?.[key] !== undefined && this.#isEqual(twin[key], part[key]))
    if (isKept('then') && isKept('else')) return true
    if (this.isDisjoint(sub, this.#universe.partsOf(part.if))) return isProven(part.else)
    return isProven(part.then) && isProven(part.else)
  }
}

function unread(detail: string): Difference {
  return { aspect: 'unread', detail: { of: detail }, values: [] }
}

/** All values of a shape, if they are few. */
function finiteValues(shape: Shape): readonly unknown[] | undefined {
  if (shape.values) return shape.values
  const { types, low, high, multiples } = shape
  if ([...types].every((type) => type === 'null' || type === 'boolean'))
    return [...(types.has('null') ? [null] : []), ...(types.has('boolean') ? [true, false] : [])]
  if (types.size > 1 || !types.has('number') || !low || !high || !multiples.includes(1)) return undefined
  const [first, last] = [Math.ceil(low.value), Math.floor(high.value)]
  return last - first > 100
    ? undefined
    : Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** What an honest sender may send as members that have no name in its schema. */
function sentToOthers(shape: Shape): { schemas: unknown[]; isFreshOnly: boolean } | undefined {
  const open = openMembers(shape)
  const schemas = open.get('')
  const isFreeForm = open.size === 0 && shape.groups.length + shape.splits.length + shape.conditions.length === 0
  if (!schemas && isFreeForm && namesOf(shape).size + shape.required.size === 0)
    return { schemas: [true], isFreshOnly: true }
  if (!schemas || schemas.includes(false) || schemas.some((schema) => printJson(schema) === '{"not":{}}'))
    return undefined
  // `additionalProperties: true` says that there may be other members, and not what they are called.
  return { schemas, isFreshOnly: schemas.every((schema) => schema === true || printJson(schema) === '{}') }
}

function freshName(...shapes: Shape[]): string {
  const isKnown = (name: string) =>
    shapes.some(
      (shape) =>
        namesOf(shape).has(name) ||
        [...openMembers(shape).keys()].some(
          (pattern) => pattern !== '' && wordsInside([pattern, `^${name}$`])?.length !== 0,
        ),
    )
  return ['other', 'another', 'extra-1', 'zz_9', 'ÿ'].find((name) => !isKnown(name)) ?? 'other'
}

function describeTypes(own: Shape, reader: Shape): Difference['detail'] {
  const name = ({ types, multiples }: Shape) =>
    types.size === allTypes.length
      ? 'any'
      : [...types].map((type) => (type === 'number' && multiples.includes(1) ? 'integer' : type)).join('|')
  return { of: '', sent: name(own), read: name(reader) }
}

function aspectOfRefusal(reader: Shape, value: unknown): Aspect {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  if (!reader.types.has(type as JsonType)) return 'type'
  if (reader.values) return 'enum'
  if (type === 'number') return (reader.low ?? reader.high ?? reader.multiples[0]) ? 'range' : 'condition'
  if (type !== 'string') return reader.groups.length > 0 ? 'alternatives' : 'condition'
  if (reader.patterns.length > 0) return 'pattern'
  return reader.formats.length > 0 ? 'format' : reader.groups.length > 0 ? 'alternatives' : 'length'
}

/** The least value that the bound allows, of integers. */
function tighten({ low, high, multiples }: Shape): {
  low: number
  high: number
  isLowOpen: boolean
  isHighOpen: boolean
} {
  const isInteger = multiples.some((step) => Number.isInteger(step))
  const [least, most] = [low?.value ?? -Infinity, high?.value ?? Infinity]
  if (!isInteger)
    return { low: least, high: most, isLowOpen: low?.isExclusive ?? false, isHighOpen: high?.isExclusive ?? false }
  return {
    low: low?.isExclusive && Number.isInteger(least) ? least + 1 : Math.ceil(least),
    high: high?.isExclusive && Number.isInteger(most) ? most - 1 : Math.floor(most),
    isLowOpen: false,
    isHighOpen: false,
  }
}

function isBelow(one: Shape, other: Shape): boolean {
  const [own, its] = [tighten(one), tighten(other)]
  return own.high < its.low || (own.high === its.low && (own.isHighOpen || its.isLowOpen))
}

function numberDifferences(own: Shape, reader: Shape): Difference[] {
  const differences: Difference[] = []
  const [mine, its] = [tighten(own), tighten({ ...reader, multiples: [...reader.multiples, ...own.multiples] })]
  if (mine.low < its.low || (mine.low === its.low && its.isLowOpen && !mine.isLowOpen))
    differences.push({
      aspect: 'range',
      detail: { of: 'minimum', sent: String(own.low?.value ?? 'none'), read: String(reader.low?.value) },
      values: [],
    })
  if (mine.high > its.high || (mine.high === its.high && its.isHighOpen && !mine.isHighOpen))
    differences.push({
      aspect: 'range',
      detail: { of: 'maximum', sent: String(own.high?.value ?? 'none'), read: String(reader.high?.value) },
      values: [],
    })
  for (const step of reader.multiples) {
    if (own.multiples.some((one) => Number.isInteger(Number((one / step).toPrecision(12))))) continue
    differences.push(
      step === 1
        ? { aspect: 'type', detail: { of: '', sent: 'number', read: 'integer' }, values: [0.5, 1.5] }
        : {
            aspect: 'range',
            detail: { of: 'multipleOf', sent: own.multiples.join() || 'none', read: String(step) },
            values: [],
          },
    )
  }
  return differences
}

function countDifferences(
  aspect: Aspect,
  what: 'Items' | 'Properties' | 'Length',
  min: number,
  max: number,
  reader: Shape,
): Difference[] {
  const its = reader.counts[what]
  return [
    ...(min < its.min
      ? [{ aspect, detail: { of: `min${what}`, sent: String(min), read: String(its.min) }, values: [] }]
      : []),
    ...(max > its.max
      ? [
          {
            aspect,
            detail: { of: `max${what}`, sent: max === Infinity ? 'none' : String(max), read: String(its.max) },
            values: [],
          },
        ]
      : []),
  ]
}

/** Formats whose texts another format accepts too. */
const narrower: Record<string, string[]> = {
  'uri-reference': ['uri'],
  iri: ['uri'],
  'iri-reference': ['uri', 'uri-reference', 'iri'],
  'idn-email': ['email'],
  'idn-hostname': ['hostname'],
}

/** Patterns that all texts of a format match, and others may. */
const textsOfFormat: Record<string, string> = {
  date: '^\\d{4}-\\d\\d-\\d\\d$',
  'date-time': '^\\d{4}-\\d\\d-\\d\\d[^][^]*$',
  time: '^\\d\\d:\\d\\d:\\d\\d[^]*$',
  uuid: '^(?:[uU][rR][nN]:[uU][uU][iI][dD]:)?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  ipv4: '^[0-9.]{7,15}$',
  email: '^[^]+@[^]+$',
}

function stringDifferences(own: Shape, reader: Shape, universe: Universe): Difference[] {
  const { min, max } = own.counts.Length
  const isCounted = min <= maxCountedLength && (max === Infinity || max <= maxCountedLength)
  const ofFormats = own.formats.flatMap((format) => textsOfFormat[format] ?? [])
  const inside = [
    ...own.patterns,
    ...ofFormats,
    ...(isCounted && (min > 0 || max < Infinity) ? [lengthPattern(min, max)] : []),
  ]
  const differences: Difference[] = []
  for (const one of countDifferences('length', 'Length', min, max, reader)) {
    const its = reader.counts.Length
    const isSmall = its.min <= maxCountedLength && (its.max === Infinity || its.max <= maxCountedLength)
    const words = inside.length > 0 && isSmall ? wordsOutside(inside, lengthPattern(its.min, its.max)) : undefined
    if (words?.length !== 0) differences.push({ ...one, values: words ?? [] })
  }
  for (const pattern of reader.patterns) {
    if (own.patterns.includes(pattern)) continue
    const words = wordsOutside(inside, pattern)
    if (words?.length !== 0)
      differences.push({
        aspect: 'pattern',
        detail: { of: '', sent: own.patterns.join(' ') || 'none', read: pattern },
        values: words ?? [],
      })
  }
  for (const format of reader.formats) {
    if (own.formats.some((one) => one === format || narrower[format]?.includes(one)) || !universe.enforces(format))
      continue
    differences.push({
      aspect: 'format',
      detail: { of: '', sent: own.formats.join(' ') || 'none', read: format },
      values: [],
    })
  }
  return differences
}

/** Compares a type that the reader does not name, where it is text on the wire. */
function typeDifference(
  type: JsonType,
  { sub, isText }: Pair,
  reader: Shape,
  universe: Universe,
  local: LocalResult,
): void {
  const isScalar = type !== 'array' && type !== 'object'
  const { min, max } = reader.counts.Length
  const isAnyText =
    reader.types.has('string') &&
    !reader.values &&
    reader.patterns.length + reader.formats.length === 0 &&
    min <= 1 &&
    max === Infinity
  if (isScalar && isAnyText && !(type === 'null' && min > 0)) return
  if (
    isScalar &&
    reader.types.has('array') &&
    !reader.types.has('string') &&
    !reader.values &&
    reader.counts.Items.min <= 1 &&
    reader.counts.Items.max >= 1
  ) {
    const sup = elementOf(reader, 0, universe)
    if (sup.length > 0) local.edges.push({ sub: universe.ofType(sub, type), sup, isText })
    // A text with commas may be read as several elements.
    if (type === 'string' && reader.counts.Items.max < Infinity)
      local.differences.push({ aspect: 'type', detail: { of: '', sent: type, read: 'array' }, values: [] })
    return
  }
  local.differences.push({
    aspect: 'type',
    detail: { of: '', sent: type, read: [...reader.types].join('|') },
    values: [],
  })
}
