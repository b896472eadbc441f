import { printJson } from '../../json-text.ts'
import { type DocumentNode, isMapping, setOwn } from '../json-pointer.ts'
import { isJson } from '../media-type.ts'
import { findDuplicate } from './json-equality.ts'
import { mergeParts, type SchemaNode, schemasOfMember } from './merge.ts'
import { numbersOf } from './sample-number.ts'
import { textsOf } from './sample-text.ts'
import { accepts, type Schemas } from './schemas.ts'
import { hasFlag } from './unsent.ts'

export interface SampleOptions {
  /** The document of the schema, as the side that sends the value sees it. */
  schemas: Schemas
  /** A word that says what the value is for. */
  hint?: string
  /** `full` has the members that may be left out, up to a limit, and `minimal` has none. Default: `full`. */
  size?: 'full' | 'minimal'
  /** 0, 1, 2, …: different values, where the schema has any. Default: 0. */
  index?: number
  /** False to make up what the schema shows by examples and defaults. Default: true. */
  usesExamples?: boolean
}

/** Name of an example that the document does not have. */
export const madeUp = 'generated'

/** A value, and whether its schema accepts it. Where no valid value is found, it is the nearest. */
export interface Sample {
  value: unknown
  isValid: boolean
}

/** Most values in one sample: a limit of work, not of time, so that all machines decide alike. */
const maxValues = 5000
/** Members that may be left out are left out of a larger sample. */
const maxOptionalValues = 500
const maxDepth = 24
const maxTries = 20_000

/** The schema needs more values than a sample may have. */
class SampleLimitError extends Error {}

/** A value cannot end: each one needs another of its kind. */
class EndlessError extends Error {}

// Thrown very often while a sample is sought: a stack trace for each would take most of the time.
const tooLarge = new SampleLimitError()
const endless = new EndlessError()

/**
 * Makes up a value that a schema accepts: the same one each time. The examples and defaults of the schema are preferred. Work is bounded
 * for schemas that contain themselves and for huge ones.
 */
export function sampleOf(schema: unknown, options: SampleOptions): Sample {
  const { schemas, hint = 'text', size = 'full', index = 0, usesExamples = true } = options
  let nearest: Sample | undefined
  for (const withOptional of size === 'full' ? [true, false] : [false, true]) {
    for (const at of [index, index + 1, index + 2]) {
      const made = attempt(() => new Sampler(schemas, withOptional, usesExamples).make(schema, hint, at, 0))
      if (made === undefined) continue
      if (accepts(schemas, schema, made.value)) return { value: made.value, isValid: true }
      nearest ??= { value: made.value, isValid: false }
    }
  }
  return nearest ?? { value: nearestOf(schema, schemas), isValid: false }
}

function attempt(make: () => unknown): { value: unknown } | undefined {
  try {
    return { value: make() }
  } catch (error) {
    if (error instanceof SampleLimitError || error instanceof EndlessError || error instanceof RangeError)
      return undefined
    throw error
  }
}

/** A value of the right type at least. */
function nearestOf(schema: unknown, schemas: Schemas): unknown {
  const { type } = mergeParts(schema, schemas)
  return { array: [], string: '', number: 0, integer: 0, boolean: true, null: null }[String([type].flat()[0])] ?? {}
}

class Sampler {
  readonly #schemas: Schemas
  readonly #withOptional: boolean
  readonly #usesExamples: boolean
  /** References on the way to the value that is made. */
  readonly #open = new Map<string, number>()
  #values = 0
  /** Values that were tried, with those that were given up. */
  #tries = 0

  constructor(schemas: Schemas, withOptional: boolean, usesExamples: boolean) {
    this.#schemas = schemas
    this.#withOptional = withOptional
    this.#usesExamples = usesExamples
  }

