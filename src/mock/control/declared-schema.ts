import { createRequire } from 'node:module'
import type { Ajv } from 'ajv'
import type { JsonSchema } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'

/** Loaded with the first value that comes. */
let ajv: Ajv | undefined

function createAjv(): Ajv {
  const require = createRequire(import.meta.url)
  const instance: Ajv = new (require('ajv').Ajv)({ strict: false, logger: false })
  require('ajv-formats').default(instance)
  return instance
}

/** What is wrong with a value that has to fit the schema which a definition declares; undefined when it fits. */
export function misfit(what: string, value: unknown, schema: JsonSchema): Refusal | undefined {
  ajv ??= createAjv()
  // Compiled once: AJV keeps what it has made of a schema.
  if (ajv.validate(schema, value)) return undefined
  return new Refusal('invalid-request', `${ajv.errorsText(ajv.errors, { dataVar: what })}.`)
}
