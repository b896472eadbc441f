import { type Reader, readSent } from './standard-schema.ts'
import { accepted, type Read, refused, type ValueReader } from './value-reader.ts'

/**
 * Reads text (PRM-009).
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | query, form | any UTF-8, the empty string included; a byte order mark is kept | `has to be valid UTF-8` |
 * | JSON | a string | `Expected String`; with a lone surrogate, `has to be valid UTF-8` |
 *
 * @example
 * ```ts
 * param('name', text) // ?name=Zo%C3%AB gives 'Zoë'
 * ```
 */
export const text: ValueReader<string> = {
  readParameter: (raw) => (raw.isWellFormed() ? accepted(raw) : refused('has to be valid UTF-8')),
  readParameterJSON: (json) => (typeof json === 'string' ? text.readParameter(json) : refused('Expected String')),
}

const digits = /^[+-]?\d+$/

/**
 * Reads integers from −(2^53−1) to 2^53−1 (PRM-010). Use {@link bigint} for others.
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | query, form | `["+" \| "-"] digit {digit}`, nothing around it; `007` is 7 and `-0` is 0 | `has to be an integer`; beyond the range, `has to be an integer of at most 15 digits` |
 * | JSON | a number without fraction: `1337`, `1.0`, `1e2` | `Expected Int` |
 *
 * The reader refuses a number beyond the range instead of rounding it. In a query `+` is a space: send a plus sign as `%2B`.
 *
 * @example
 * ```ts
 * param('page', int) // ?page=2 gives 2
 * ```
 */
export const int: ValueReader<number> = {
  readParameter(raw) {
    if (!digits.test(raw)) return notAnInteger
    const read = int.readParameterJSON(Number(raw))
    return read.ok ? read : refused('has to be an integer of at most 15 digits')
  },
  // Adding 0 makes 0 of −0.
  readParameterJSON: (json) => (Number.isSafeInteger(json) ? accepted(Number(json) + 0) : refused('Expected Int')),
}

/**
 * Reads integers of up to 1,000 characters as `bigint` (PRM-010).
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | query, form | as {@link int} | `has to be an integer` |
 * | JSON | as {@link int} within its range; or a string of the grammar above, since JSON numbers lose digits beyond it | `Expected Int` |
 *
 * @example
 * ```ts
 * param('id', bigint) // ?id=9007199254740993 gives 9007199254740993n
 * ```
 */
export const bigint: ValueReader<bigint> = {
  readParameter: (raw) => (raw.length <= 1000 && digits.test(raw) ? accepted(BigInt(raw)) : notAnInteger),
  readParameterJSON(json) {
    const read = typeof json === 'string' ? bigint.readParameter(json) : int.readParameterJSON(json)
    return read.ok ? accepted(BigInt(read.value)) : refused('Expected Int')
  },
}

const notAnInteger = refused('has to be an integer')

/**
 * Reads a checkbox of a form (PRM-011): it never refuses a string.
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | query, form | `on`, or `true` in any case, are true; everything else, `1` and `yes` too, is false | – |
 * | JSON | `true`, `false` | `Expected Bool` |
 *
 * A checkbox that is not ticked is not sent at all: `paramOrDefault('subscribe', bool, false)`.
 *
 * @example
 * ```ts
 * param('subscribe', bool) // ?subscribe=on gives true, ?subscribe=yes false
 * ```
 */
export const bool: ValueReader<boolean> = {
  readParameter: (raw) => accepted(raw === 'on' || raw.toLowerCase() === 'true'),
  readParameterJSON: (json) => (typeof json === 'boolean' ? accepted(json) : refused('Expected Bool')),
}

/**
 * Reads booleans, and refuses all other values (PRM-011).
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | query, form | `true`, `on`, `false` or `off`, in any case | `has to be true or false` |
 * | JSON | `true`, `false` | `Expected Bool` |
 *
 * @example
 * ```ts
 * param('paid', strictBool) // ?paid=off gives false, ?paid=yes is refused
 * ```
 */
export const strictBool: ValueReader<boolean> = {
  readParameter(raw) {
    const match = /^((true|on)|false|off)$/i.exec(raw)
    return match ? accepted(match[2] !== undefined) : refused('has to be true or false')
  },
  readParameterJSON: bool.readParameterJSON,
}

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

