import type { ErrorObject } from 'ajv/dist/2020.js'
import { below, type DocumentNode } from './json-pointer.ts'
import { type Provenance, provenanceAt } from './provenance.ts'
import { compileSchemas } from './schema-validator.ts'
import { defaultMaxViolations, limitViolations, preview, type Violation } from './violation.ts'
import type { Accepts } from './walk-schema.ts'

export interface ValueCheck {
  /** Whether the schema at a pointer of the contract accepts a value. */
  accepts(schema: string, value: unknown): boolean
  /**
   * What is wrong with a value that a schema of the contract describes.
   *
   * @throws {RangeError} for a value that is nested too deeply to be checked
   */
  checkValue(schema: string, value: unknown, around?: readonly string[], max?: number): Violation[]
}

/** Compares values with the schemas of one contract. */
export function createValueCheck(document: DocumentNode): ValueCheck {
  const schemas = compileSchemas(document)
  return {
    accepts: schemas.accepts,
    checkValue(schema, value, around = [], max = defaultMaxViolations) {
      const accepts = rememberAnswers(schemas.accepts)
      const violations: Violation[] = []
      for (const error of schemas.errors(schema, value)) {
        const at = placeOf(error)
        const expected = expectationOf(error)
        if (expected === undefined) continue
        const provenance = ownProvenanceOf(error) ?? provenanceAt(document, { schema, value, at, around }, accepts)
        const seen = preview(at === error.instancePath ? error.data : undefined, at)
        violations.push({ at, expected, seen, ...provenance })
        if (violations.length > max) break
      }
      return limitViolations(violations, max)
    },
  }
}

/** Caches results: the violations of one value validate the same parts again and again, and parts may be large. */
function rememberAnswers(accepts: Accepts): Accepts {
  const known = new Map<string, Map<unknown, boolean>>()
  return (schema, value) => {
    const answers = known.get(schema) ?? new Map<unknown, boolean>()
    known.set(schema, answers)
    const answer = answers.get(value) ?? accepts(schema, value)
    answers.set(value, answer)
    return answer
  }
}

/**
 * The provenance of a schema whose neighbours state other things of the same place: of an object that names the rule by which it has its
 * members, or of a bound or format that is only assumed.
 */
function ownProvenanceOf({ parentSchema, keyword }: ErrorObject): Provenance | undefined {
  const { 'x-required-by': rule, 'x-assumption': assumption } = Object(parentSchema)
  if (keyword === 'required' && typeof rule === 'string') return { rules: [rule] }
  return ['format', 'minimum'].includes(keyword) && typeof assumption === 'string'
    ? { rules: [], assumption }
    : undefined
}

/** The place of a validator's error in a value, and what its schema expects there. */
export function wordError(error: ErrorObject): { at: string; expected: string } {
  return { at: placeOf(error), expected: expectationOf(error) ?? 'what the schema says' }
}

/** Pointer of the wrong place in the value. A missing property has the pointer that it would have. */
function placeOf({ keyword, instancePath, params }: ErrorObject): string {
  if (keyword === 'required') return below(instancePath, String(params.missingProperty))
  if (keyword === 'additionalProperties') return below(instancePath, String(params.additionalProperty))
  return instancePath
}

/** What the schema expects; undefined for an error that only repeats the errors of a branch. */
function expectationOf({ keyword, params, message = '' }: ErrorObject): string | undefined {
  switch (keyword) {
    case 'required':
      return 'a value'
    case 'additionalProperties':
      return 'nothing'
    case 'type':
      return [params.type].flat().join(' or ')
    case 'enum':
      return `one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`
    case 'const':
      return JSON.stringify(params.allowedValue)
    case 'format':
      return String(params.format)
    case 'if':
      return undefined
    default:
      return message.replace(/^must (be )?/, '')
  }
}
