import { printJson } from '../../../json-text.ts'
import { below, isMapping, isObject, mapOwn, nameOfReference, setOwn } from '../../json-pointer.ts'
import { partsOfSchema } from '../../published/document-members.ts'
import type { Node } from '../../published/normalize.ts'
import { findNames } from '../discriminator.ts'
import { createSchemas, type Schemas } from '../schemas.ts'
import { hasFlag } from '../unsent.ts'
import { createFormReader, type FormReader } from './form.ts'

/**
 * Schemas that hold at the same time for one value, without references and `allOf`. An empty list allows everything.
 */
export type Conjunction = readonly Node[]

/** Alternatives: a list of schemas, in the part of the conjunction that has it. */
export interface Group {
  kind: 'anyOf' | 'oneOf' | 'if'
  branches: readonly unknown[]
  part: Node
}

/** Parts whose conditions have been split, and stay as knowledge. */
const split = new WeakSet<object>()

function namesWithin(schema: unknown): string[] {
  const { properties, ...others } = Object(schema)
  const parts = ['allOf', 'anyOf', 'oneOf', 'then', 'else'].flatMap((key) => [others[key] ?? []].flat())
  return [...Object.keys(Object(properties)), ...parts.flatMap(namesWithin)]
}

/** The schemas of a part that hold under a condition, as alternatives. */
export function splitsOf(part: Node): Group[] {
  if (split.has(part)) return []
  // Members that the condition and the other branch name are documented, whatever holds.
  const names = {
    properties: Object.fromEntries([part.if, part.then].flatMap(namesWithin).map((name) => [name, true])),
  }
  const branches =
    part.if === undefined ? [] : [{ allOf: [part.if, part.then ?? true] }, { allOf: [part.else ?? true, names] }]
  const dependent = Object.values(Object(part.dependentSchemas)).reduce<unknown[]>(
    (all, schema) => all.flatMap((one) => [one, { allOf: [one, schema] }]),
    [true],
  )
  if (branches.length === 0 && dependent.length === 1) return []
  const all = (branches.length === 0 ? [true] : branches).flatMap((one) =>
    dependent.map((other) => (other === true ? one : { allOf: [one, other] })),
  )
  return [{ kind: 'if', branches: all, part }]
}

/** Who reads a schema: `exact` is the reader of what stands below `not`, where ignoring a member would accept more and not less. */
type Role = 'sent' | 'read' | 'exact'

/** The components of the documents of a sender and a reader. */
export interface Sides {
  sent: Node
  read: Node
  /** Requests are refused by their reader. A reader of answers ignores members that it does not know. */
  side: 'request' | 'response'
}

const annotations = new Set(
  'title description summary default example examples deprecated externalDocs xml discriminator $schema $comment'.split(
    ' ',
  ),
)

const never: Node = { not: {} }

/**
 * The schemas of two documents, one as a sender keeps them and one as a reader demands them, in one set of components, so that one
 * validator knows both and a value may be asked to satisfy both.
 */
