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

/** Digits of the largest integer that is read. */
const maxDigits = 1000

/** The number that a decimal notation stands for: a bigint where a double would change the digits of an integer. */
export function numberOf(text: string): number | bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (whole === '') return undefined
  const value = Number(text)
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return Number.isFinite(value) ? value : undefined
  const digits = (whole + fraction).replace(/0+$/, '')
  const zeros = whole.length + Number(exponent) - digits.length
  return zeros < 0 || digits.length + zeros > maxDigits ? value : BigInt(`${sign}${digits}${'0'.repeat(zeros)}`)
}

/** A reviver of `JSON.parse` that keeps the digits of integers. */
export function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && altersInteger(source)
    ? (numberOf(source) ?? value)
    : value
}

/** Significant digits, without sign, point, exponent and the zeros at both ends. */
function digitsOf(literal: string): string {
  return literal
    .replace(/[eE].*/, '')
    .replaceAll(/[^\d]/g, '')
    .replaceAll(/^0+|0+$/g, '')
}
