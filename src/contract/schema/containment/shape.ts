import type { Node } from '../../published/normalize.ts'
import { rangeOfFormat } from '../formats.ts'
import { schemasOfMember } from '../merge.ts'
import { compilePattern } from '../pattern.ts'
import { rangeOf } from '../sample-number.ts'
import { hasFlag } from '../unsent.ts'
import type { Universe } from './universe.ts'

export const allTypes = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const
export type JsonType = (typeof allTypes)[number]

/** What a schema demands of a value, with references, `allOf` and double negations dissolved. */
export class Shape {
  readonly schema: unknown
  readonly node: Node
  readonly types: ReadonlySet<JsonType>
  readonly isInteger: boolean
  /** The only values that may be valid, by `enum` or `const`. */
  readonly listed: readonly unknown[] | undefined
  /** Schemas that hold beside the node, which one schema cannot say. */
  readonly demands: readonly unknown[]
  /** Schemas that do not hold. */
  readonly refusals: readonly unknown[]
  readonly required: ReadonlySet<string>
  /** The least and the greatest number; an open bound is not allowed itself. */
  readonly range: { low: number | bigint; high: number | bigint; isLowOpen: boolean; isHighOpen: boolean }
  readonly #universe: Universe

  constructor(schema: unknown, universe: Universe) {
    this.#universe = universe
    this.schema = schema
    this.node = universe.look(schema)
    const { not, const: constant, enum: listed, dependentRequired } = this.node
    const open = (one: unknown): unknown[] => {
      const { anyOf, ...others } = Object(one)
      return Array.isArray(anyOf) && Object.keys(others).length === 0 ? anyOf.flatMap(open) : [one]
    }
    const negated = not === undefined ? [] : open(not)
    const isDouble = (one: unknown) =>
      Object(one).not !== undefined && Object.keys(Object(one)).every((key) => key === 'not' || key === 'x-both')
    this.demands = negated.filter(isDouble).map((one) => Object(one).not)
    this.refusals = negated.filter((one) => !isDouble(one))
    const types = this.all<string | string[]>('type').map((type) => [type].flat())
    this.isInteger =
      types.some((list) => list.includes('integer') && !list.includes('number')) ||
      this.all('format').some((format) => rangeOfFormat(format) !== undefined)
    const isNamed = (type: JsonType) =>
      types.every((list) => list.includes(type) || (type === 'number' && list.includes('integer')))
    const isNever = this.refusals.some((one) => universe.idOf(one) === 0) || Object(listed).length === 0
    this.types = new Set(isNever ? [] : allTypes.filter(isNamed))
    this.range = wholeRange(rangeOf(this.node), this.isInteger)
    this.listed = constant === undefined ? (listed as unknown[] | undefined) : [constant]
    const required = new Set(this.all<string[]>('required').flat())
    for (const [name, needed] of Object.entries(Object(dependentRequired)))
      if (required.has(name)) for (const one of needed as string[]) required.add(one)
    this.required = new Set([...required].filter((name) => !this.isUnsent(name)))
  }

