import { printJson } from '../../../json-text.ts'
import { getOrAdd } from '../../../memoize.ts'
import type { Node } from '../../published/normalize.ts'
import { isSameJson } from '../json-equality.ts'
import { compilePattern } from '../pattern.ts'
import { type Aspect, aspects, type Difference } from './difference.ts'
import { wordsInside, wordsOutside } from './language.ts'
import { proofs } from './proofs.ts'
import { allTypes, type JsonType, Shape } from './shape.ts'
import { matches, type Universe } from './universe.ts'

/** A name of a member, or the index of an element. */
export type Step = string | number

/** What a sender may send at a place, and what the reader demands there. */
export interface Pair {
  sub: unknown
  sup: unknown
  /** The value is text on the wire: `5` is a number or a text, as the reader likes. */
  isText: boolean
  /** Equal for equal pairs, once it has been asked for. */
  key?: number
}

export interface Edge extends Pair {
  /** Undefined for a part of the same value's schema: a type, or a branch. */
  step?: Step
}

/** A difference at a place of a message, with the pairs on the way to it. */
export interface Suspicion {
  difference: Difference
  chain: readonly Edge[]
}

/** An edge, and those before it. */
interface Way {
  edge: Edge
  before?: Way
}

interface LocalResult {
  differences: Difference[]
  edges: Edge[]
}

/** Branches of `anyOf` that are taken by two. */
const maxBesides = 6

/** Pairs of schemas that are compared at most; more are not decided. */
const maxPairs = 20_000

/**
 * Decides by structure whether all that a sender may send is what a reader accepts. Each pair of schemas is decided once, by its own
 * keywords and the pairs that it leads to. Where structure does not show it, the result is a suspicion, which a value may confirm.
 */
export class Comparison {
  readonly #universe: Universe
  readonly #keys = new Map<string, number>()
  readonly #locals = new Map<number, LocalResult>()
  readonly #verdicts = new Map<number, boolean>()
  readonly #shapes = new Map<number, Shape>()
  /** What is being compared. */
  readonly #pending = new Set<number>()

  constructor(universe: Universe) {
    this.#universe = universe
  }

