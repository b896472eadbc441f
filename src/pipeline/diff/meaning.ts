import { below, type DocumentNode, follow, isMapping } from '../../contract/json-pointer.ts'
import { mergeParts, type SchemaNode } from '../../contract/schema/merge.ts'
import { type Schemas, schemasOf } from '../../contract/schema/schemas.ts'
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

/** One side of a pair: the schema without references, and with all that hold with it. */
interface Read {
  id: number
  node: SchemaNode
  /** Also those that a branch alone has. */
  members: ReadonlyMap<string, unknown>
  schemas: Schemas
}

interface Local {
  told: readonly Told[]
  /** The pairs of parts, and their pointers from here. */
  parts: readonly (readonly [one: Read, other: Read, step: string])[]
}

/** Compares what schemas say beyond which values are valid: members, defaults, units, who sends a member, encodings. */
export class MeaningComparison {
  readonly #documents: readonly DocumentNode[]
  readonly #known = new Map<unknown, Read>()
  readonly #locals = new Map<string, Local>()
  /** By their outermost pair. */
  readonly #results = new Map<string, readonly Meaning[]>()

  constructor(before: DocumentNode, now: DocumentNode) {
    this.#documents = [before, now]
  }

  compare(before: unknown, now: unknown, side: Side): readonly Meaning[] {
    const [first, second] = [this.#read(before, 0), this.#read(now, 1)]
    const key = `${side} ${first.id}|${second.id}`
    const found = this.#results.get(key) ?? [...this.#walk(first, second, side)]
    this.#results.set(key, found)
    return found
  }

  *#walk(first: Read, second: Read, side: Side): Generator<Meaning> {
    const seen = new Set<string>()
    const pending = [{ one: first, other: second, at: '' }]
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { one, other, at } = next
      const key = `${side} ${one.id}|${other.id}`
      if (one.id + other.id === 0 || seen.has(key)) continue
      seen.add(key)
      const local = this.#locals.get(key) ?? this.#compare(one, other, side)
      this.#locals.set(key, local)
      for (const [kind, detail, name] of local.told)
        yield { kind, detail, at: name === undefined ? at : below(at, name), key: `${key} ${kind} ${name ?? ''}` }
      for (const [from, to, step] of local.parts) pending.push({ one: from, other: to, at: at + step })
    }
  }

  #compare(one: Read, other: Read, side: Side): Local {
    const parts = [
      ...[...one.members].map(([name, schema]) => [schema, other.members.get(name), below('', name)] as const),
      [one.node.items, other.node.items, '/0'] as const,
      [one.node.additionalProperties, other.node.additionalProperties, '/*'] as const,
      ...pairBranches(one, other).map((pair) => [...pair, ''] as const),
    ].filter(([from, to]) => from !== undefined && to !== undefined)
    return {
      told: [...differencesOf(one, other, side)],
      parts: parts.map(([from, to, step]) => [this.#read(from, 0), this.#read(to, 1), step]),
    }
  }

  #read(given: unknown, side: 0 | 1): Read {
    const known = this.#known.get(given)
    if (known) return known
    const document = this.#documents[side] ?? {}
    const target = isMapping(given) ? follow(document, given) : undefined
    const schemas = schemasOf(document)
    const node = withoutLoneBranch(mergeParts(target, schemas), schemas)
    const made = this.#known.get(target) ?? {
      id: target ? this.#known.size + 1 : 0,
      node,
      members: membersOf(node, schemas),
      schemas,
    }
    for (const one of [given, target]) this.#known.set(one, made)
    return made
  }
}

/** One branch beside null is the schema itself. */
function withoutLoneBranch(node: SchemaNode, schemas: Schemas): SchemaNode {
  const keyword = (['anyOf', 'oneOf'] as const).find((key) => branchesIn(node[key]).length === 1)
  if (!keyword) return node
  const { [keyword]: branches, ...rest } = node
  return withoutLoneBranch(mergeParts({ allOf: [...branchesIn(branches), rest] }, schemas), schemas)
}

function branchesIn(list: unknown): unknown[] {
  return Array.isArray(list) ? list.filter((one) => Object(one).type !== 'null') : []
}

function branchesOf({ anyOf, oneOf }: SchemaNode): unknown[] {
  return [...branchesIn(anyOf), ...branchesIn(oneOf)]
}

function membersOf(node: SchemaNode, schemas: Schemas, depth = 0): Map<string, unknown> {
  const branches =
    depth > 4 ? [] : branchesOf(node).map((one) => membersOf(mergeParts(one, schemas), schemas, depth + 1))
  const own = Object.entries(Object(node.properties)).filter(([, schema]) => schema !== false)
  return new Map([...branches.flatMap((members) => [...members]), ...own])
}

