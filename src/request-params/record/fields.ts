import type { Reader } from '../read-parameter.ts'
import type { StandardSchema } from '../standard-schema.ts'

/** Readers by field name. */
export interface FieldMap {
  readonly [name: string]: Reader<unknown>
}

interface Schemas {
  readonly [name: string]: StandardSchema<unknown>
}

/** An object schema whose fields can be seen: of Zod (`shape`), Valibot (`entries`) or ArkType (`props`). */
export interface ObjectSchema<Output> extends StandardSchema<Output> {
  readonly shape?: Schemas
  readonly entries?: Schemas
  readonly props?: readonly { readonly key: PropertyKey; readonly value: StandardSchema<unknown> }[]
}

const neverFields = /^(__proto__|constructor|prototype)$/

/** @throws {TypeError} for a schema whose fields cannot be seen */
export function fieldsOf(source: FieldMap | ObjectSchema<unknown>): ReadonlyMap<string, Reader<unknown>> {
  const fields = isSchema(source) ? schemasOf(source) : Object.entries(source)
  return new Map(fields.filter(([name]) => !neverFields.test(name)))
}

function isSchema(source: FieldMap | ObjectSchema<unknown>): source is ObjectSchema<unknown> {
  return '~standard' in source
}

function schemasOf(schema: ObjectSchema<unknown>): [string, Reader<unknown>][] {
  const { shape, entries, props } = schema
  if (props) return props.map(({ key, value }) => [String(key), value])
  const schemas = shape ?? entries
  if (!schemas) throw new TypeError(`a schema of ${schema['~standard'].vendor} shows no fields: list readers instead`)
  return Object.entries(schemas)
}