  /** All differences that a message of this pair may show, each at the shortest way to it. */
  suspicionsOf(root: Pair): Suspicion[] {
    return [...this.#walk(root)].flatMap(({ way, local }) => {
      if (local.differences.length === 0) return []
      const chain: Edge[] = []
      for (let at: Way | undefined = way; at; at = at.before) chain.unshift(at.edge)
      return local.differences.map((difference) => ({ difference, chain }))
    })
  }

  *#walk(root: Pair): Generator<{ way: Way; local: LocalResult }> {
    const seen = new Set([this.keyOf(root)])
    const pending: Way[] = [{ edge: root }]
    for (const way of pending) {
      const local = this.#localOf(way.edge)
      yield { way, local }
      for (const edge of local.edges) {
        const { size } = seen
        if (seen.add(this.keyOf(edge)).size > size) pending.push({ edge, before: way })
      }
    }
  }

  keyOf(pair: Pair): number {
    if (pair.key !== undefined) return pair.key
    const text = `${this.#universe.idOf(pair.sub)}|${this.#universe.idOf(pair.sup)}${pair.isText ? '|text' : ''}`
    pair.key = getOrAdd(this.#keys, text, () => this.#keys.size)
    return pair.key
  }

  shapeOf(schema: unknown): Shape {
    return getOrAdd(this.#shapes, this.#universe.idOf(schema), () => new Shape(schema, this.#universe))
  }

  /** Whether a branch accepts all, as far as is known on the way: the choice of a branch decides nothing by itself. */
  #seemsProven(pair: Pair): boolean {
    const key = this.keyOf(pair)
    const known = this.#verdicts.get(key)
    if (known !== undefined) return known
    this.#verdicts.set(key, true)
    const isProven = this.#isProven(pair, new Set())
    this.#verdicts.set(key, isProven)
    return isProven
  }

  /** Whether a reader accepts all, without what is still being compared. */
  #isProven(pair: Pair, pending: ReadonlySet<number> = this.#pending): boolean {
    for (const { way, local } of this.#walk(pair))
      if (local.differences.length > 0 || pending.has(this.keyOf(way.edge))) return false
    return true
  }

  #localOf(pair: Pair): LocalResult {
    const key = this.keyOf(pair)
    const known = this.#locals.get(key)
    if (known) return known
    if (this.#pending.has(key)) return nothing
    if (this.#locals.size > maxPairs) return { differences: [differ('unread', 'too many pairs of schemas')], edges: [] }
    this.#pending.add(key)
    const local = this.#compare(pair)
    this.#pending.delete(key)
    this.#locals.set(key, local)
    return local
  }

  #compare(pair: Pair): LocalResult {
    const { sub, sup, isText } = pair
    const universe = this.#universe
    const [own, reader] = [this.shapeOf(sub), this.shapeOf(sup)]
    const types = this.#sentTypes(own)
    // What neither side can read is equal, and decided by that.
    if (types.length === 0 || universe.isEqual(sub, sup)) return nothing
    const refused = own.values && this.#compareValues(own.values, pair)
    if (refused && (refused.length === 0 || own.listed || reader.listed || !own.types.has('number')))
      return { differences: refused, edges: [] }
    const edge = (one: unknown, other: unknown = sup): Edge => ({ sub: one, sup: other, isText })
    const open = this.#openGroups(own, reader)
    const cases = this.#casesOf(own, open.own)
    if (cases) return { differences: [], edges: cases.map((one) => edge(one)) }
    const group = open.reader
    if (group && types.length > 1)
      return { differences: [], edges: types.map((type) => edge(universe.with(sub, { type }))) }
    if (group) return this.#intoBranch(pair, own, group, reader.alternatives(group) ?? [])
    const differences: Difference[] = []
    const edges = reader.demands.map((one) => edge(sub, one))
    if (reader.isIncomplete) differences.push(differ('unread', 'a keyword that is not enforced'))
    const isExcluded = (when: unknown) =>
      this.shapeOf(when).refusals.some((one) => this.#isProven({ sub, sup: one, isText: false }))
    for (const { when, demand } of implicationsOf(reader, universe))
      if (this.isDisjoint(sub, when) || isExcluded(when)) continue
      else if (demand === false) differences.push(differ('condition'))
      else edges.push(edge(universe.both(sub, when), demand))
    for (const type of types) this.#compareType(type, pair, own, reader, { differences, edges })
    return { differences: distinct(differences), edges }
  }

  /** The types of which there is a value: not of an object with a member that must be there and must not. */
  #sentTypes(shape: Shape): JsonType[] {
    const isEmpty = (schema: unknown) => this.shapeOf(schema ?? true).types.size === 0
    const isMissing =
      shape.contained[0] > 0 && shape.prefixLength === 0 && this.isDisjoint(shape.element(0), shape.node.contains)
    return [...shape.types].filter(
      (type) =>
        !(type === 'object' && [...shape.required].some((name) => isEmpty(shape.member(name)))) &&
        !(type === 'array' && isMissing),
    )
  }

  #compareValues(values: readonly unknown[], { sub, sup, isText }: Pair): Difference[] {
    const accepted = values.map((value) => this.#universe.accepts(sub, value))
    if (accepted.includes(undefined)) return [differ('unread', 'a value that is nested too deeply')]
    const refused = values.filter(
      (value, index) => accepted[index] && this.#universe.takes(sup, value, isText) !== true,
    )
    if (refused.length === 0) return []
    const [first] = refused
    const shown = refused.slice(0, 5).map((value) => printJson(value))
    const named = Object.entries(aspects).find(
      ([, keywords]) =>
        keywords.some((keyword) => Object.hasOwn(this.#universe.look(sup), keyword)) &&
        this.#universe.takes(this.#universe.without(sup, ...keywords), first, isText) === true,
    )
    return [{ ...differ((named?.[0] as Aspect) ?? 'type', shown.join(', ')), values: refused }]
  }

  /** The alternatives of either side that are not those of the other side too. */
  #openGroups(own: Shape, reader: Shape): { own: Group | undefined; reader: Group | undefined } {
    const isSame = (left: unknown, right: unknown) => this.#universe.isEqual(left, right)
    const isMet = (sent: Group, read: Group) => {
      const [branches, others] = [own.alternatives(sent), reader.alternatives(read)]
      const isComparable = branches && branches.length === others?.length && (sent === read || read === 'anyOf')
      return isComparable && matches(branches, others, isSame)
    }
    return {
      own: groups.find((sent) => own.alternatives(sent) && !groups.some((read) => isMet(sent, read))),
      reader: groups.find((read) => reader.alternatives(read) && !groups.some((sent) => isMet(sent, read))),
    }
  }

  /** What is sent, case by case: by a condition, or by a branch. */
  #casesOf(own: Shape, group: Group | undefined): Node[] | undefined {
    const universe = this.#universe
    const { schema: sub } = own
    const { if: condition, then = true, else: otherwise = true, dependentSchemas } = own.node
    const besides = (...keywords: string[]) => universe.without(sub, ...keywords, ...unevaluated)
    if (condition !== undefined) {
      const rest = besides('if', 'then', 'else')
      // Members that the condition and the other branch name are documented, whatever holds.
      const names = [condition, then].flatMap((part) => namesWithin(this.shapeOf(part).node))
      const named = { properties: Object.fromEntries(names.map((name) => [name, true])) }
      const isElse = universe.with(universe.both(rest, universe.not(condition), otherwise), named)
      return [universe.both(rest, condition, then), isElse]
    }
    const [[name, schema] = [], ...others] = Object.entries(Object(dependentSchemas))
    if (name !== undefined) {
      const left = universe.make(`${universe.idOf(sub)} besides ${name}`, () => ({
        dependentSchemas: Object.fromEntries(others),
      }))
      const rest = universe.both(besides('dependentSchemas'), left)
      const has = universe.with(true, { required: [name] })
      return [universe.both(rest, universe.not(has)), universe.both(rest, has, schema)]
    }
    const branches = group && own.alternatives(group)
    if (!branches) return undefined
    const rest = besides(group)
    return branches.flatMap((branch, index) => {
      // A value may be in two branches of `anyOf`, with the members of both.
      const beside = branches.length > maxBesides ? [] : branches.slice(index + 1)
      if (group === 'anyOf')
        return [[], ...beside.map((other) => [other])].map((more) => universe.both(rest, branch, ...more))
      // A value of one branch of `oneOf` is in no other one.
      const others = branches.toSpliced(index, 1)
      if (others.some((other) => this.#isProven({ sub: branch, sup: other, isText: false }))) return []
      return [universe.both(rest, branch, ...(others.length > 0 ? [universe.not(...others)] : []))]
    })
  }

  #intoBranch({ sub, sup, isText }: Pair, own: Shape, keyword: Group, branches: unknown[]): LocalResult {
    const universe = this.#universe
    const rest = universe.without(sup, keyword)
    const isNear = (branch: unknown) => [...this.shapeOf(branch).types].some((type) => isText || own.types.has(type))
    const near = branches.filter(isNear)
    const fitting = near.filter((branch) => isText || !this.isDisjoint(sub, branch))
    if (near.length === 0)
      return { differences: [differ('type', [...own.types].join())], edges: [{ sub, sup: rest, isText }] }
    const pairOf = (branch: unknown) => ({ branch, sub, sup: branch, isText })
    // Where no branch accepts all, the likeliest one tells what is missing.
    const likeliest = (fitting.length > 0 ? fitting : near).map(pairOf)
    const chosen =
      near.map(pairOf).find((pair) => this.#seemsProven(pair)) ??
      likeliest.toSorted((one, other) => this.#refusalsOf(one) - this.#refusalsOf(other))[0]
    const others = branches.filter((branch) => branch !== chosen?.branch && !this.isDisjoint(sub, branch))
    const isAmbiguous = keyword === 'oneOf' && others.length > 0
    return {
      differences: isAmbiguous ? [differ('alternatives', 'more than one branch may accept')] : [],
      edges: [{ sub, sup: universe.both(rest, chosen?.branch), isText }],
    }
  }

  /** How much of what is sent a branch refuses. Another fixed value of a member refuses all. */
  #refusalsOf(pair: Pair): number {
    const { differences, edges } = this.#localOf(pair)
    const open = edges.filter((edge) => !this.#seemsProven(edge))
    return differences.length + open.length + 100 * Number(open.some(({ sub, sup }) => this.isDisjoint(sub, sup)))
  }

  /** True if structure shows that no honest value of the first is one of the second. */
  isDisjoint(one: unknown, other: unknown, depth = 0): boolean {
    const universe = this.#universe
    const [own, its] = [this.shapeOf(one), this.shapeOf(other)]
    const common = [...own.types].filter((type) => its.types.has(type))
    if (common.length === 0) return true
    if (own.values) return own.values.every((value) => universe.accepts(other, value) === false)
    if (its.values) return its.values.every((value) => universe.accepts(one, value) === false)
    const excludes = ({ refusals }: Shape, schema: unknown) => refusals.some((one) => universe.isEqual(one, schema))
    if (excludes(own, other) || excludes(its, one)) return true
    if (depth > 4) return false
    for (const [shape, schema] of [
      [own, one],
      [its, other],
    ] as const)
      for (const group of groups) {
        const branches = shape.alternatives(group)
        const rest = branches && universe.without(schema, group)
        const isApart = (branch: unknown) => {
          const whole = universe.both(rest, branch)
          return shape === own ? this.isDisjoint(whole, other, depth + 1) : this.isDisjoint(one, whole, depth + 1)
        }
        if (branches?.every(isApart)) return true
      }
    const [type] = common
    if (common.length > 1) return false
    if (type === 'number') return isBelow(own, its) || isBelow(its, own)
    const patterns = [own, its].map((shape) => shape.all<string>('pattern'))
    if (type === 'string' && patterns.every((list) => list.length > 0))
      return wordsInside(patterns.flat())?.length === 0
    if (type !== 'object') return false
    const sends = (name: string) => own.member(name) !== undefined || own.sentToOthers !== undefined
    return [...new Set([...own.required, ...its.required])].some((name) => {
      if (its.required.has(name) && !sends(name) && !own.required.has(name)) return true
      const [mine = true, theirs] = [own.member(name), its.member(name)]
      return theirs !== undefined && this.isDisjoint(mine, theirs, depth + 1)
    })
  }

  #compareType(type: JsonType, { sub, sup, isText }: Pair, own: Shape, reader: Shape, local: LocalResult): void {
    const { differences, edges } = local
    const universe = this.#universe
    if (!reader.types.has(type)) {
      const isScalar = type !== 'array' && type !== 'object'
      // Any text is what a number is written as, and a list of one is written as its element.
      if (isText && isScalar && reader.types.has('string') && takesAnyText(reader, type)) return
      const most = reader.count('maxItems')
      const isList = isText && isScalar && reader.types.has('array') && !reader.types.has('string') && !reader.listed
      if (isList && reader.count('minItems') <= 1 && most >= 1) {
        edges.push({ sub: universe.with(sub, { type }), sup: reader.element(0), isText })
        // A text with commas may be read as several elements.
        if (type !== 'string' || most === Number.POSITIVE_INFINITY) return
      }
      const detail = { of: '', sent: isText ? type : typesOf(own), read: typesOf(reader) }
      differences.push({ ...differ('type'), detail })
    } else if (reader.listed) {
      const all = type === 'null' ? [null] : type === 'boolean' ? [true, false] : undefined
      const refused = all?.filter((value) => universe.accepts(sub, value) && !universe.takes(sup, value, isText))
      if (refused?.length !== 0) differences.push({ ...differ('enum'), values: refused ?? [] })
    } else {
      const isToldAlready = differences.some(({ aspect }) => aspect === 'type')
      if (type === 'number' && reader.isInteger && !own.isInteger && !isToldAlready)
        differences.push({ aspect: 'type', detail: { of: '', sent: 'number', read: 'integer' }, values: [0.5, 1.5] })
      for (const [aspect, ofAspect] of Object.entries(proofs[type] ?? {}))
        for (const [keyword, proof] of Object.entries(ofAspect)) {
          const [read, sent] = [reader.node[keyword], own.all(keyword)]
          if (read === undefined || sent.some((one) => isSameJson(one, read))) continue
          const shown = proof(own, read as never)
          if (shown === true) continue
          const of = keyword
            .replace(/^exclusive(.)/, (_, letter) => letter.toLowerCase())
            .replace(/^(pattern|format)$/, '')
          const detail = read === true ? { of: '' } : { of, sent: sent.join(' ') || 'none', read: String(read) }
          differences.push({ aspect: aspect as Aspect, detail, values: shown || [] })
        }
      if (type === 'array') this.#compareElements(isText, own, reader, local)
      if (type === 'object') this.#compareMembers(isText, own, reader, local)
    }
  }

  #compareElements(isText: boolean, own: Shape, reader: Shape, { differences, edges }: LocalResult): void {
    const length = Math.max(own.prefixLength, reader.prefixLength)
    for (let index = 0; index <= length && index < own.count('maxItems'); index++)
      edges.push({ step: index, sub: own.element(index), sup: reader.element(index), isText })
    const { contains } = reader.node
    if (contains === undefined) return
    const isMet =
      own.node.contains !== undefined &&
      this.#universe.isEqual(own.node.contains, contains) &&
      own.contained[0] >= reader.contained[0] &&
      own.contained[1] <= reader.contained[1]
    if (!isMet) differences.push(differ('item-contained'))
  }

  #compareMembers(isText: boolean, own: Shape, reader: Shape, { differences, edges }: LocalResult): void {
    const universe = this.#universe
    const demand = (step: string, sub: unknown, sup: unknown) => {
      if (this.shapeOf(sup).types.size > 0) edges.push({ step, sub, sup, isText })
      else differences.push({ ...differ('member-closed'), name: step })
    }
    for (const name of reader.required)
      if (!own.required.has(name)) differences.push({ ...differ('member-required'), name })
    const names = [...own.names].filter((name) => this.shapeOf(own.member(name) ?? true).types.size > 0)
    for (const name of names) demand(name, own.member(name) ?? true, reader.member(name) ?? true)
    const patterns = own.others.filter(([pattern]) => pattern !== '')
    const rest = own.sentToOthers
    const fresh = freshNames.find((name) => !own.knows(name) && !reader.knows(name)) ?? 'other'
    for (const [pattern, sent] of [...patterns, ...(rest ? [['', rest.schema] as const] : [])]) {
      const inside = pattern === '' ? [] : [pattern]
      const [word = fresh] = (pattern !== '' && wordsInside(inside)) || []
      if (pattern !== '' && !wordsInside(inside)) differences.push(differ('unread', `the names of ${pattern}`))
      const isIn = (name: string) =>
        pattern === '' ? !own.knows(name) && !rest?.isFreshOnly : compilePattern(pattern).test(name)
      for (const name of Object.keys(reader.properties))
        if (!Object.hasOwn(own.properties, name) && isIn(name)) demand(name, sent, reader.member(name))
      for (const [other, read] of reader.others) {
        const shared = other === '' || other === pattern ? [word] : wordsInside([...inside, other])
        const isCovered = other === '' && pattern !== '' && reader.others.some(([one]) => one === pattern)
        if (!isCovered && shared?.length !== 0) demand(shared?.[0] ?? word, sent, read)
      }
    }
    const isOpen = rest !== undefined || patterns.length > 0
    const { propertyNames, dependentRequired } = reader.node
    if (propertyNames !== undefined && !universe.isEqual(own.node.propertyNames ?? true, propertyNames)) {
      const [word] = reader.namePatterns.flatMap(
        (pattern) => wordsOutside([], pattern)?.filter((one) => one !== '') ?? [],
      )
      const refused =
        names.find((name) => !universe.accepts(propertyNames, name)) ?? (isOpen ? (word ?? fresh) : undefined)
      if (refused !== undefined) differences.push({ ...differ('member-name'), name: refused })
    }
    for (const [name, needed] of Object.entries(Object(dependentRequired) as Record<string, string[]>)) {
      if (!names.includes(name) && !isOpen) continue
      const present = this.shapeOf(universe.with(own.schema, { required: [name] })).required
      for (const one of needed)
        if (!present.has(one)) differences.push({ ...differ('member-dependent', `${name} needs ${one}`), name: one })
    }
  }
}

