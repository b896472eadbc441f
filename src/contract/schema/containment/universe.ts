import { printJson } from '../../../json-text.ts'
import { getOrAdd } from '../../../memoize.ts'
import { isMapping, isObject, mapOwn, nameOfReference } from '../../json-pointer.ts'
import { partsOfSchema } from '../../published/document-members.ts'
import type { Node } from '../../published/normalize.ts'
import { compileTyped } from '../../wire/typed-text.ts'
import { findNames } from '../discriminator.ts'
import { isSameJson } from '../json-equality.ts'
import { mergeParts } from '../merge.ts'
import { createSchemas, type Schemas } from '../schemas.ts'

/** Who reads a schema: `exact` is the reader of what stands below `not`, where ignoring a member would accept more and not less. */
type Role = 'sent' | 'read' | 'exact'

/** The components of the documents of a sender and a reader. */
export interface Sides {
  sent: Node
  read: Node
  /** Requests are refused by their reader. A reader of answers ignores members that it does not know. */
  side: 'request' | 'response'
}

const annotations =
  /^(title|description|summary|default|examples?|deprecated|externalDocs|xml|discriminator|\$schema|\$comment|x-(?!pattern$).*)$/

/**
 * The schemas of two documents, one as a sender keeps them and one as a reader demands them, in one set of components, so that one
 * validator knows both and a value may be asked to satisfy both.
 */
