/** The message for an integer whose digits would change. */
export const integerRange = 'must be an integer from -9007199254740991 to 9007199254740991 (RFC 7493, 2.2)'

/**
 * True for an integer in decimal notation that a double cannot hold exactly: any beyond 2^53 - 1 that is written without an exponent, and
 * one with an exponent whose digits change, such as `9007199254740993e0` or `1e400`.
 */
export function altersInteger(literal: string): boolean {
  const value = Number(literal)
  if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return false
  return /^-?\d+$/.test(literal) || digitsOf(literal) !== digitsOf(String(value))
}

/** The message for an integer that does not fit into the format `int64`. */
export const int64Range = 'must be an integer of 64 bits, from -9223372036854775808 to 9223372036854775807'

/** True for an integer in plain digits that has at most 64 bits. */
export function isInt64(literal: string): boolean {
  return /^-?\d{1,19}$/.test(literal) && BigInt.asIntN(64, BigInt(literal)) === BigInt(literal)
}

/** The number that a literal stands for: a bigint where a double would change its digits. */
export function exactInteger(literal: string): number | bigint {
  return altersInteger(literal) && isInt64(literal) ? BigInt(literal) : Number(literal)
}

/** A number of a document: a bigint where a double is no safe integer, unless it has thousands of digits. */
export function exactNumber(literal: string, value: number): number | bigint {
  return Number.isSafeInteger(value) || !/^[+-]?\d{16,1000}$/.test(literal) ? value : BigInt(literal)
}

/** A reviver of `JSON.parse` that keeps the digits of integers. */
export function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? exactInteger(context.source) : value
}

/** Significant digits, without sign, point, exponent and the zeros at both ends. */
function digitsOf(literal: string): string {
  return literal
    .replace(/[eE].*/, '')
    .replaceAll(/[^\d]/g, '')
    .replaceAll(/^0+|0+$/g, '')
}
