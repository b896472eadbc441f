export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Replaces the members of an object; `undefined` removes one. */
export function mapMembers(object: JsonObject, change: (value: Json, name: string) => Json | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      const changed = change(value, name)
      return changed === undefined ? [] : [[name, changed]]
    }),
  )
}
