import { accepted, type Read, refused, type ValueReader } from '../value-reader.ts'

/** 36 characters, hex digits in lower case. */
export type UUID = `${string}-${string}-${string}-${string}-${string}`

/**
 * Reads UUIDs of any version and variant, and returns them in lower case (PRM-012).
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | query, form | 8, 4, 4, 4 and 12 hex digits in any case with hyphens between: 36 characters; no braces, no `urn:uuid:` | `has to be an UUID` |
 * | JSON | a string of that grammar | `Invalid UUID`; no string: `Expected String with an UUID` |
 *
 * @example
 * ```ts
 * param('id', uuid) // ?id=0F8FAD5B-D9CB-469F-A165-70867728950E gives '0f8fad5b-d9cb-469f-a165-70867728950e'
 * ```
 */
export const uuid: ValueReader<UUID> = {
  readParameter: (raw) => readUUID(raw, 'has to be an UUID'),
  readParameterJSON: (json) =>
    typeof json === 'string' ? readUUID(json, 'Invalid UUID') : refused('Expected String with an UUID'),
}

function readUUID(raw: string, reason: string): Read<UUID> {
  const lower = raw.toLowerCase()
  return isUUID(lower) ? accepted(lower) : refused(reason)
}

function isUUID(raw: string): raw is UUID {
  return /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/.test(raw)
}
