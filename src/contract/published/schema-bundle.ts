import type { Ajv2020 } from 'ajv/dist/2020.js'
import { isObject, mapOwn, nameOfReference } from '../json-pointer.ts'
import type { SchemaError } from '../schema/schema-error.ts'
import { createSchemas, type Schemas, type Side } from '../schema/schemas.ts'
import { createAjv } from '../schema-validator.ts'
import { partsOfSchema } from './document-members.ts'
import type { LeftOut, Node } from './normalize.ts'

/** A schema ready for a validator, and the schemas that it refers to by `#/__bundled__/<name>`. */
export interface PreparedSchema {
  schema: Node
  bundle: Record<string, unknown>
}

/** Members that decide nothing about a value and that nobody reads after the start. */
const dropped = new Set('description title externalDocs xml deprecated x-stoplight $schema summary'.split(' '))

/** Where the shared schemas of an operation stand. */
const prefix = '#/__bundled__/'

const dialect = 'https://json-schema.org/draft/2020-12/schema'

/**
 * The schemas of one document in the form that validators use. Each schema of the document is prepared once for each side, when it is first
 * needed, and shared by all operations.
 */
export class SchemaBundle {
  /** Distinguishes documents of one process. */
  readonly id: number
  readonly #omit: (leftOut: LeftOut) => void
  readonly #schemas: Node
  #converter: Ajv2020 | undefined
  readonly #ofSide = new Map<Side, Schemas>()
  readonly #entries = new Map<string, { schema: unknown; refs: Set<string> }>()
  readonly #keys = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #pending: (() => void)[] = []

  constructor(document: Node, omit: (leftOut: LeftOut) => void) {
    const { schemas } = Object(document.components) as { schemas?: Node }
    this.#schemas = schemas ?? {}
    this.#omit = omit
    count += 1
    this.id = count
  }

  prepare(schema: unknown, side: Side): PreparedSchema {
    const refs = new Set<string>()
    const prepared = this.#convert(schema, side, refs)
    this.#convertPending()
    const bundle: Record<string, unknown> = {}
    const pending = [...refs]
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
      if (Object.hasOwn(bundle, key)) continue
      const entry = this.#entries.get(key)
      bundle[key] = entry?.schema
      pending.push(...(entry?.refs ?? []))
    }
    const whole = isObject(prepared) ? prepared : prepared === false ? { not: {} } : {}
    const top = { $schema: dialect, ...whole }
    preparedSchemas.add(top)
    return { schema: top, bundle: this.join(bundle) }
  }

  /** Marks a bundle as one of this document. */
  join(bundle: Record<string, unknown>): Record<string, unknown> {
    bundles.set(bundle, this)
    return bundle
  }

  /**
   * A function that says whether a value is valid, and leaves the errors. A schema that cannot be compiled is listed, and allows everything.
   *
   * @param convert changes texts to the types of the schema in place, as in parameters and forms
   */
  compile({ schema, bundle }: PreparedSchema, { convert }: { convert: boolean }): Validate {
    if (!convert) {
      const schemas = this.schemasOf('request')
      const validate: Validate = (value) => {
        validate.errors = schemas.errors(schema, value)
        return validate.errors.length === 0
      }
      return guard(validate)
    }
    try {
      return guard(this.#converterOf(bundle).compile(schema) as Validate)
    } catch (error) {
      this.#omit({ pointer: '/', reason: `the schema is not enforced: ${(error as Error).message.slice(0, 200)}` })
      return () => true
    }
  }

  /** The prepared schemas of the document, as one side of an exchange sees them. */
  schemasOf(side: Side): Schemas {
    const follow = (ref: string) => this.#entries.get(ref.slice(prefix.length))?.schema
    const components = {
      all: this.#schemas,
      nameOf: (ref: string) =>
        ref.startsWith(prefix)
          ? this.#names.get(ref.slice(prefix.length))
          : ref.startsWith('#/components/schemas/')
            ? nameOfReference(ref)
            : undefined,
      refOf: (name: string) => {
        const key = this.#entryOf(name, side)
        this.#convertPending()
        return `${prefix}${key}`
      },
    }
    const schemas = this.#ofSide.get(side) ?? createSchemas(follow, components, { side })
    this.#ofSide.set(side, schemas)
    return schemas
  }

  #converterOf(bundle: Record<string, unknown>): Ajv2020 {
    // Each schema of the document is compiled once, however many schemas refer to it.
    this.#converter ??= createAjv({ inlineRefs: false, coerceTypes: 'array' })
    const ajv = this.#converter
    for (const [key, entry] of Object.entries(bundle)) {
      const name = `${prefix}${key}`
      if (ajv.schemas[name]) continue
      ajv.addSchema(isObject(entry) ? entry : entry === false ? { not: {} } : {}, name)
    }
    return ajv
  }

  #convert(schema: unknown, side: Side, refs: Set<string>): unknown {
    if (!isObject(schema)) return schema
    const copy: Node = {}
    for (const [key, value] of Object.entries(schema)) {
      if (dropped.has(key)) continue
      copy[key] = this.#member(key, value, side, refs)
    }
    const unsent = side === 'request' ? 'readOnly' : 'writeOnly'
    if (Array.isArray(copy.required) && isObject(schema.properties)) {
      const properties = schema.properties
      copy.required = copy.required.filter((name) => !this.#has(properties[String(name)], unsent))
    }
    return copy
  }

  #member(key: string, value: unknown, side: Side, refs: Set<string>): unknown {
    if ((key === '$ref' || key === '$dynamicRef') && typeof value === 'string')
      return this.#reference(value, side, refs)
    if (key === 'x-dynamic-anchors') return mapOwn(Object(value), (ref) => this.#reference(String(ref), side, refs))
    const one = (schema: unknown) => this.#convert(schema, side, refs)
    if (partsOfSchema.single.has(key)) return one(value)
    if (partsOfSchema.lists.has(key) && Array.isArray(value)) return value.map(one)
    if (partsOfSchema.maps.has(key) && isObject(value)) return mapOwn(value, one)
    return value
  }

  #reference(ref: string, side: Side, refs: Set<string>): string {
    const key = this.#entryOf(nameOfReference(ref), side)
    refs.add(key)
    return `${prefix}${key}`
  }

  #entryOf(name: string, side: Side): string {
    const key = this.#keyOf(name, side)
    if (!this.#entries.has(key)) {
      const own = new Set<string>()
      const entry = { schema: {} as unknown, refs: own }
      this.#entries.set(key, entry)
      // References may form long chains, so one is followed after the other.
      this.#pending.push(() => {
        entry.schema = this.#convert(Object.hasOwn(this.#schemas, name) ? this.#schemas[name] : {}, side, own)
      })
    }
    return key
  }

  #convertPending(): void {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) next()
  }

  /** A name that needs no escaping in a reference. */
  #keyOf(name: string, side: Side): string {
    const full = `${side} ${name}`
    const known = this.#keys.get(full)
    if (known !== undefined) return known
    const key = `${name.replaceAll(/[^A-Za-z0-9_.-]/g, '_')}.${side}${this.#keys.size}`
    this.#keys.set(full, key)
    this.#names.set(key, name)
    return key
  }

  #has(schema: unknown, flag: 'readOnly' | 'writeOnly', depth = 0): boolean {
    if (!isObject(schema) || depth > 8) return false
    if (schema[flag] === true) return true
    if (typeof schema.$ref === 'string') return this.#has(this.#schemas[nameOfReference(schema.$ref)], flag, depth + 1)
    return Array.isArray(schema.allOf) && schema.allOf.some((part) => this.#has(part, flag, depth + 1))
  }
}

