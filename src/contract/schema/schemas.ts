import { getOrAdd, memoizeByObject } from '../../memoize.ts'
import { below, type DocumentNode, isObject, namesIn, pointerIn, valueAt } from '../json-pointer.ts'
import { compileSchema } from './compile.ts'
import type { Check, Compiler, Place } from './compiler.ts'
import { type Components, findNames, findSubtypes, type Subtype } from './discriminator.ts'
import type { SchemaError } from './schema-error.ts'

/** Who sends a value: a request must not need what is read-only, nor an answer what is write-only. */
export type Side = 'request' | 'response'

export interface SchemasOptions {
  side?: Side
  /** Whether a member is an error that this side should not send: a read-only one in a request, a write-only one in an answer. */
  refusesUnsent?: boolean
}

/** The schemas of one document, as one side of an exchange sees them, in JSON Schema 2020-12. */
export interface Schemas {
  readonly side: Side
  /** The keyword of members that this side does not send. */
  readonly unsent: 'readOnly' | 'writeOnly'
  /** What a reference leads to: `#/components/schemas/Order`. Undefined where there is nothing. */
  resolve(ref: string): unknown
  /**
   * Whether a schema, of the document or made of its parts, accepts a value.
   *
   * @throws {RangeError} for a value that is nested too deeply to be checked
   */
  accepts(schema: unknown, value: unknown): boolean
  /**
   * Why a schema does not accept a value: at most `max` errors, and none when it does.
   *
   * @throws {RangeError} for a value that is nested too deeply to be checked
   */
  errors(schema: unknown, value: unknown, max?: number): SchemaError[]
  /** The schemas that a base with a discriminator stands for, with the values that tell them; none for another schema. */
  subtypesOf(ref: string): readonly Subtype[]
  /** The values by which a discriminator tells the schema that a reference leads to, as a rule one. */
  namesOf(discriminator: unknown, ref: string): readonly string[]
}

/** The schemas of a document whose references all lead into it. The same document gives the same ones. */
export function schemasOf(document: DocumentNode, options: SchemasOptions = {}): Schemas {
  const { side = 'response', refusesUnsent = false } = options
  return getOrAdd(opened(document), `${side} ${refusesUnsent}`, () =>
    createSchemas((ref) => valueAt(document, pointerIn(ref)), componentsOf(document), { side, refusesUnsent }),
  )
}

/** Whether a schema accepts a value; false where the value or the schema is nested too deeply to tell. */
export function accepts(schemas: Schemas, schema: unknown, value: unknown): boolean {
  try {
    return schemas.accepts(schema, value)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Whether a schema of a document accepts a value that a request has. */
export function acceptsIn(document: DocumentNode, schema: unknown, value: unknown): boolean {
  return accepts(schemasOf(document, { side: 'request' }), schema, value)
}

const opened = memoizeByObject((_: DocumentNode) => new Map<string, Schemas>())

const folder = '/components/schemas/'

/** The named schemas of a document. */
export function componentsOf(document: DocumentNode): Components {
  return {
    all: Object(Object(document.components).schemas),
    nameOf: (ref) => (ref.startsWith(`#${folder}`) ? namesIn(pointerIn(ref)).at(-1) : undefined),
    refOf: (name) => `#${encodeURI(below('/components/schemas', name))}`,
  }
}

const noComponents: Components = { all: {}, nameOf: () => undefined, refOf: (name) => name }

/** Schemas whose references are followed by a function. */
export function createSchemas(
  follow: (ref: string) => unknown,
  components: Components = noComponents,
  { side = 'response', refusesUnsent = false }: SchemasOptions = {},
): Schemas {
  const targets = new Map<string, unknown>()
  const checks = new WeakMap<object, Check>()
  const resolve = (ref: string): unknown => getOrAdd(targets, ref, () => follow(ref))
  const checkOf = (schema: unknown): Check => {
    if (!isObject(schema)) return compileSchema(schema, compiler)
    const known = checks.get(schema)
    if (known) return known
    // A value of a programming language may contain itself, and so would its check.
    let made: Check | undefined
    checks.set(schema, (value, place, scope) => made?.(value, place, scope) ?? true)
    made = compileSchema(schema, compiler)
    checks.set(schema, made)
    return made
  }
  const compiler: Compiler = {
    checkOf,
    resolve,
    unsent: side === 'request' ? 'readOnly' : 'writeOnly',
    refusesUnsent,
    namesOf: (discriminator, ref) => findNames(components, discriminator, String(ref)),
  }
  const subtypes = new Map<string, readonly Subtype[]>()
  return {
    side,
    unsent: compiler.unsent,
    resolve,
    subtypesOf: (ref) => getOrAdd(subtypes, ref, () => findSubtypes(components, ref)),
    namesOf: compiler.namesOf,
    accepts: (schema, value) => checkOf(schema)(value, undefined, undefined),
    errors(schema, value, max = 100) {
      const check = checkOf(schema)
      // Most values are valid, and the check that collects nothing is the faster one.
      if (check(value, undefined, undefined)) return []
      const place: Place = { around: undefined, name: '', errors: [], max }
      check(value, place, undefined)
      return place.errors
    },
  }
}