/** Branches that refer to one name, and those at one place. */
function pairBranches({ node: before }: Read, { node: now }: Read): [unknown, unknown][] {
  const others = branchesOf(now)
  return branchesOf(before).map((branch, index) => {
    const { $ref } = Object(branch)
    return [branch, $ref === undefined ? others[index] : others.find((candidate) => Object(candidate).$ref === $ref)]
  })
}

type Told = readonly [kind: TableKind, detail: string, name?: string]

function* differencesOf(one: Read, other: Read, side: Side): Generator<Told> {
  for (const [kind, detail] of annotations)
    for (const text of detail(one, other, side)) yield [`${kind}`.replace('*', side) as TableKind, text]
  const [was, is] = [one, other].map(({ node }) => new Set<unknown>(node.required as string[] | undefined))
  for (const name of one.members.keys())
    if (!other.members.has(name) && (side === 'request' || !was?.has(name))) yield [`${side}-member-removed`, '', name]
  const isClosed = [one.node.additionalProperties, one.node.unevaluatedProperties].includes(false)
  const added = side === 'response' && isClosed ? 'response-closed-member-added' : (`${side}-member-added` as const)
  for (const name of other.members.keys())
    if (!one.members.has(name) && !(side === 'request' && is?.has(name))) yield [added, '', name]
}

const noCoding = 'none, none'

/** Kinds that keywords beside validation tell, and what changed, as often as it did. */
const annotations: readonly [kind: string, detail: (one: Read, other: Read, side: Side) => string[]][] = [
  ['default-added', ({ node: was }, { node: is }) => (was.default === undefined ? shown(is.default) : [])],
  ['default-changed', changeOf(({ node }) => shown(node.default)[0], 'none')],
  ['member-read-only', (one, other, side) => (side === 'request' ? flagAdded('readOnly', one, other) : [])],
  ['member-write-only', (one, other, side) => (side === 'response' ? flagAdded('writeOnly', one, other) : [])],
  ['deprecated', (one, other) => flagAdded('deprecated', one, other)],
  ['unit-changed', changeOf(({ node }) => unitIn(node))],
  ['*-content-changed', changeOf(({ node }) => codingOf(node), noCoding)],
  ['discriminator-changed', (one, other) => (changeOf(discriminatorOf, '')(one, other).length > 0 ? [''] : [])],
  [
    'extensible-enum-changed',
    ({ node: { 'x-extensible-enum': was } }, { node: { 'x-extensible-enum': is } }) => {
      const gone = Array.isArray(was) && Array.isArray(is) ? was.filter((value) => !is.includes(value)) : []
      return gone.length > 0 ? [gone.join(', ')] : []
    },
  ],
]

/** `1 → 2`, where there was something. @param gone for what is not there any more; without it, that is no change */
function changeOf(read: (of: Read) => string | undefined, gone?: string) {
  return (one: Read, other: Read): string[] => {
    const [was, is = gone] = [read(one), read(other)]
    return was === undefined || is === undefined || was === is ? [] : [`${was} → ${is}`]
  }
}

function shown(value: unknown): string[] {
  return value === undefined ? [] : [printJson(value)]
}

function flagAdded(flag: string, { id, node: was }: Read, { node: is }: Read): string[] {
  return id > 0 && is[flag] === true && was[flag] !== true ? [''] : []
}

/** Of a text. `format: byte` is what base64 is called before OpenAPI 3.1. */
function codingOf({ type, format, contentMediaType = 'none', contentEncoding }: SchemaNode): string | undefined {
  if (![type].flat().includes('string')) return undefined
  const coding = `${contentMediaType}, ${contentEncoding ?? (format === 'byte' ? 'base64' : 'none')}`
  return coding === noCoding ? undefined : coding
}

function discriminatorOf({ node: { discriminator, anyOf, oneOf }, schemas }: Read): string | undefined {
  if (!isMapping(discriminator)) return undefined
  const branches = [...branchesIn(anyOf), ...branchesIn(oneOf)].flatMap((branch) => Object(branch).$ref ?? [])
  const names = branches.flatMap((ref) => schemas.namesOf(discriminator, ref))
  return printJson([
    discriminator.propertyName,
    [...new Set([...names, ...Object.keys(Object(discriminator.mapping))])].sort(),
  ])
}

const units =
  /\b(milli|micro|nano)?(seconds?|secs?|ms|minutes?|hours?|days?|weeks?|months?|years?|bytes?|kilobytes?|megabytes?|gigabytes?|[KMG]i?B|bits?|percent|cents?|dollars?|euros?|met(?:er|re)s?|kilomet(?:er|re)s?|km|miles?|grams?|kilograms?|kg|pounds?|celsius|fahrenheit|kelvin)\b/i

/** The first unit that the description of a number names. */
function unitIn({ type, description }: SchemaNode): string | undefined {
  if (![type].flat().some((one) => one === 'integer' || one === 'number')) return undefined
  return units
    .exec(String(description ?? ''))?.[0]
    .toLowerCase()
    .replace(/s$/, '')
}
