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

/** Significant digits, without sign, point, exponent and the zeros at both ends. */
function digitsOf(literal: string): string {
  return literal
    .replace(/[eE].*/, '')
    .replaceAll(/[^\d]/g, '')
    .replaceAll(/^0+|0+$/g, '')
}

const number = /-?\d[\d.eE+-]*/y

/** The position of the first integer in a valid JSON text that a double cannot hold exactly; undefined when there is none. */
export function findAlteredInteger(json: string): number | undefined {
  for (let at = 0; at < json.length; at++) {
    if (json[at] === '"') at = endOfString(json, at)
    number.lastIndex = at
    const literal = number.exec(json)?.[0]
    if (literal === undefined) continue
    if (altersInteger(literal)) return at
    at += literal.length - 1
  }
  return undefined
}

function endOfString(json: string, start: number): number {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