let count = 0

/** Tells whether a value is valid. After `false`, `errors` says why not. */
export interface Validate {
  (value: unknown): boolean
  errors?: readonly SchemaError[] | null | undefined
}

/** A value that is nested too deeply overflows the stack of a recursive schema's validator. */
function guard(validate: Validate): Validate {
  const guarded: Validate = (value) => {
    try {
      const isValid = validate(value)
      guarded.errors = validate.errors
      return isValid
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      guarded.errors = []
      return false
    }
  }
  return guarded
}

const bundles = new WeakMap<object, SchemaBundle>()

const preparedSchemas = new WeakSet<object>()

/** True for a schema that validators may use as it is. */
export function isPrepared(schema: object): boolean {
  return preparedSchemas.has(schema)
}

/** The document that a bundle of `prepare` belongs to; undefined for any other bundle. */
export function bundleOwner(bundle: unknown): SchemaBundle | undefined {
  return isObject(bundle) ? bundles.get(bundle) : undefined
}

/** The schemas of the document that a bundle belongs to, as one side sees them; for a bundle of no document, those in it. */
export function schemasIn(bundle: unknown, side: Side): Schemas {
  const owner = bundleOwner(bundle)
  if (owner) return owner.schemasOf(side)
  const shared = isObject(bundle) ? bundle : noBundle
  const known =
    unowned[side].get(shared) ?? createSchemas((ref) => shared[ref.slice(prefix.length)], undefined, { side })
  unowned[side].set(shared, known)
  return known
}

const noBundle: Record<string, unknown> = {}
const unowned = { request: new WeakMap<object, Schemas>(), response: new WeakMap<object, Schemas>() }

/** Whether a schema that refers to a bundle accepts a value. */
export function acceptsIn(bundle: unknown, schema: unknown, value: unknown): boolean {
  try {
    return schemasIn(bundle, 'request').accepts(schema, value)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