export class Universe {
  readonly form: FormReader
  readonly #sides: Sides
  readonly #incomplete: WeakSet<object>
  /** All schemas of the universe, for one validator and one maker of values. */
  readonly schemas: Schemas
  readonly #components: Node = {}
  readonly #transformed: Record<Role, WeakMap<object, Node>> = {
    sent: new WeakMap(),
    read: new WeakMap(),
    exact: new WeakMap(),
  }
  readonly #parts = new WeakMap<object, Conjunction>()
  readonly #stripped = new WeakMap<object, Map<string, Node>>()
  readonly #ids = new WeakMap<object, number>()
  readonly #made = new Map<string, Node>()
  readonly #loosened = new WeakMap<object, Node>()
  readonly #copies = new WeakMap<object, Node>()
  readonly #whole = new Map<string, Node>()
  #count = 0

  /** @param incomplete schemas of which a part was left out when their document was read */
  constructor(sides: Sides, incomplete: WeakSet<object>) {
    this.#sides = sides
    this.#incomplete = incomplete
    this.form = createFormReader(sides.sent, sides.read)
    for (const role of ['sent', 'read', 'exact'] as const) {
      const schemas = role === 'sent' ? sides.sent : sides.read
      for (const name of Object.keys(schemas))
        Object.defineProperty(this.#components, `${role}:${name}`, {
          enumerable: true,
          get: () => this.#transform(schemas[name], role),
        })
    }
    const resolve = (ref: string) => this.#components[nameOfReference(ref)]
    this.schemas = createSchemas(resolve, undefined, { side: sides.side })
  }

  /** A schema of the sender's or the reader's document. */
  take(schema: unknown, role: 'sent' | 'read'): Conjunction {
    return this.partsOf(this.#transform(schema ?? {}, role))
  }

  /** Identifies a conjunction, in any order of its parts. */
  keyOf(conjunction: Conjunction): string {
    return conjunction
      .map((part) => this.#idOf(part))
      .sort((one, other) => one - other)
      .join(',')
  }

  join(...conjunctions: Conjunction[]): Conjunction {
    return [...new Set(conjunctions.flat())]
  }

  /** The conjunction in which one part lacks some keywords. */
  without(conjunction: Conjunction, part: Node, ...keywords: string[]): Conjunction {
    return conjunction.flatMap((one) => (one === part ? this.partsOf(this.#strip(one, keywords)) : [one]))
  }

  /** The conjunction without alternatives, of which one is to be chosen. */
  withoutGroup(conjunction: Conjunction, { part, kind }: Group): Conjunction {
    if (kind !== 'if') return this.without(conjunction, part, kind)
    const copy = this.#copies.get(part) ?? { ...part }
    if (!this.#copies.has(part)) this.form.derive(copy, part, '')
    this.#copies.set(part, copy)
    split.add(copy)
    return conjunction.map((one) => (one === part ? copy : one))
  }

  /** The conjunction without some keywords anywhere. */
  relax(conjunction: Conjunction, keywords: readonly string[]): Conjunction {
    return conjunction.flatMap((part) =>
      keywords.some((keyword) => Object.hasOwn(part, keyword)) ? this.partsOf(this.#strip(part, keywords)) : [part],
    )
  }

  ofType(conjunction: Conjunction, type: string): Conjunction {
    return this.#and(conjunction, { type })
  }

  having(conjunction: Conjunction, name: string): Conjunction {
    return this.#and(conjunction, { required: [name] })
  }

  havingItems(conjunction: Conjunction, count: number): Conjunction {
    return this.#and(conjunction, { minItems: count })
  }

  #and(conjunction: Conjunction, part: Node): Conjunction {
    const text = printJson(part)
    const known = this.#made.get(text) ?? part
    this.#made.set(text, known)
    return this.join(conjunction, [known])
  }

  /** The conjunction as one schema. */
  schemaOf(conjunction: Conjunction): Node {
    const key = this.keyOf(conjunction)
    const known = this.#whole.get(key) ?? { allOf: conjunction }
    this.#whole.set(key, known)
    return known
  }

  /** @returns undefined for a value that is nested too deeply to be checked */
  accepts(conjunction: Conjunction, value: unknown): boolean | undefined {
    try {
      return this.schemas.accepts(this.schemaOf(conjunction), value)
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  /** Whether validators refuse anything by a format. */
  enforces(format: string): boolean {
    const parts = this.#and([], { format })
    return ['', ' ', '\u0000', 'x y\n', '%', '{'].some((text) => this.accepts(parts, text) === false)
  }

  /** The conjunction with `anyOf` in place of the `oneOf` of one part. */
  asAnyOf(conjunction: Conjunction, part: Node): Conjunction {
    const known = this.#loosened.get(part) ?? { anyOf: part.oneOf }
    this.#loosened.set(part, known)
    return this.join(this.without(conjunction, part, 'oneOf'), [known])
  }

  /** The parts of a schema of this universe that hold at once. */
  partsOf(schema: unknown): Conjunction {
    if (schema === false) return [never]
    if (!isMapping(schema)) return []
    const known = this.#parts.get(schema)
    if (known) return known
    // A schema that consists of itself says nothing more the second time.
    this.#parts.set(schema, [])
    const parts = [...new Set(this.#split(schema))]
    this.#parts.set(schema, parts)
    return parts
  }

  #split(schema: Node): Node[] {
    const { $ref, allOf, ...own } = schema
    if (typeof $ref === 'string') {
      const rest = this.#strip(schema, ['$ref'])
      return [...this.partsOf(this.#components[nameOfReference($ref)]), ...this.partsOf(rest)]
    }
    if (Array.isArray(allOf)) {
      const parts = [
        ...this.partsOf(this.#strip(schema, ['allOf', ...unevaluated])),
        ...allOf.flatMap((part) => this.partsOf(part)),
      ]
      return this.#withUnevaluated(schema, parts)
    }
    if (unevaluated.some((key) => Object.hasOwn(schema, key)))
      return this.#withUnevaluated(schema, this.partsOf(this.#strip(schema, unevaluated)))
    for (const key of ['anyOf', 'oneOf']) {
      const branches = own[key]
      if (Array.isArray(branches) && branches.length === 1)
        return [...this.partsOf(this.#strip(schema, [key])), ...this.partsOf(branches[0])]
    }
    return Object.keys(own).length === 0 ? [] : [schema]
  }

  /** Says `unevaluated…` by the keywords of the neighbours, if these are all that evaluates. */
  #withUnevaluated(schema: Node, parts: Conjunction): Node[] {
    const { unevaluatedProperties: members, unevaluatedItems: items } = schema
    const all = (key: string) => parts.flatMap((part) => (part[key] === undefined ? [] : [part[key]]))
    const isPlain = ['anyOf', 'oneOf', 'if', 'dependentSchemas', 'contains'].every((key) => all(key).length === 0)
    // `additionalProperties` and `items` evaluate all that is left.
    const isEvaluated = (value: unknown, key: string) => value === undefined || value === true || all(key).length > 0
    if (isEvaluated(members, 'additionalProperties') && isEvaluated(items, 'items')) return [...parts]
    if (!isPlain || parts.some((part) => unevaluated.some((key) => Object.hasOwn(part, key)))) return [...parts, schema]
    const part: Node = {}
    if (!isEvaluated(members, 'additionalProperties')) {
      part.properties = Object.assign({}, ...all('properties').map((map) => mapOwn(Object(map), () => true)))
      part.patternProperties = Object.assign(
        {},
        ...all('patternProperties').map((map) => mapOwn(Object(map), () => true)),
      )
      part.additionalProperties = members
    }
    if (!isEvaluated(items, 'items')) {
      const length = Math.max(0, ...all('prefixItems').map((list) => (list as unknown[]).length))
      part.prefixItems = Array.from({ length }, () => true)
      part.items = items
    }
    this.#keepOrigin(part, schema, 'unevaluated')
    return [...parts, part]
  }

  #strip(schema: Node, keywords: readonly string[]): Node {
    const tag = keywords.join(' ')
    const known = this.#stripped.get(schema) ?? new Map<string, Node>()
    this.#stripped.set(schema, known)
    const stripped =
      known.get(tag) ?? Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)))
    known.set(tag, stripped)
    this.#keepOrigin(stripped, schema, `-${tag}`)
    return stripped
  }

  #keepOrigin(made: Node, schema: Node, tag: string): void {
    this.form.derive(made, schema, tag)
  }

  #idOf(part: Node): number {
    const known = this.#ids.get(part)
    if (known !== undefined) return known
    this.#count += 1
    this.#ids.set(part, this.#count)
    return this.#count
  }

  #transform(schema: unknown, role: Role): Node {
    if (schema === false) return never
    if (!isMapping(schema)) return {}
    const known = this.#transformed[role].get(schema)
    if (known) return known
    const copy: Node = {}
    this.#transformed[role].set(schema, copy)
    for (const [key, value] of Object.entries(schema)) {
      if (annotations.has(key) || (key.startsWith('x-') && key !== 'x-pattern') || /^(read|write)Only$/.test(key))
        continue
      copy[key] = this.#member(key, value, role)
    }
    this.#discriminate(copy, schema, role)
    if (this.#incomplete.has(schema)) copy['x-pattern'] ??= true
    this.#leaveOutUnsent(copy, schema, role)
    if (role === 'read' && this.#sides.side === 'response') openForReader(copy)
    this.form.derive(copy, schema, role)
    return copy
  }

  #member(key: string, value: unknown, role: Role): unknown {
    if (key === '$ref')
      return `#${below('/components/schemas', `${role}:${nameOfReference(String(value))}`).replace(/[^/]+$/, encodeURIComponent)}`
    const below_ = role === 'read' && /^(not|if|contains)$/.test(key) ? 'exact' : role
    const one = (schema: unknown) => (typeof schema === 'boolean' ? schema : this.#transform(schema, below_))
    if (partsOfSchema.single.has(key)) return one(value)
    if (partsOfSchema.lists.has(key) && Array.isArray(value)) return value.map(one)
    if (partsOfSchema.maps.has(key) && isObject(value)) return mapOwn(value as Node, one)
    return value
  }

  /** A discriminator tells the branches apart by values that the branches need not write down. */
  #discriminate(copy: Node, schema: Node, role: Role): void {
    const { discriminator } = schema
    const name = Object(discriminator).propertyName
    const all = role === 'sent' ? this.#sides.sent : this.#sides.read
    const components = { all, nameOf: nameOfReference, refOf: (one: string) => one }
    for (const key of ['anyOf', 'oneOf']) {
      const branches = copy[key]
      if (typeof name !== 'string' || !Array.isArray(branches)) continue
      copy[key] = branches.map((branch, index) => {
        const [, ref] =
          /^(#\/components\/schemas\/)(?:sent|read|exact)%3A(.*)$/.exec(String(Object(branch).$ref))?.slice(1) ?? []
        if (ref === undefined) return branch
        const target = Object(all[nameOfReference(`#/components/schemas/${ref}`)])
        const own = Object(Object(target.properties)[name])
        if (own.const !== undefined || own.enum !== undefined) return branch
        const names = findNames(components, discriminator, `#/components/schemas/${ref}`)
        const made = { allOf: [branch, { type: 'object', required: [name], properties: { [name]: { enum: names } } }] }
        this.form.derive(made, Object(schema[key])[index], `${name} ${names}`)
        return made
      })
    }
  }

  /** A sender does not send what the other side alone sends, and a reader does not need it. */
  #leaveOutUnsent(copy: Node, schema: Node, role: Role): void {
    const flag = this.#sides.side === 'request' ? 'readOnly' : 'writeOnly'
    const schemas = role === 'sent' ? this.#sides.sent : this.#sides.read
    const properties = isMapping(schema.properties) ? schema.properties : {}
    const unsent = new Set(
      Object.keys(properties).filter((name) => hasFlag(properties[name], flag, (ref) => schemas[nameOfReference(ref)])),
    )
    if (unsent.size === 0) return
    if (Array.isArray(copy.required)) copy.required = copy.required.filter((name) => !unsent.has(name))
    if (role !== 'sent') return
    const sent: Node = {}
    for (const [name, member] of Object.entries(Object(copy.properties)))
      if (!unsent.has(name)) setOwn(sent, name, member)
    copy.properties = sent
  }
}

const unevaluated = ['unevaluatedProperties', 'unevaluatedItems']

/** Ignores unknown members, and takes the first branch that fits. */
function openForReader(schema: Node): void {
  for (const key of ['additionalProperties', 'unevaluatedProperties']) if (schema[key] === false) delete schema[key]
  if (schema.oneOf === undefined) return
  const { oneOf } = schema
  delete schema.oneOf
  if (schema.anyOf === undefined) schema.anyOf = oneOf
  else schema.allOf = [...((schema.allOf as unknown[]) ?? []), { anyOf: oneOf }]
}