export class Universe {
  readonly #sides: Sides
  readonly #incomplete: WeakSet<object>
  /** All schemas of the universe, for one validator and one maker of values. */
  readonly schemas: Schemas
  readonly #copies: Record<Role, WeakMap<object, Node>> = {
    sent: new WeakMap(),
    read: new WeakMap(),
    exact: new WeakMap(),
  }
  /** The schemas of the documents, by what was made of them. */
  readonly #origins = new WeakMap<object, object>()
  readonly #ids = new WeakMap<object, number>()
  readonly #idsByText = new Map<string, number>()
  readonly #made = new Map<string, Node>()
  readonly #merged = new Map<number, Node>()
  readonly #equal = new Map<string, boolean>()
  readonly #readers = new Map<number, ReturnType<typeof compileTyped>>()
  #count = 0

  /** @param incomplete schemas of which a part was left out when their document was read */
  constructor(sides: Sides, incomplete: WeakSet<object>) {
    this.#sides = sides
    this.#incomplete = incomplete
    const follow = (ref: string) => {
      const [role = '', name = ''] = ref.split(/:(.*)/s)
      return this.#copy(Object(role === 'sent' ? sides.sent : sides.read)[name], role as Role)
    }
    this.schemas = createSchemas(follow, undefined, { side: sides.side })
  }

  /** A schema of the sender's or the reader's document. */
  take(schema: unknown, role: 'sent' | 'read'): unknown {
    return this.#copy(schema ?? true, role)
  }

  /** Equal for schemas that consist of the same parts. */
  idOf(schema: unknown): number {
    if (!isMapping(schema)) return schema === false ? -1 : 0
    const known = this.#ids.get(schema)
    if (known !== undefined) return known
    const [key, ...others] = Object.keys(schema)
    const parts =
      others.length > 0 ? undefined : key === '$ref' ? [this.schemas.resolve(String(schema.$ref))] : schema.allOf
    // A schema that consists of itself says nothing more.
    this.#ids.set(schema, 0)
    const ids = Array.isArray(parts) ? [...new Set(parts.map((part) => this.idOf(part)))].filter((id) => id !== 0) : []
    const text = ids.sort((one, other) => one - other).join()
    const isEmpty = key === undefined || (Array.isArray(parts) && ids.length === 0)
    const id = isEmpty ? 0 : ((ids.length === 1 ? ids[0] : this.#idsByText.get(text)) ?? this.#nextId())
    if (ids.length > 1) this.#idsByText.set(text, id)
    this.#ids.set(schema, id)
    return id
  }

  #nextId(): number {
    this.#count += 1
    return this.#count
  }

  /** A schema that is made of others, once. */
  make(text: string, make: () => Node): Node {
    return getOrAdd(this.#made, text, make)
  }

  /** All of the schemas at once. */
  both(...schemas: readonly unknown[]): Node {
    const parts = schemas.filter((schema) => schema !== true)
    return this.make(`all ${parts.map((part) => this.idOf(part))}`, () => ({ allOf: parts }))
  }

  with(schema: unknown, part: Node): Node {
    return this.both(
      schema,
      this.make(printJson(part), () => part),
    )
  }

  /** None of the schemas. */
  not(...schemas: readonly unknown[]): Node {
    const [first] = schemas
    return this.make(`not ${schemas.map((schema) => this.idOf(schema))}`, () => ({
      not: schemas.length === 1 ? first : { anyOf: schemas },
    }))
  }

  without(schema: unknown, ...keywords: readonly string[]): Node {
    return this.make(`${this.idOf(schema)} without ${keywords}`, () => {
      const made = Object.fromEntries(Object.entries(this.look(schema)).filter(([key]) => !keywords.includes(key)))
      this.#origins.set(made, Object(schema))
      return made
    })
  }

  /** The schema without references and `allOf`. */
  look(schema: unknown): Node {
    return getOrAdd(this.#merged, this.idOf(schema), () => withoutUnevaluated(mergeParts(schema, this.schemas)))
  }

  /** The schemas of the documents that hold at a place. */
  *originsOf(schema: unknown, seen: Set<unknown> = new Set()): Generator<Node> {
    if (!isMapping(schema) || seen.has(schema)) return
    seen.add(schema)
    const origin = this.#origins.get(schema)
    if (origin && this.#ids.has(origin)) yield* this.originsOf(origin, seen)
    else if (origin) yield origin as Node
    if (typeof schema.$ref === 'string') yield* this.originsOf(this.schemas.resolve(schema.$ref), seen)
    for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) yield* this.originsOf(part, seen)
  }

  /** @returns undefined for a value that is nested too deeply to be checked */
  accepts(schema: unknown, value: unknown): boolean | undefined {
    try {
      return this.schemas.accepts(schema, value)
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  /** Whether a reader accepts a value; one that is text on the wire, in any way to read it. */
  takes(schema: unknown, value: unknown, isText: boolean): boolean | undefined {
    if (!isText || this.accepts(schema, value) === true) return this.accepts(schema, value)
    const texts = textsOf(value)
    // A list of one is written as its element, an empty list as nothing, and an empty object as an empty text.
    const isEmpty = isObject(texts) && Object.keys(texts).length === 0
    if (isEmpty && Array.isArray(texts)) return true
    const others = isEmpty ? [''] : Array.isArray(texts) ? (texts.length === 1 ? texts : []) : [[texts]]
    const verdicts = [texts, ...others].map((one) => this.accepts(schema, this.#reader(schema)(one as string)))
    return verdicts.includes(true) || (verdicts.includes(undefined) ? undefined : false)
  }

  #reader(schema: unknown): ReturnType<typeof compileTyped> {
    const view = {
      nodeOf: (one: unknown) => this.look(one),
      partOf: (one: unknown, ...names: readonly (string | number)[]) =>
        names.reduce<unknown>((at, name) => Object(at)[name], this.look(one)),
      accepts: (one: unknown, value: unknown) => this.accepts(one, value) === true,
    }
    return getOrAdd(this.#readers, this.idOf(schema), () => compileTyped(view, schema))
  }

  /** True if the schemas say the same, however it is divided into parts. A schema within itself is the same if nothing else differs. */
  isEqual(one: unknown, other: unknown, assumed: Set<string> = new Set()): boolean {
    const [own, its] = [this.idOf(one), this.idOf(other)]
    const key = `${own} ${its}`
    if (own === its || assumed.has(key)) return true
    const known = this.#equal.get(key)
    if (known !== undefined) return known
    const isOutermost = assumed.size === 0
    assumed.add(key)
    const [left, right] = [this.look(one), this.look(other)]
    const names = Object.keys(left)
    const isEqual =
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && this.#isSame(name, left[name], right[name], assumed))
    if (!isEqual) this.#equal.set(key, false)
    else if (isOutermost) for (const pair of assumed) this.#equal.set(pair, true)
    return isEqual
  }

  #isSame(keyword: string, one: unknown, other: unknown, assumed: Set<string>): boolean {
    const isEqual = (left: unknown, right: unknown) => this.isEqual(left, right, assumed)
    if (partsOfSchema.single.has(keyword)) return isEqual(one, other)
    if (isMapping(one) && isMapping(other) && partsOfSchema.maps.has(keyword)) {
      const names = Object.keys(one)
      const isShared = (name: string) => Object.hasOwn(other, name) && isEqual(one[name], other[name])
      return names.length === Object.keys(other).length && names.every(isShared)
    }
    if (!Array.isArray(one) || !Array.isArray(other)) return isSameJson(one, other)
    if (one.length !== other.length) return false
    if (keyword === 'prefixItems') return one.every((part, index) => isEqual(part, other[index]))
    return matches(one, other, partsOfSchema.lists.has(keyword) ? isEqual : isSameJson)
  }

  #copy(schema: unknown, role: Role): unknown {
    if (!isMapping(schema)) return schema === undefined ? true : schema
    const known = this.#copies[role].get(schema)
    if (known) return known
    const copy: Node = {}
    this.#copies[role].set(schema, copy)
    this.#origins.set(copy, schema)
    for (const [key, value] of Object.entries(schema)) {
      const isIgnored = annotations.test(key) || (value === false && /^(read|write)Only$/.test(key))
      if (!isIgnored) copy[key] = this.#copyPart(key, value, role)
    }
    // Before OpenAPI 3.1, the coding is called a format.
    if (copy.contentEncoding === 'base64') copy.format ??= 'byte'
    this.#discriminate(copy, schema, role)
    if (this.#incomplete.has(schema)) copy['x-pattern'] ??= true
    if (role === 'read' && this.#sides.side === 'response') openForReader(copy)
    return copy
  }

  #copyPart(key: string, value: unknown, role: Role): unknown {
    if (key === '$ref') return `${role}:${nameOfReference(String(value))}`
    const inner = role === 'read' && /^(not|if|contains)$/.test(key) ? 'exact' : role
    const one = (schema: unknown) => this.#copy(schema, inner)
    if (partsOfSchema.single.has(key)) return one(value)
    if (partsOfSchema.lists.has(key) && Array.isArray(value)) return value.map(one)
    return partsOfSchema.maps.has(key) && isMapping(value) ? mapOwn(value, one) : value
  }

  /** A discriminator tells the branches apart by values that the branches need not write down. */
  #discriminate(copy: Node, { discriminator, ...schema }: Node, role: Role): void {
    const name = Object(discriminator).propertyName
    const all = role === 'sent' ? this.#sides.sent : this.#sides.read
    const components = { all, nameOf: nameOfReference, refOf: (one: string) => one }
    for (const key of ['anyOf', 'oneOf']) {
      const branches = schema[key]
      if (typeof name !== 'string' || !Array.isArray(branches)) continue
      copy[key] = branches.map((branch, index) => {
        const { $ref } = Object(branch)
        const target = typeof $ref === 'string' ? Object(all[nameOfReference($ref)]) : undefined
        const own = Object(Object(target?.properties)[name])
        const made = (copy[key] as unknown[])[index]
        if (!target || own.const !== undefined || own.enum !== undefined) return made
        const constant = { enum: findNames(components, discriminator, $ref) }
        return { allOf: [made, { type: 'object', required: [name], properties: { [name]: constant } }] }
      })
    }
  }
}

/** True if each of the first has a counterpart among the others, which are as many. */
export function matches(
  one: readonly unknown[],
  other: readonly unknown[],
  isSame: (left: unknown, right: unknown) => boolean,
): boolean {
  const left = [...other]
  return one.every((part) => {
    const at = left.findIndex((candidate) => isSame(part, candidate))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** Says `unevaluated…` by the keywords of its neighbours, if these are all that evaluates. */
function withoutUnevaluated(schema: Node): Node {
  if (['anyOf', 'oneOf', 'if', 'dependentSchemas', 'contains'].some((key) => schema[key] !== undefined)) return schema
  const { unevaluatedProperties, unevaluatedItems, ...rest } = schema
  return {
    ...(unevaluatedProperties !== undefined && { additionalProperties: unevaluatedProperties }),
    ...(unevaluatedItems !== undefined && { items: unevaluatedItems }),
    ...rest,
  }
}

function textsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsOf)
  return isMapping(value) ? mapOwn(value, textsOf) : value === null ? '' : String(value)
}

/** Ignores unknown members, and takes the first branch that fits. */
function openForReader(schema: Node): void {
  for (const key of ['additionalProperties', 'unevaluatedProperties']) if (schema[key] === false) delete schema[key]
  if (schema.oneOf === undefined) return
  const { oneOf } = schema
  delete schema.oneOf
  if (schema.anyOf === undefined) schema.anyOf = oneOf
  else schema.allOf = [...((schema.allOf as unknown[]) ?? []), { anyOf: oneOf }]
}
