import { isObject, type Json, type JsonObject, mapMembers } from './json.ts'

const schemaLists = new Set(['allOf', 'anyOf', 'oneOf'])
const schemaMaps = new Set(['properties'])
const singleSchemas = new Set(['items', 'not', 'additionalProperties'])

/** Keywords that mean the same in 3.0, besides those that hold schemas. */
const kept = new Set([
  ...['title', 'description', 'format', 'default', 'enum', 'required', 'pattern', 'uniqueItems', 'multipleOf'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ...['readOnly', 'writeOnly', 'deprecated', 'discriminator', 'externalDocs', 'xml', 'example'],
])

/**
 * A Schema Object of OpenAPI 3.1 (JSON Schema 2020-12) as one of 3.0. What 3.0 cannot say is left out, which only ever makes
 * the schema accept more.
 */
export function schemaTo30(schema: Json): Json {
  // 3.0 has boolean schemas in `additionalProperties` alone.
  if (schema === true) return {}
  if (schema === false) return { not: {} }
  if (!isObject(schema)) return {}
  const { $ref, ...siblings } = schema
  if ($ref !== undefined) {
    const rest = convert(siblings)
    // In 3.0, what stands beside a reference is ignored.
    return Object.keys(rest).length === 0 ? { $ref } : { allOf: [{ $ref }], ...rest }
  }
  return convert(schema)
}

function convert(schema: JsonObject): JsonObject {
  const { type, const: constant, examples, exclusiveMinimum, exclusiveMaximum, ...rest } = schema
  const converted = mapMembers(rest, convertKeyword)
  if (constant !== undefined) converted.enum = [constant]
  if (Array.isArray(examples) && examples[0] !== undefined) converted.example = examples[0]
  if (typeof exclusiveMinimum === 'number')
    Object.assign(converted, { minimum: exclusiveMinimum, exclusiveMinimum: true })
  if (typeof exclusiveMaximum === 'number')
    Object.assign(converted, { maximum: exclusiveMaximum, exclusiveMaximum: true })
  return { ...convertType(type), ...converted }
}

function convertKeyword(value: Json, keyword: string): Json | undefined {
  if (schemaLists.has(keyword)) return Array.isArray(value) ? value.map(schemaTo30) : undefined
  if (schemaMaps.has(keyword)) return isObject(value) ? mapMembers(value, schemaTo30) : undefined
  if (keyword === 'additionalProperties' && typeof value === 'boolean') return value
  if (singleSchemas.has(keyword)) return schemaTo30(value)
  return kept.has(keyword) ? value : undefined
}

/** 3.0 takes one type, and says null by `nullable` beside it. */
function convertType(type: Json | undefined): JsonObject {
  if (type === undefined) return {}
  const types = [type].flat()
  const others = types.filter((name) => name !== 'null')
  const [first] = others
  // Null alone: any type will do, as nothing but null is in the enumeration.
  if (first === undefined) return { type: 'object', nullable: true, enum: [null] }
  const nullable: JsonObject = types.length > others.length ? { nullable: true } : {}
  if (others.length === 1) return { type: first, ...nullable }
  return { anyOf: others.map((name) => ({ type: name, ...nullable })) }
}
