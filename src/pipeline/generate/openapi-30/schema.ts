import { type DocumentNode, isMapping } from '../../../contract/json-pointer.ts'

const schemaLists = new Set(['allOf', 'anyOf', 'oneOf'])
const singleSchemas = new Set(['items', 'additionalProperties', 'not'])

/** Keywords that mean the same in 3.0, besides those that hold schemas. */
const kept = new Set([
  ...['$ref', 'title', 'description', 'format', 'default', 'enum', 'required', 'pattern', 'uniqueItems', 'multipleOf'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ...['readOnly', 'writeOnly', 'deprecated', 'discriminator', 'externalDocs', 'xml', 'example'],
])

/**
 * A Schema Object of OpenAPI 3.1 (JSON Schema 2020-12) as a Schema Object of 3.0. A keyword that 3.0 does not have is replaced by the
 * 3.0 keyword of the same meaning; where there is none, the keyword is left out, and the schema accepts more.
 */
export function schemaTo30(schema: unknown): unknown {
  if (schema === true) return {}
  if (schema === false) return { not: {} }
  if (!isMapping(schema)) return schema
  const { type, anyOf, $ref, ...rest } = schema
  const converted = {
    ...convertAlternatives(anyOf),
    ...convertType(type),
    ...mapMembers(rest, convertKeyword),
    ...replacements(schema),
  }
  if ($ref === undefined) return converted
  // In 3.0 a reference hides what stands beside it.
  return Object.keys(converted).length === 0
    ? { $ref }
    : { ...converted, allOf: [{ $ref }, ...listOf(converted.allOf)] }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function convertKeyword(value: unknown, keyword: string): unknown {
  if (schemaLists.has(keyword)) return listOf(value).map(schemaTo30)
  if (keyword === 'properties' && isMapping(value)) return mapMembers(value, schemaTo30)
  if (keyword === 'additionalProperties' && typeof value === 'boolean') return value
  if (singleSchemas.has(keyword)) return schemaTo30(value)
  return kept.has(keyword) || keyword.startsWith('x-') ? value : undefined
}

/** Keywords of 3.1 that have another name or another form in 3.0. */
function replacements(schema: DocumentNode): DocumentNode {
  const { exclusiveMinimum, exclusiveMaximum, examples, contentEncoding, contentMediaType } = schema
  return {
    ...('const' in schema ? { enum: [schema.const] } : {}),
    ...(typeof exclusiveMinimum === 'number' ? { minimum: exclusiveMinimum, exclusiveMinimum: true } : {}),
    ...(typeof exclusiveMaximum === 'number' ? { maximum: exclusiveMaximum, exclusiveMaximum: true } : {}),
    ...(Array.isArray(examples) && examples.length > 0 ? { example: examples[0] } : {}),
    ...(contentEncoding === 'base64' ? { format: 'byte' } : {}),
    ...(contentMediaType === 'application/octet-stream' ? { format: 'binary' } : {}),
  }
}

/** 3.0 takes one type, and says null by `nullable` beside it. */
function convertType(type: unknown): DocumentNode {
  if (type === undefined) return {}
  const names = [type].flat()
  const others = names.filter((name) => name !== 'null')
  const nullable = others.length < names.length ? { nullable: true } : {}
  // Null alone: any type will do, since the enumeration has nothing but null.
  if (others.length === 0) return { type: 'object', ...nullable, enum: [null] }
  if (others.length === 1) return { type: others[0], ...nullable }
  return { anyOf: others.map((name) => ({ type: name, ...nullable })) }
}

/** A choice between one inline schema and null is that schema with `nullable`. */
function convertAlternatives(anyOf: unknown): DocumentNode {
  const alternatives = listOf(anyOf)
  if (alternatives.length === 0) return {}
  const others = alternatives.filter((each) => !isMapping(each) || each.type !== 'null')
  const [only] = others
  if (others.length === 1 && alternatives.length === 2 && isMapping(only) && typeof only.type === 'string') {
    return { ...extensionsOf(alternatives), ...(schemaTo30(only) as DocumentNode), nullable: true }
  }
  return { anyOf: alternatives.map(schemaTo30) }
}

function extensionsOf(schemas: readonly unknown[]): DocumentNode {
  const members = schemas.flatMap((schema) => Object.entries(Object(schema)))
  return Object.fromEntries(members.filter(([name]) => name.startsWith('x-')))
}

/** Members of a mapping, converted one by one; a member whose conversion is `undefined` is left out. */
export function mapMembers(
  node: DocumentNode,
  convert: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) => {
      const converted = convert(value, name)
      return converted === undefined ? [] : [[name, converted]]
    }),
  )
}
