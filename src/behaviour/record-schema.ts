import type { JsonSchema } from './definition.ts'

export const text: JsonSchema = { type: 'string' }
export const texts: JsonSchema = { type: 'array', items: text }
export const moment: JsonSchema = { type: 'string', format: 'date-time' }
export const count: JsonSchema = { type: 'integer', minimum: 0 }

/** The schema of an object with these members and no others. All are required except for the named ones. */
export function objectOf(properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

/** A schema of the interface's document, by its name among `Schemas`. */
export function documented<Schemas>(name: keyof Schemas & string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}