/**
 * Makes a reader of an enumerated type (PRM-058); its name is an assumption (PRM-G18).
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | query, form | the exact name of a member, in its case | `Invalid value` |
 * | JSON | a string of that grammar | `Invalid value` |
 *
 * @param members the names; or an object of values by name, such as an `enum` or a constant object
 * @example
 * ```ts
 * param('status', enumReader(['Processed', 'Shipped'])) // 'Processed' | 'Shipped'
 * param('size', enumReader({ small: 1, large: 2 })) // ?size=large gives 2
 * ```
 */
export function enumReader<const Name extends string>(members: readonly Name[]): ValueReader<Name>
export function enumReader<const Value>(members: { readonly [name: string]: Value }): ValueReader<Value>
export function enumReader(members: readonly string[] | { readonly [name: string]: unknown }): ValueReader<unknown> {
  const values = new Map(Array.isArray(members) ? members.map((name) => [name, name]) : Object.entries(members))
  const read = (name: unknown): Read<unknown> =>
    values.has(name) ? accepted(values.get(name)) : refused('Invalid value')
  return { readParameter: read, readParameterJSON: read }
}

/**
 * Reads a file of a multipart form (PRM-008). The sender chooses its name and its type, so trust neither; folders are removed from
 * the name.
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | multipart form | a part with a file name; a file input left empty is a name given without a value | – |
 * | query, form | – | `has to be a file` |
 * | JSON | – | `Expected File` |
 *
 * @example
 * ```ts
 * const photo = param('photo', file)
 * photo.name // 'ada.png'
 * ```
 */
export const file: ValueReader<File> = {
  readParameter: () => refused('has to be a file'),
  readParameterJSON: () => refused('Expected File'),
  readParameterFile: accepted,
}

/**
 * Makes a reader of several values in one parameter (PRM-008). Use `paramList` for a repeated name.
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | query, form | `[element {"," element}]`: `1,2,3`; the empty string is an empty list; an element holds no comma | the reason of the first refused element |
 * | JSON | an array of values that the element's reader accepts | `Expected Array`, or the element's own reason |
 *
 * @param element reads each element
 * @example
 * ```ts
 * param('ids', list(int)) // ?ids=1,2,3 gives [1, 2, 3]
 * ```
 */
export function list<T>(element: Reader<T>): ValueReader<T[]> {
  return {
    readParameter: (raw) =>
      readAll(raw === '' ? [] : raw.split(','), (part) => readSent(element, { kind: 'text', raw: part })),
    readParameterJSON: (json) =>
      Array.isArray(json)
        ? readAll(json, (part) => readSent(element, { kind: 'json', raw: part }))
        : refused('Expected Array'),
  }
}

function readAll<Raw, T>(parts: readonly Raw[], read: (part: Raw) => Read<T>): Read<T[]> {
  const values: T[] = []
  for (const part of parts) {
    const result = read(part)
    if (!result.ok) return result
    values.push(result.value)
  }
  return accepted(values)
}

/**
 * Makes a reader for a field that may have no value, which is `undefined` (PRM-008). The field's own reader is tried first, so `optional(text)`
 * reads an empty string as a string; `emptyValueToNothing` turns an empty string into `undefined`.
 *
 * | of | grammar | otherwise |
 * |---|---|---|
 * | query, form | the values of the reader; or the empty string, if the reader refuses it | the reader's own reason |
 * | JSON | the same, or `null` | the reader's own reason |
 *
 * @param reader reads every value first; `optional` handles only the values that it refuses
 * @example
 * ```ts
 * asRecord(new Person(), { age: optional(int) }) // age= gives undefined
 * ```
 */
export function optional<T>(reader: Reader<T>): ValueReader<T | undefined> {
  return {
    readParameter(raw) {
      const read = readSent(reader, { kind: 'text', raw })
      return read.ok || raw ? read : accepted(undefined)
    },
    readParameterJSON(raw) {
      const read = readSent(reader, { kind: 'json', raw })
      return read.ok || (raw ?? '') !== '' ? read : accepted(undefined)
    },
    readParameterFile: (raw) => readSent(reader, { kind: 'file', raw }),
  }
}
