import { accepted, refused, type ValueReader } from '../value-reader.ts'

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
