import { isObject, type Json, type JsonObject, mapMembers } from './json.ts'

const schemaLists = new Set(['allOf', 'anyOf'])
const singleSchemas = new Set(['items', 'additionalProperties'])

/** Keywords that mean the same in 3.0, besides those that hold schemas. */
const kept = new Set([
  ...['$ref', 'title', 'description', 'format', 'default', 'enum', 'required', 'pattern', 'uniqueItems', 'multipleOf'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ...['readOnly', 'writeOnly', 'deprecated', 'discriminator', 'externalDocs', 'xml', 'example'],
])

/**
 * A Schema Object of OpenAPI 3.1 (JSON Schema 2020-12) as one of 3.0, for the keywords that the document of this interface uses. What
 * 3.0 cannot say is left out, which only ever makes the schema accept more.
 */
export function schemaTo30(schema: Json): Json {
  // `true`, of which `additionalProperties` alone may have it in 3.0.
  if (!isObject(schema)) return schema
  const { type, ...rest } = schema
  return { ...convertType(type), ...mapMembers(rest, convertKeyword) }
}

function convertKeyword(value: Json, keyword: string): Json | undefined {
  if (schemaLists.has(keyword)) return [value].flat().map(schemaTo30)
  if (keyword === 'properties' && isObject(value)) return mapMembers(value, schemaTo30)
  if (singleSchemas.has(keyword)) return schemaTo30(value)
  return kept.has(keyword) ? value : undefined
}

/** 3.0 takes one type, and says null by `nullable` beside it. */
function convertType(type: Json | undefined): JsonObject {
  if (type === undefined) return {}
  const types = [type].flat()
  const [first] = types.filter((name) => name !== 'null')
  // Null alone: any type will do, as nothing but null is in the enumeration.
  if (first === undefined) return { type: 'object', nullable: true, enum: [null] }
  return { type: first, ...(types.includes('null') ? { nullable: true } : {}) }
}
