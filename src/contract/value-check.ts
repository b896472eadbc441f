import { getOrAdd } from '../memoize.ts'
import { type DocumentNode, valueAt } from './json-pointer.ts'
import { type Provenance, provenanceAt, requiringRulesOf } from './provenance.ts'
import { expectationOf, placeOf, type SchemaError } from './schema/schema-error.ts'
import { type SchemasOptions, schemasOf } from './schema/schemas.ts'
import type { Accepts } from './schema/walk-schema.ts'
import { limitViolations, maxViolations, preview, type Violation } from './violation.ts'

export interface ValueCheck {
  /** Whether the schema at a pointer of the contract accepts a value. */
  accepts(schema: string, value: unknown): boolean
  /**
   * What is wrong with a value that a schema of the contract describes.
   *
   * @throws {RangeError} for a value that is nested too deeply to be checked
   */
  checkValue(schema: string, value: unknown, around?: readonly string[]): Violation[]
}

/** Compares values with the schemas of one contract. */
export function createValueCheck(document: DocumentNode, options?: SchemasOptions): ValueCheck {
  const schemas = schemasOf(document, options)
  const nodes = new Map<string, unknown>()
  const nodeOf = (pointer: string): unknown => getOrAdd(nodes, pointer, () => valueAt(document, pointer))
  const acceptsAt: Accepts = (pointer, value) => schemas.accepts(nodeOf(pointer), value)
  return {
    accepts: acceptsAt,
    checkValue(schema, value, around = []) {
      const accepts = rememberAnswers(acceptsAt)
      const violations: Violation[] = []
      for (const error of schemas.errors(nodeOf(schema), value, 10 * maxViolations)) {
        const at = placeOf(error)
        const expected = expectationOf(error)
        if (expected === undefined) continue
        const provenance = ownProvenanceOf(error) ?? provenanceAt(document, { schema, value, at, around }, accepts)
        const seen = preview(at === error.instancePath ? error.data : undefined, at)
        violations.push({ at, expected, seen, ...provenance })
        if (violations.length > maxViolations) break
      }
      return limitViolations(violations)
    },
  }
}

/** Caches results: the violations of one value validate the same parts again and again, and parts may be large. */
function rememberAnswers(accepts: Accepts): Accepts {
  const known = new Map<string, Map<unknown, boolean>>()
  return (schema, value) => {
    const answers = getOrAdd(known, schema, () => new Map<unknown, boolean>())
    return getOrAdd(answers, value, () => accepts(schema, value))
  }
}

/**
 * The provenance of a schema whose neighbours state other things of the same place: of an object that names the rule by which it has its
 * members, or of a bound or format that is only assumed.
 */
function ownProvenanceOf({ parentSchema, keyword }: SchemaError): Provenance | undefined {
  const { 'x-assumption': assumption } = Object(parentSchema)
  const rules = keyword === 'required' ? requiringRulesOf(parentSchema) : []
  if (rules.length > 0) return { rules }
  return ['format', 'minimum'].includes(keyword) && typeof assumption === 'string'
    ? { rules: [], assumption }
    : undefined
}
