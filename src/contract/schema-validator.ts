import {
  _,
  Ajv2020,
  type CodeGen,
  type ErrorObject,
  type KeywordCxt,
  Name,
  type Options,
  type ValidateFunction,
} from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { type DocumentNode, follow, isObject, mapOwn } from './json-pointer.ts'
import { compilePattern } from './published/pattern.ts'
import { greatestMaxViolations } from './violation.ts'

/** The schemas of one document, by their pointers. */
export interface Schemas {
  /** The errors of a value; empty when the schema accepts it. A value with many errors gets more of them than are reported, but not all. */
  errors(pointer: string, value: unknown): readonly ErrorObject[]
  accepts(pointer: string, value: unknown): boolean
}

/** Who sends a value: a request must not need what is read-only, nor an answer what is write-only. */
export type Side = 'request' | 'response'

/** The document in which this side need not send what the other side alone sends; the same one, if it has no such members. */
export function documentOfSide(document: DocumentNode, side: Side): DocumentNode {
  if (!/"(read|write)Only":true/.test(JSON.stringify(document))) return document
  const unsent = side === 'request' ? 'readOnly' : 'writeOnly'
  const copy = (node: unknown): unknown => {
    if (!isObject(node)) return node
    if (Array.isArray(node)) return node.map(copy)
    const { required, properties } = node
    const isSent = (name: string) => follow(document, Object(Object(properties)[name]))[unsent] !== true
    const own = Array.isArray(required) && { required: required.filter(isSent) }
    return { ...mapOwn(node, copy), ...own }
  }
  return Object(copy(document))
}

/** Errors in one array or object after which its other members are not validated. */
const maxErrors = greatestMaxViolations + 1

/** Compiles the schemas of a bundle as they are needed, as JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function compileSchemas(document: DocumentNode): Schemas {
  const validatorOf = compilerOf(document, false)
  // Few documents ever meet an invalid value, so most never compile their schemas a second time.
  let explainerOf: ReturnType<typeof compilerOf> | undefined

  return {
    errors(pointer, value) {
      const validate = validatorOf(pointer)
      if (validate(value)) return []
      explainerOf ??= compilerOf(document, true)
      const explain = explainerOf(pointer)
      // A loop that ends early may hide errors elsewhere. If `explain` finds none, the error of the first validation is used.
      return explain(value) ? (validate.errors ?? []) : (explain.errors ?? [])
    },
    accepts: (pointer, value) => validatorOf(pointer)(value) === true,
  }
}

/** @param allErrors continues after the first error, up to a bound */
function compilerOf(document: DocumentNode, allErrors: boolean): (pointer: string) => ValidateFunction {
  const compiled = new Map<string, ValidateFunction>()
  const ajv = createAjv({ allErrors, verbose: true })
  // The library's own accepts every integer. A double cannot tell the greatest int64 from the integer above it.
  ajv.addFormat('int64', { type: 'number', validate: (value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63 })
  if (allErrors) boundErrors(ajv)
  ajv.addSchema(document, 'contract:')
  return (pointer) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `contract:#${encodeURI(pointer)}` })
    compiled.set(pointer, validate)
    return validate
  }
}

/** A validator of JSON Schema 2020-12. A pattern takes time that grows with the length of a text, if it can be run so. */
export function createAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    // Documents are valid or made valid before, and compiling the meta-schema takes long.
    meta: false,
    validateSchema: false,
    // References here are JSON pointers, so no schema needs an `$id`. AJV would read the `$id` of examples as well.
    schemaId: 'x-no-id' as '$id',
    code: { regExp: Object.assign(patternOf, { code: '' }) },
    ...options,
  })
  formats.default(ajv)
  return ajv
}

function patternOf(source: string, flags: string) {
  try {
    const compiled = compilePattern(source)
    // AJV tells patterns apart by their texts.
    return { test: (text: string) => compiled.test(text), toString: () => source }
  } catch {
    return new RegExp(source, flags)
  }
}

const loopingKeywords = [
  'items',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]

/**
 * Ends the loops over elements and members after `maxErrors` errors. AJV copies its list of errors at each invalid element, so without a
 * bound the time grows with the square of the number of errors.
 */
function boundErrors(ajv: Ajv2020): void {
  for (const keyword of loopingKeywords) {
    const definition = ajv.getKeyword(keyword)
    if (typeof definition !== 'object' || !('code' in definition)) throw new Error(`AJV has no code for ${keyword}`)
    const { code } = definition
    definition.code = (context: KeywordCxt, ruleType?: string) => {
      withBoundLoops(context.gen, () => code.call(definition, context, ruleType))
    }
  }
}

function withBoundLoops(gen: CodeGen, generate: () => void): void {
  const { forRange, forIn } = gen
  const bounded = (body: (member: Name) => void) => (member: Name) => {
    gen.if(_`${new Name('errors')} >= ${maxErrors}`, () => gen.break())
    body(member)
  }
  gen.forRange = (name, from, to, body, kind) => forRange.call(gen, name, from, to, bounded(body), kind)
  gen.forIn = (name, object, body, kind) => forIn.call(gen, name, object, bounded(body), kind)
  try {
    generate()
  } finally {
    Object.assign(gen, { forRange, forIn })
  }
}
