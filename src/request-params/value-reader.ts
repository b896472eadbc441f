import type { JsonValue } from './parameter.ts'

/** The result of a reader: the value, or the reason why it refuses the raw value. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

/**
 * Turns raw values into values of a type (PRM-008). To make your own reader, write an object with these two functions: every operation
 * that parses accepts it (PRM-013). Neither function throws: for a value that it cannot read, it returns {@link refused}.
 *
 * @example
 * ```ts
 * const colour: ValueReader<`#${string}`> = {
 *   readParameter: (raw) => (/^#[0-9a-f]{6}$/.test(raw) ? accepted(raw as `#${string}`) : refused('has to be a colour')),
 *   readParameterJSON: (json) => (typeof json === 'string' ? colour.readParameter(json) : refused('Expected String')),
 * }
 * param('background', colour)
 * ```
 */
export interface ValueReader<T> {
  /**
   * Reads the string of a query or a form (PRM-054).
   *
   * @param raw may be empty, and holds lone surrogates where bytes are not UTF-8: see `toBytes`
   * @returns the value, or a reason for the person who filled in the value, such as `has to be an integer` (PRM-055)
   */
  readParameter(raw: string): Read<T>
  /**
   * Reads the value of a member of a JSON body (PRM-056).
   *
   * @returns the value, or a reason for a developer, such as `Expected Int` (PRM-057)
   */
  readParameterJSON(json: JsonValue): Read<T>
  /** Reads a file of a multipart form; a reader without this function refuses files. */
  readParameterFile?(file: File): Read<T>
}

/** The result of a reader that could read the value. */
export function accepted<T>(value: T): Read<T> {
  return { ok: true, value }
}

/**
 * The result of a reader that could not read the value.
 *
 * @param reason a text to show after the name of a field: `has to be an integer`
 */
export function refused(reason: string): Read<never> {
  return { ok: false, reason }
}
