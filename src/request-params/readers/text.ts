import { accepted, refused, type ValueReader } from '../value-reader.ts'

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
