import { createRequire } from 'node:module'
import type { Ajv, ValidateFunction } from 'ajv'
import { Problem, type Violation } from '../../interfaces/problem.ts'
import type { JsonSchema } from '../../interfaces/slice.ts'

/** Loaded with the first value that comes. */
let ajv: Ajv | undefined

function createAjv(): Ajv {
  const require = createRequire(import.meta.url)
  const instance: Ajv = new (require('ajv').Ajv)({ strict: false, logger: false })
  require('ajv-formats').default(instance)
  return instance
}

const compiled = new WeakMap<JsonSchema, ValidateFunction>()

/** What is wrong with a value that has to fit the schema which a slice declares; undefined when it fits. */
export function misfit(what: string, value: unknown, schema: JsonSchema): Problem | undefined {
  ajv ??= createAjv()
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
