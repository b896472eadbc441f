import { isMapping } from '../json-pointer.ts'
import type { SchemaError } from './schema-error.ts'

/**
 * Whether a value is valid. Errors are noted at the place; without one, the check ends at the first error.
 *
 * @param scope dynamic anchors of the resources on the way here, for `$dynamicRef`
 */
export type Check = (value: unknown, place: Place | undefined, scope: Scope | undefined) => boolean

/** Where a value stands, and the errors of the whole value. */
export interface Place {
  around: Place | undefined
  name: string | number
  errors: SchemaError[]
  max: number
}

export interface Scope {
  anchors: Readonly<Record<string, unknown>>
  outer: Scope | undefined
}

/** What the checks of one document share. */
export interface Compiler {
  /** The check of a schema, which is compiled once. */
  checkOf(schema: unknown): Check
  /** The schema at a reference; undefined where there is none. */
  resolve(ref: string): unknown
  /** The keyword of members that this side does not send: `readOnly` in a request. */
  unsent: 'readOnly' | 'writeOnly'
  /** The values by which a discriminator tells the schema that a reference leads to. */
  namesOf(discriminator: unknown, ref: string): readonly string[]
  /** Whether such a member is an error. Either way it need not be there. */
  refusesUnsent: boolean
}

/** The schema behind references alone and `allOf` of one part, of which there may be thousands; everything is valid if there is none. */
export function withoutWrappers(given: unknown, { resolve }: Pick<Compiler, 'resolve'>): unknown {
  const seen = new Set<unknown>()
  for (let schema = given; !seen.has(schema); ) {
    if (!isMapping(schema) || Object.keys(schema).length > 1) return schema
    seen.add(schema)
    const { $ref, allOf } = schema
    if (typeof $ref === 'string') schema = resolve($ref)
    else if (Array.isArray(allOf) && allOf.length === 1) schema = allOf[0]
    else return schema
  }
  return true
}

/** The schema with the anchor in the outermost resource that has it. */
export function dynamicTarget(
  name: string,
  initial: unknown,
  { resolve }: Pick<Compiler, 'resolve'>,
  scope: Scope | undefined,
): unknown {
  let found = initial
  for (let at = scope; at; at = at.outer) if (Object.hasOwn(at.anchors, name)) found = resolve(String(at.anchors[name]))
  return found
}
