import { accepted, refused, type ValueReader } from '../value-reader.ts'

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