  /** What the node and the schemas beside it say by a keyword. */
  all<Value = unknown>(keyword: string): Value[] {
    const nodes = [this.node, ...this.demands.map((one) => this.#universe.look(one))]
    return nodes.flatMap((node) => (node[keyword] === undefined ? [] : [node[keyword] as Value]))
  }

  /** A bound, such as `minItems`. */
  count(keyword: string): number {
    if (keyword === 'maxItems' && this.node.items === false && this.node.maxItems === undefined)
      return this.prefixLength
    return Number(this.node[keyword] ?? (keyword.startsWith('min') ? 0 : Number.POSITIVE_INFINITY))
  }

  /** A part was left out when the document was read. */
  get isIncomplete(): boolean {
    return this.node['x-pattern'] !== undefined
  }

  /** All values that may be valid, if they are few. */
  get values(): readonly unknown[] | undefined {
    const { types, range, listed } = this
    if (listed) return listed
    if ([...types].every((type) => type === 'null' || type === 'boolean'))
      return [...(types.has('null') ? [null] : []), ...(types.has('boolean') ? [true, false] : [])]
    const [low, high] = [Number(range.low), Number(range.high)]
    if (types.size > 1 || !types.has('number') || !this.isInteger || !(high - low <= 100)) return undefined
    return Array.from({ length: Math.max(0, high - low + 1) }, (_, index) => low + index)
  }

  /** The member is one that this side of an exchange does not send. */
  isUnsent(name: string): boolean {
    const { schemas } = this.#universe
    const member = Object.hasOwn(this.properties, name) ? this.properties[name] : undefined
    return hasFlag(member, schemas.unsent, schemas.resolve)
  }

  get properties(): Node {
    return Object(this.node.properties)
  }

  /** What is demanded of a member; undefined if nothing is said of its name. */
  member(name: string): unknown {
    const found = schemasOfMember(this.node, name)
    return found.length === 0 ? undefined : this.#universe.both(...found)
  }

  /** What is said of members without their own name: `patternProperties`, and `additionalProperties` by `''`. */
  get others(): [pattern: string, schema: unknown][] {
    const { patternProperties, additionalProperties } = this.node
    return [
      ...Object.entries(Object(patternProperties)),
      ...(additionalProperties === undefined ? [] : [['', additionalProperties] as [string, unknown]]),
    ]
  }

  /** What is demanded of the element at an index. */
  element(index: number): unknown {
    const { items = true } = this.node
    return index < this.prefixLength ? (this.node.prefixItems as unknown[])[index] : items
  }

  get prefixLength(): number {
    return Array.isArray(this.node.prefixItems) ? this.node.prefixItems.length : 0
  }

  /** The alternatives of which one holds, by the keyword that has them. */
  alternatives(keyword: 'anyOf' | 'oneOf'): unknown[] | undefined {
    const branches = this.node[keyword]
    return Array.isArray(branches) ? branches : undefined
  }

  /** The least and the greatest number of elements of which `contains` speaks. */
  get contained(): [min: number, max: number] {
    const { contains, minContains = 1, maxContains = Number.POSITIVE_INFINITY } = this.node
    return contains === undefined ? [0, Number.POSITIVE_INFINITY] : [Number(minContains), Number(maxContains)]
  }

  /** Names of the members that a sender sends by name. */
  get names(): Set<string> {
    const names = [...Object.keys(this.properties), ...this.required]
    return new Set(names.filter((name) => !this.isUnsent(name)))
  }

  /** True for a name that is documented, or that a pattern of names matches. */
  knows(name: string): boolean {
    const isPattern = ([pattern]: readonly [string, unknown]) => pattern !== '' && compilePattern(pattern).test(name)
    return Object.hasOwn(this.properties, name) || this.others.some(isPattern)
  }

  /** What an honest sender may send as members that have no name in its schema. */
  get sentToOthers(): { schema: unknown; isFreshOnly: boolean } | undefined {
    const { additionalProperties: schema } = this.node
    if (schema === undefined) {
      const isFreeForm =
        this.others.length === 0 && this.names.size === 0 && !conditional.some((key) => Object.hasOwn(this.node, key))
      return isFreeForm ? { schema: true, isFreshOnly: true } : undefined
    }
    // `additionalProperties: true` says that there may be other members, and not what they are called.
    const isNever = new Shape(schema, this.#universe).types.size === 0
    return isNever ? undefined : { schema, isFreshOnly: this.#universe.idOf(schema) === 0 }
  }

  /** Patterns of the names of members. */
  get namePatterns(): string[] {
    return new Shape(this.node.propertyNames ?? true, this.#universe).all('pattern')
  }
}

const conditional = ['anyOf', 'oneOf', 'not', 'if', 'dependentSchemas', 'unevaluatedProperties']

function wholeRange(range: Shape['range'], isInteger: boolean): Shape['range'] {
  if (!isInteger) return range
  const step = (value: number | bigint, isOpen: boolean, up: number, round: (value: number) => number) =>
    typeof value === 'bigint'
      ? value + BigInt(isOpen ? up : 0)
      : isOpen && Number.isInteger(value)
        ? value + up
        : round(value)
  const low = step(range.low, range.isLowOpen, 1, Math.ceil)
  return { low, high: step(range.high, range.isHighOpen, -1, Math.floor), isLowOpen: false, isHighOpen: false }
}
