import { isObject, setOwn } from '../json-pointer.ts'
import type { Side } from '../schema-validator.ts'
import type { Node } from './normalize.ts'
import { compilePattern } from './pattern.ts'
import { textsOf } from './sample-text.ts'
import { acceptsIn } from './schema-bundle.ts'

export interface SampleOptions {
  /** Schemas that `#/__bundled__/<name>` leads to. */
  bundle: Readonly<Record<string, unknown>>
  side: Side
  /** A word that says what the value is for. */
  hint?: string
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

/** The schema needs more values than a sample may have. */
class SampleLimitError extends Error {}

/** A value cannot end: each one needs another of its kind. */
class EndlessError extends Error {}

/** Makes up a value that a prepared schema accepts. The examples of the schema are preferred. */
export function sampleOf(schema: Node, options: SampleOptions): Sample {
  let nearest: Sample | undefined
  for (const optional of [true, false]) {
    for (const index of [0, 1, 2]) {
      const made = attempt(() => new Sampler(options, optional).make(schema, options.hint ?? 'text', index, 0))
      if (made === undefined) continue
      if (acceptsIn(options.bundle, schema, made.value)) return { value: made.value, isValid: true }
      nearest ??= { value: made.value, isValid: false }
    }
  }
  return nearest ?? { value: nearestOf(schema, options), isValid: false }
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
function nearestOf(schema: Node, { bundle }: SampleOptions): unknown {
  const { type } = follow(schema, bundle)
  const [first] = [type].flat()
  return { array: [], string: '', number: 0, integer: 0, boolean: true, null: null }[String(first)] ?? {}
}

class Sampler {
  readonly #options: SampleOptions
  readonly #withOptional: boolean
  /** References on the way to the value that is made. */
  readonly #open = new Map<string, number>()
  #values = 0

  constructor(options: SampleOptions, optional: boolean) {
    this.#options = options
    this.#withOptional = optional
  }

  get #optional(): boolean {
    return this.#withOptional && this.#values < maxOptionalValues
  }

  make(schema: unknown, hint: string, index: number, depth: number): unknown {
    this.#values += 1
    if (this.#values > maxValues) throw new SampleLimitError()
    if (depth > maxDepth) throw new EndlessError()
    if (!isObject(schema)) return hint
    if (typeof schema.$ref === 'string') return this.#referred(schema, schema.$ref, hint, index, depth)
    if (Object.hasOwn(schema, 'const')) return schema.const
    const shown = this.#shown(schema, index)
    if (shown !== undefined) return structuredClone(shown)
    if (Array.isArray(schema.enum)) {
      const values = schema.enum.filter((value) => value !== null)
      return structuredClone(values[index % Math.max(1, values.length)] ?? schema.enum[0])
    }
    if (schema.oneOf !== undefined || schema.anyOf !== undefined) return this.#either(schema, hint, index, depth)
    if (Array.isArray(schema.allOf)) return this.make(mergeParts(schema, this.#options.bundle), hint, index, depth)
    return this.#ofType(schema, hint, index, depth)
  }

  #referred(schema: Node, ref: string, hint: string, index: number, depth: number): unknown {
    const times = this.#open.get(ref) ?? 0
    if (times > 1) throw new EndlessError()
    const { $ref: _, ...siblings } = schema
    const target = targetOf(ref, this.#options.bundle)
    this.#open.set(ref, times + 1)
    try {
      const isAlone = Object.keys(siblings).every(
        (key) => key === '$schema' || key === 'readOnly' || key === 'writeOnly',
      )
      return this.make(isAlone ? target : { allOf: [target, siblings] }, hint, index, depth + 1)
    } finally {
      this.#open.set(ref, times)
    }
  }

  /** The value that the schema itself shows, if it is valid. */
  #shown(schema: Node, index: number): unknown {
    const shown = [schema.example, ...(Array.isArray(schema.examples) ? schema.examples : []), schema.default]
    const known = index === 0 ? shown : shown.slice(index)
    return known.find(
      (value) =>
        value !== undefined &&
        value !== null &&
        (isPlainlyValid(schema, value) || acceptsIn(this.#options.bundle, schema, value)),
    )
  }

  /** The first alternative that gives a value which the whole schema accepts. */
  #either(schema: Node, hint: string, index: number, depth: number): unknown {
    const { oneOf, anyOf, ...rest } = schema
    const branches = [oneOf, anyOf].find((list) => Array.isArray(list)) as unknown[]
    const more = oneOf !== undefined && anyOf !== undefined ? { anyOf } : {}
    let failure: unknown
    let fallback: { value: unknown } | undefined
    // A schema of many alternatives is tried in part.
    for (const [at, branch] of branches.slice(0, 20).entries()) {
      if (isNull(branch) && branches.length > 1) continue
      try {
        const value = this.make(
          mergeParts(
            { ...rest, ...more, allOf: [...(Array.isArray(rest.allOf) ? rest.allOf : []), branch] },
            this.#options.bundle,
          ),
          hint,
          index,
          depth + 1,
        )
        this.#setDiscriminator(schema, branch, at, value)
        if (acceptsIn(this.#options.bundle, schema, value)) return value
        fallback ??= { value }
      } catch (error) {
        if (error instanceof SampleLimitError) throw error
        failure ??= error
      }
    }
    if (branches.some(isNull)) return null
    if (fallback) return fallback.value
    throw failure ?? new EndlessError()
  }

  #setDiscriminator({ discriminator }: Node, branch: unknown, at: number, value: unknown): void {
    if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string' || !isObject(value)) return
    const ref = isObject(branch) && typeof branch.$ref === 'string' ? branch.$ref : undefined
    const name = ref?.replace(/^#\/__bundled__\//, '').replace(/\.(request|response)\d+$/, '')
    const mapping = Object.entries(isObject(discriminator.mapping) ? discriminator.mapping : {})
    const [mapped] = mapping.find(([, target]) => String(target).split('/').at(-1) === name) ?? mapping[at] ?? []
    const word = mapped ?? name
    const own = value[discriminator.propertyName]
    // The schema of the property may allow one value only, and then that value is there already.
    if (word !== undefined && (own === undefined || own === discriminator.propertyName))
      value[discriminator.propertyName] = word
  }

  #ofType(schema: Node, hint: string, index: number, depth: number): unknown {
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema, depth)
      case 'array':
        return this.#array(schema, hint, depth)
      case 'string':
        return this.#text(schema, hint, index)
      case 'number':
        return numberOf(schema, false, index)
      case 'integer':
        return numberOf(schema, true, index)
      case 'boolean':
        return index % 2 === 0
      case 'null':
        return null
      default:
        return depth === 0 ? {} : hint
    }
  }

  #text(schema: Node, hint: string, index: number): string {
    const pattern = schema.pattern ?? schema['x-pattern']
    const isPlain = pattern === undefined && schema.format === undefined
    let first: string | undefined
    for (const text of textsOf({ ...schema, pattern }, hint, index)) {
      if (isPlain || acceptsIn(this.#options.bundle, schema, text)) return text
      first ??= text
    }
    if (first === undefined) throw new SampleLimitError()
    return first
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

  #object(schema: Node, depth: number): Node {
    const { properties = {}, required = [], minProperties = 0, maxProperties = Infinity }: ObjectSchema = schema
    const value: Node = {}
    const add = (name: string, index = 0) =>
      setOwn(value, name, this.make(memberSchema(schema, name), name, index, depth + 1))
    for (const name of required) add(name)
    const unsent = this.#options.side === 'request' ? 'readOnly' : 'writeOnly'
    for (const [name, member] of Object.entries(properties)) {
      if (!this.#optional) break
      if (Object.hasOwn(value, name) || Object.keys(value).length >= maxProperties) continue
      if (member === false || (isObject(member) && (member[unsent] === true || member.deprecated === true))) continue
      const made = this.#optionally(member, name, 0, depth + 1)
      if (made) setOwn(value, name, made.value)
    }
    if (minProperties > maxValues) throw new SampleLimitError()
    for (let at = 1; Object.keys(value).length < minProperties && at <= minProperties + required.length; at++) {
      const [name = `key${at}`] = isObject(schema.propertyNames)
        ? textsOf(schema.propertyNames, `key${at}`, at - 1)
        : []
      add(name, at)
    }
    for (const [name, needed] of Object.entries(Object(schema.dependentRequired))) {
      if (!Object.hasOwn(value, name) || !Array.isArray(needed)) continue
      for (const one of needed) if (!Object.hasOwn(value, one)) add(one)
    }
    return value
  }

  #array(schema: Node, hint: string, depth: number): unknown[] {
    const { prefixItems = [], minItems = 0, maxItems = Infinity, items = {} }: ArraySchema = schema
    if (minItems > maxValues) throw new SampleLimitError()
    const shown = prefixItems.length > 0 ? prefixItems.length : Number(this.#optional)
    const wanted = items === false ? prefixItems.length : Math.max(minItems, shown)
    const list: unknown[] = []
    const contained = schema.contains === undefined ? 0 : Math.max(1, Number(schema.minContains ?? 1))
    for (let index = 0; index < Math.min(wanted, maxItems); index++) {
      const item = prefixItems[index] ?? (index < contained ? { allOf: [items, schema.contains] } : items)
      const made = this.#optionally(item, singular(hint), index, depth + 1)
      if (!made && index < minItems) throw new EndlessError()
      if (!made) break
      list.push(made.value)
    }
    while (list.length < contained && list.length < maxItems)
      list.push(this.make(schema.contains, hint, list.length, depth + 1))
    return list
  }
}

interface ObjectSchema extends Node {
  properties?: Node
  patternProperties?: Node
  additionalProperties?: unknown
  required?: string[]
  minProperties?: number
  maxProperties?: number
}

interface ArraySchema extends Node {
  prefixItems?: unknown[]
  minItems?: number
  maxItems?: number
  items?: unknown
}

function memberSchema(schema: Node, name: string): unknown {
  const { properties, patternProperties, additionalProperties }: ObjectSchema = schema
  if (properties && Object.hasOwn(properties, name)) return properties[name]
  const [, ofPattern] =
    Object.entries(patternProperties ?? {}).find(([pattern]) => compilePattern(pattern).test(name)) ?? []
  return ofPattern ?? (isObject(additionalProperties) ? additionalProperties : { type: 'string' })
}

function typeOf(schema: Node): string | undefined {
  const given = [schema.type].flat().filter((type) => type !== undefined)
  const [first] = [...given.filter((type) => type !== 'null'), ...given]
  if (first !== undefined) return String(first)
  const has = (...keys: string[]) => keys.some((key) => schema[key] !== undefined)
  if (has('properties', 'additionalProperties', 'required', 'patternProperties', 'minProperties')) return 'object'
  if (has('items', 'prefixItems', 'minItems', 'contains', 'uniqueItems')) return 'array'
  if (has('pattern', 'x-pattern', 'format', 'minLength', 'maxLength')) return 'string'
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? 'number' : undefined
}

function numberOf(schema: Node, isInteger: boolean, index: number): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Record<
    string,
    number | undefined
  >
  const step = multipleOf ?? (isInteger ? 1 : undefined)
  const low = Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum ?? Number.NEGATIVE_INFINITY)
  const high = Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY)
  const isExclusive = exclusiveMinimum !== undefined && low === exclusiveMinimum
  const gap = step ?? (Number.isFinite(high - low) ? (high - low) / 4 : 1)
  let value = Math.max(1 + index, Number.isFinite(low) ? low + (isExclusive ? gap : 0) : Number.NEGATIVE_INFINITY)
  if (low > 1) value += index * gap
  if (value > high || (value === high && exclusiveMaximum === high))
    value = Number.isFinite(low) ? low + (isExclusive ? gap : 0) : high - (exclusiveMaximum === high ? gap : 0)
  if (step === undefined) return value
  const up = Math.ceil(value / step - 1e-9) * step
  return Number((up > high ? Math.floor(high / step) * step : up).toPrecision(15))
}

/** One schema in place of a schema with `allOf`, as far as one schema can say it. */
export function mergeParts({ allOf, ...own }: Node, bundle: SampleOptions['bundle'], depth = 0): Node {
  if (depth > maxDepth) throw new EndlessError()
  const parts = (Array.isArray(allOf) ? allOf : [])
    .filter(isObject)
    .map((part) => mergeParts(follow(part as Node, bundle), bundle, depth + 1))
  return [...parts, own].reduce<Node>(mergeInto, {})
}

/** The schema that a reference leads to, with what stands beside the reference. */
function follow(schema: Node, bundle: SampleOptions['bundle']): Node {
  let at = schema
  for (let steps = 0; typeof at.$ref === 'string' && steps < maxDepth; steps++) {
    const { $ref, ...siblings } = at
    const target = targetOf(String($ref), bundle)
    at = mergeInto(isObject(target) ? target : {}, siblings)
  }
  return at
}

function targetOf(ref: string, bundle: SampleOptions['bundle']): unknown {
  return bundle[ref.replace('#/__bundled__/', '')] ?? {}
}

/** What two schemas demand together, as far as one schema can say it. */
function mergeInto(one: Node, other: Node): Node {
  const merged: Node = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const known = merged[key]
    if (known === undefined) merged[key] = value
    else if (key === 'properties' && isObject(known) && isObject(value)) {
      const all: Node = { ...known }
      for (const [name, schema] of Object.entries(value))
        setOwn(all, name, Object.hasOwn(all, name) ? { allOf: [all[name], schema] } : schema)
      merged.properties = all
    } else if (key === 'required' && Array.isArray(known) && Array.isArray(value))
      merged.required = [...new Set([...known, ...value])]
    else if (key === 'enum' && Array.isArray(known) && Array.isArray(value)) {
      merged.enum = known.filter((one) => value.some((two) => JSON.stringify(one) === JSON.stringify(two)))
    } else if (key === 'type') {
      const common = [known]
        .flat()
        .filter((type) => [value].flat().includes(type) || (type === 'integer' && [value].flat().includes('number')))
      merged.type = common.length > 0 ? common : [known, value].flat().includes('integer') ? 'integer' : known
    } else if (/^(min|exclusiveMin)/.test(key)) merged[key] = Math.max(Number(known), Number(value))
    else if (/^(max|exclusiveMax)/.test(key)) merged[key] = Math.min(Number(known), Number(value))
    else if (key === 'allOf' && Array.isArray(known) && Array.isArray(value)) merged.allOf = [...known, ...value]
    else if (key === 'items' && isObject(known) && isObject(value)) merged.items = { allOf: [known, value] }
    else if ((key === 'oneOf' || key === 'anyOf') && merged[key === 'oneOf' ? 'anyOf' : 'oneOf'] === undefined)
      merged[key === 'oneOf' ? 'anyOf' : 'oneOf'] = value
    else if (key === 'example' || key === 'default' || key === 'examples') delete merged[key]
    else merged[key] = value
  }
  return merged
}

/** True if the value has the type of a schema that demands nothing more. Compiling a schema takes far longer. */
function isPlainlyValid(schema: Node, value: unknown): boolean {
  const [actual, given] = [typeof value, [schema.type].flat()]
  const hasType =
    given.includes(actual) || (actual === 'number' && given.includes('integer') && Number.isInteger(value))
  if (actual === 'object' || !hasType) return false
  return Object.keys(schema).every((key) =>
    /^(type|example|examples|default|nullable|readOnly|writeOnly|x-.*)$/.test(key),
  )
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && schema.type === 'null'
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
}