  get #optional(): boolean {
    return this.#withOptional && this.#values < maxOptionalValues
  }

  #accepts(schema: unknown, value: unknown): boolean {
    return accepts(this.#schemas, schema, value)
  }

  make(schema: unknown, hint: string, index: number, depth: number): unknown {
    this.#values += 1
    this.#tries += 1
    if (this.#values > maxValues || this.#tries > maxTries) throw tooLarge
    if (depth > maxDepth) throw endless
    if (!isMapping(schema)) return hint
    if (Object.hasOwn(schema, 'const')) return schema.const
    const shown = this.#shown(schema, index)
    if (shown !== undefined) return structuredClone(shown.value)
    if (typeof schema.$ref === 'string') return this.#referred(schema, schema.$ref, hint, index, depth)
    const { $dynamicRef } = schema
    if (typeof $dynamicRef === 'string')
      return this.make({ ...schema, $ref: $dynamicRef, $dynamicRef: undefined }, hint, index, depth)
    if (Array.isArray(schema.enum) && schema.enum.length > 0) {
      const values = schema.enum.filter((value) => value !== null)
      return structuredClone(values[index % Math.max(1, values.length)] ?? schema.enum[0])
    }
    if (Array.isArray(schema.oneOf) || Array.isArray(schema.anyOf) || schema.if !== undefined)
      return this.#either(schema, hint, index, depth)
    if (Array.isArray(schema.allOf)) return this.make(mergeParts(schema, this.#schemas), hint, index, depth)
    return this.#ofType(schema, hint, index, depth)
  }

  #referred(schema: SchemaNode, ref: string, hint: string, index: number, depth: number): unknown {
    const times = this.#open.get(ref) ?? 0
    if (times > 1) throw endless
    const { $ref: _, ...siblings } = schema
    const target = this.#schemas.resolve(ref) ?? {}
    this.#open.set(ref, times + 1)
    try {
      if (Object.keys(siblings).every((key) => annotations.test(key))) {
        const subtype = times === 0 ? this.#subtypeOf(ref, target, hint, index, depth) : undefined
        return subtype ? subtype.value : this.make(target, hint, index, depth + 1)
      }
      return this.make(mergeParts(schema, this.#schemas), hint, index, depth + 1)
    } finally {
      this.#open.set(ref, times)
    }
  }

  /** A base that says by a discriminator which schema a value has is not sent itself, but one of these schemas. */
  #subtypeOf(ref: string, base: unknown, hint: string, index: number, depth: number): { value: unknown } | undefined {
    const { discriminator, oneOf, anyOf } = Object(base)
    if (!isMapping(discriminator) || oneOf !== undefined || anyOf !== undefined) return undefined
    const { propertyName } = discriminator
    const subtypes = this.#schemas.subtypesOf(ref)
    for (const at of subtypes.keys()) {
      const subtype = subtypes[(at + index) % subtypes.length]
      if (!subtype || subtype.ref === ref) return undefined
      const made = this.#optionally({ $ref: subtype.ref }, hint, index, depth + 1)
      if (!made || !isMapping(made.value)) continue
      const value = withMember(made.value, String(propertyName), subtype.name)
      for (const one of [value, made.value])
        if (this.#accepts({ allOf: [base, { $ref: subtype.ref }] }, one)) return { value: one }
    }
    return undefined
  }

  /** The value that the schema itself shows, if it is valid. */
  #shown(schema: SchemaNode, index: number): { value: unknown } | undefined {
    if (!this.#usesExamples) return undefined
    const shown = [
      ...(Object.hasOwn(schema, 'example') ? [schema.example] : []),
      ...(Array.isArray(schema.examples) ? schema.examples : []),
      ...(Object.hasOwn(schema, 'default') ? [schema.default] : []),
    ]
    const known = index === 0 ? shown : shown.slice(index)
    const found = known.findIndex((value) => value !== undefined && this.#accepts(schema, value))
    return found === -1 ? undefined : { value: known[found] }
  }

  /** The first alternative that gives a value which the whole schema accepts. */
  #either(schema: SchemaNode, hint: string, index: number, depth: number): unknown {
    const { oneOf, anyOf, if: condition, then, else: otherwise, ...rest } = schema
    const [branches, more] = Array.isArray(oneOf)
      ? [oneOf, { ...(anyOf !== undefined && { anyOf }), ...conditionOf(schema) }]
      : Array.isArray(anyOf)
        ? [anyOf, conditionOf(schema)]
        : [[{ allOf: [condition, then ?? true] }, otherwise ?? true, then ?? true], {}]
    let failure: unknown
    let fallback: { value: unknown } | undefined
    const start = index < branches.length ? 0 : index % branches.length
    const inOrder = [...branches.slice(start), ...branches.slice(0, start)]
    // A schema of many alternatives is tried in part.
    for (const branch of inOrder.slice(0, 20)) {
      if (isNull(branch) && branches.length > 1) continue
      try {
        const merged = mergeParts({ allOf: [{ ...rest, ...more }, branch] }, this.#schemas)
        // Examples of the branch are lost where it is merged.
        const shown = isMapping(branch) ? { ...annotationsOf(branch, this.#schemas), ...merged } : merged
        const value = this.make(shown, hint, index, depth + 1)
        for (const one of [this.#named(schema, branch, value), value]) if (this.#accepts(schema, one)) return one
        fallback ??= { value }
      } catch (error) {
        if (error instanceof SampleLimitError) throw error
        failure ??= error
      }
    }
    if (branches.some(isNull)) return null
    if (fallback) return fallback.value
    throw failure ?? endless
  }

  /** The value with the name of its schema, where a discriminator asks for it. */
  #named({ discriminator }: SchemaNode, branch: unknown, value: unknown): unknown {
    const { $ref } = Object(branch)
    if (!isMapping(discriminator) || typeof $ref !== 'string' || !isMapping(value)) return value
    const name = this.#schemas.namesOf(discriminator, $ref)[0]
    return name === undefined ? value : withMember(value, String(discriminator.propertyName), name)
  }

  #ofType(schema: SchemaNode, hint: string, index: number, depth: number): unknown {
    const type = typeOf(schema)
    switch (type) {
      case 'object':
        return this.#object(schema, index, depth)
      case 'array':
        return this.#array(schema, hint, depth)
      case 'string':
        return this.#first(schema, this.#texts(schema, hint, index, depth))
      case 'number':
      case 'integer':
        return this.#first(schema, numbersOf(schema, type === 'integer', index))
      case 'boolean':
        return index % 2 === 0
      case 'null':
        return null
      default:
        return depth === 0 ? {} : hint
    }
  }

  *#texts(schema: SchemaNode, hint: string, index: number, depth: number): Generator<string> {
    const { contentSchema, contentMediaType, pattern = schema['x-pattern'] } = schema
    if (contentSchema !== undefined && isJson(String(contentMediaType)))
      yield printJson(this.make(contentSchema, hint, index, depth + 1))
    yield* textsOf({ ...schema, pattern }, hint, index)
  }

  /** The first value that is valid, or the first one. */
  #first(schema: SchemaNode, values: Iterable<unknown>): unknown {
    let first: { value: unknown } | undefined
    for (const value of values) {
      if (this.#accepts(schema, value)) return value
      first ??= { value }
    }
    if (first === undefined) throw tooLarge
    return first.value
  }

  /** A value that may be left out, if it cannot end. */
  #optionally(schema: unknown, hint: string, index: number, depth: number): { value: unknown } | undefined {
    const before = this.#values
    try {
      return { value: this.make(schema, hint, index, depth) }
    } catch (error) {
      if (!(error instanceof EndlessError)) throw error
      this.#values = before
      return undefined
    }
  }

  #object(schema: SchemaNode, index: number, depth: number): SchemaNode {
    const { properties = {}, required = [], minProperties = 0, maxProperties = Infinity }: ObjectSchema = schema
    const value: SchemaNode = {}
    const add = (name: string, at: number) =>
      setOwn(value, name, this.make(memberSchema(schema, name), name, at, depth + 1))
    const { unsent } = this.#schemas
    for (const name of required) if (!this.#isUnsent(properties[name], unsent)) add(name, index)
    for (const [name, member] of Object.entries(properties)) {
      if (!this.#optional) break
      if (Object.hasOwn(value, name) || Object.keys(value).length >= maxProperties) continue
      if (member === false || this.#isUnsent(member, unsent) || this.#isUnsent(member, 'deprecated')) continue
      const made = this.#optionally(member, name, index, depth + 1)
      if (made) setOwn(value, name, made.value)
    }
    if (minProperties > maxValues) throw tooLarge
    this.#fill(schema, value, minProperties, add)
    for (const [name, needed] of Object.entries(Object(schema.dependentRequired))) {
      if (!Object.hasOwn(value, name) || !Array.isArray(needed)) continue
      for (const one of needed) if (!Object.hasOwn(value, one)) add(one, index)
    }
    const parts = Object.entries(Object(schema.dependentSchemas)).filter(([name]) => Object.hasOwn(value, name))
    if (parts.length === 0) return value
    const { dependentSchemas: _, ...rest } = schema
    return this.make(
      { allOf: [rest, { required: Object.keys(value) }, ...parts.map(([, part]) => part)] },
      '',
      index,
      depth + 1,
    ) as SchemaNode
  }

  #isUnsent(member: unknown, flag: string): boolean {
    return hasFlag(member, flag, this.#schemas.resolve)
  }

  /** Members until there are enough: those that are named, or else others. */
  #fill(schema: SchemaNode, value: SchemaNode, count: number, add: (name: string, at: number) => void): void {
    const known = Object.keys(Object(schema.properties)).filter((name) => Object(schema.properties)[name] !== false)
    for (const name of known) if (Object.keys(value).length < count && !Object.hasOwn(value, name)) add(name, 0)
    const [pattern] = Object.keys(Object(schema.patternProperties))
    for (let at = 1; Object.keys(value).length < count && at <= 2 * count + 10; at++) {
      const ofNames = isMapping(schema.propertyNames) ? mergeParts(schema.propertyNames, this.#schemas) : {}
      const shape = {
        ...(pattern !== undefined && schema.additionalProperties !== undefined && { pattern }),
        ...ofNames,
      }
      const names = Array.isArray(ofNames.enum)
        ? [String(ofNames.enum[at - 1])]
        : // A pattern without an end has other names that are longer.
          [shape, { ...shape, minLength: at + 2 }].flatMap((one) => [...textsOf(one, `key${at}`, at - 1)].slice(0, 4))
      const name = names.find((one) => !Object.hasOwn(value, one)) ?? `key${at}`
      if (!Object.hasOwn(value, name)) add(name, at)
    }
  }

  #array(schema: SchemaNode, hint: string, depth: number): unknown[] {
    const { prefixItems = [], minItems = 0, maxItems = Infinity, items = {} }: ArraySchema = schema
    if (minItems > maxValues) throw tooLarge
    const shown = prefixItems.length > 0 ? prefixItems.length : Number(this.#optional)
    const wanted = items === false ? prefixItems.length : Math.max(minItems, shown)
    const list: unknown[] = []
    const contained = schema.contains === undefined ? 0 : Number(schema.minContains ?? 1)
    const unique = schema.uniqueItems === true
    const add = (item: unknown): boolean => {
      // Elements that must differ may need more than their own number to do so.
      for (let at = list.length; at <= list.length + (unique ? 40 : 0); at++) {
        const made = this.#optionally(item, singular(hint), at, depth + 1)
        if (!made) return false
        if (unique && findDuplicate([...list, made.value])) continue
        list.push(made.value)
        return true
      }
      return false
    }
    for (let index = 0; index < Math.min(wanted, maxItems); index++) {
      const item = prefixItems[index] ?? (index < contained ? { allOf: [items, schema.contains] } : items)
      if (add(item)) continue
      if (index < minItems) throw endless
      break
    }
    while (list.length < contained && list.length < maxItems) if (!add({ allOf: [items, schema.contains] })) break
    return list
  }
}

const annotations = /^(\$schema|\$id|readOnly|writeOnly|description|title|deprecated|summary|x-.*)$/

function annotationsOf(branch: SchemaNode, schemas: Schemas): SchemaNode {
  const {
    example,
    examples,
    default: value,
  } = typeof branch.$ref === 'string' ? Object(schemas.resolve(branch.$ref)) : branch
  return {
    ...(example !== undefined && { example }),
    ...(examples !== undefined && { examples }),
    ...(value !== undefined && { default: value }),
  }
}

function conditionOf({ if: condition, then, else: otherwise }: SchemaNode): SchemaNode {
  if (condition === undefined) return {}
  return { if: condition, ...(then !== undefined && { then }), ...(otherwise !== undefined && { else: otherwise }) }
}

export function withMember(value: SchemaNode, name: string, member: unknown): SchemaNode {
  const copy = { ...value }
  setOwn(copy, name, member)
  return copy
}

interface ObjectSchema extends SchemaNode {
  properties?: SchemaNode
  required?: string[]
  minProperties?: number
  maxProperties?: number
}

interface ArraySchema extends SchemaNode {
  prefixItems?: unknown[]
  minItems?: number
  maxItems?: number
  items?: unknown
}

export function memberSchema(schema: SchemaNode, name: string): unknown {
  const found = schemasOfMember(schema, name).filter((part) => part !== true)
  const [only] = found
  return found.length === 0 ? { type: 'string' } : found.length === 1 ? only : { allOf: found }
}

/** The type of the values that a schema without references and alternatives describes; undefined when any will do. */
export function typeOf(schema: DocumentNode): string | undefined {
  const given = [schema.type].flat().filter((type) => type !== undefined)
  const [first] = [...given.filter((type) => type !== 'null'), ...given]
  if (first !== undefined) return String(first)
  const has = (...keys: string[]) => keys.some((key) => schema[key] !== undefined)
  if (
    has(
      'properties',
      'additionalProperties',
      'required',
      'patternProperties',
      'minProperties',
      'unevaluatedProperties',
      'propertyNames',
      'dependentRequired',
    )
  )
    return 'object'
  if (has('items', 'prefixItems', 'minItems', 'contains', 'uniqueItems')) return 'array'
  if (has('pattern', 'x-pattern', 'format', 'minLength', 'maxLength')) return 'string'
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? 'number' : undefined
}

function isNull(schema: unknown): boolean {
  return isMapping(schema) && schema.type === 'null'
}

export function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
}
