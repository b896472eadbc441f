import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { Problem, type Violation } from '../../interfaces/problem.ts'
import type { JsonSchema } from '../../interfaces/slice.ts'

const ajv = new Ajv({ strict: false, logger: false })
formats.default(ajv)
const compiled = new WeakMap<JsonSchema, ValidateFunction>()

/** What is wrong with a value that has to fit the schema which a slice declares; undefined when it fits. */
export function misfit(what: string, value: unknown, schema: JsonSchema): Problem | undefined {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  if (validate(value)) return undefined
  const violations = (validate.errors ?? []).map(
    ({ instancePath, message = 'is not valid' }): Violation => ({
      path: ['body', ...instancePath.split('/').slice(1)],
      message,
    }),
  )
  const [first] = validate.errors ?? []
  const detail = `${what}${first?.instancePath ?? ''} ${first?.message ?? 'is not valid'}.`
  return new Problem('invalid-request', detail, { violations })
}
