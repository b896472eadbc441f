import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { DocumentNode } from './json-pointer.ts'

/** The schemas of one document, by their pointers. */
export interface Schemas {
  /** Everything that is wrong with a value; empty when the schema accepts it. */
  errors(pointer: string, value: unknown): readonly ErrorObject[]
  accepts(pointer: string, value: unknown): boolean
}

/** Compiles the schemas of a bundle as they are asked for, as JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function compileSchemas(document: DocumentNode): Schemas {
  // The documents were held against the meta-schema when they were generated.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    meta: false,
    validateSchema: false,
  })
  formats.default(ajv)
  ajv.addSchema(document, 'contract:')
  const compiled = new Map<string, ValidateFunction>()

  const validatorOf = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer)
    if (known) return known
    const validate = ajv.compile({ $ref: `contract:#${encodeURI(pointer)}` })
    compiled.set(pointer, validate)
    return validate
  }

  return {
    errors(pointer, value) {
      const validate = validatorOf(pointer)
      return validate(value) ? [] : (validate.errors ?? [])
    },
    accepts: (pointer, value) => validatorOf(pointer)(value) === true,
  }
}