const groups = ['anyOf', 'oneOf'] as const
type Group = (typeof groups)[number]

/** These see what branches and conditions evaluate, and mean more without them. */
const unevaluated = ['unevaluatedProperties', 'unevaluatedItems'] as const

const nothing: LocalResult = { differences: [], edges: [] }

const freshNames = ['other', 'another', 'extra-1', 'zz_9', 'ÿ']

function differ(aspect: Aspect, of = ''): Difference {
  return { aspect, detail: { of }, values: [] }
}

function distinct(differences: readonly Difference[]): Difference[] {
  const byText = new Map(differences.map((one) => [`${one.aspect} ${one.name} ${Object.values(one.detail)}`, one]))
  return [...byText.values()]
}

/** What a reader demands under a condition. */
function implicationsOf({ node, refusals }: Shape, universe: Universe): { when: unknown; demand: unknown }[] {
  const { if: condition, then, else: otherwise, dependentSchemas } = node
  return [
    ...refusals.map((when) => ({ when, demand: false })),
    ...(condition === undefined || then === undefined ? [] : [{ when: condition, demand: then }]),
    ...(condition === undefined || otherwise === undefined
      ? []
      : [{ when: universe.not(condition), demand: otherwise }]),
    ...Object.entries(Object(dependentSchemas)).map(([name, schema]) => ({
      when: universe.with(true, { required: [name] }),
      demand: schema,
    })),
    ...(unevaluated.some((key) => node[key] !== undefined) ? [{ when: true, demand: false }] : []),
  ]
}

function namesWithin(schema: unknown): string[] {
  const { properties, ...others } = Object(schema)
  const parts = ['allOf', 'anyOf', 'oneOf', 'then', 'else'].flatMap((key) => [others[key] ?? []].flat())
  return [...Object.keys(Object(properties)), ...parts.flatMap(namesWithin)]
}

function typesOf({ types, isInteger }: Shape): string {
  if (types.size === allTypes.length) return 'any'
  return [...types].map((type) => (type === 'number' && isInteger ? 'integer' : type)).join('|')
}

function takesAnyText(reader: Shape, type: JsonType): boolean {
  const isFree = ['pattern', 'format', 'maxLength', 'enum', 'const'].every((key) => reader.node[key] === undefined)
  return isFree && reader.count('minLength') <= Number(type !== 'null')
}

function isBelow({ range: one }: Shape, { range: other }: Shape): boolean {
  return one.high < other.low || (isSameJson(one.high, other.low) && (one.isHighOpen || other.isLowOpen))
}
