import { isObject } from '../json-pointer.ts'

/** Whether two values are the same JSON. The order of members means nothing, and `1` is `1.0`. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (isNumeric(one) && isNumeric(other)) return !(one < other || one > other)
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  )
}

/** Indices of the first two elements that are the same JSON; undefined when all differ. */
export function findDuplicate(list: readonly unknown[]): [first: number, second: number] | undefined {
  const known = new Map<unknown, number>()
  for (const [index, value] of list.entries()) {
    // Equal values have equal keys, and values of different types differ in them.
    const key = isObject(value) ? canonical(value) : typeof value === 'string' ? `"${value}` : canonical(value)
    const first = known.get(key)
    if (first !== undefined) return [first, index]
    known.set(key, index)
  }
  return undefined
}

function canonical(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  // Where a double is an integer, it is written as the bigint is.
  if (typeof value === 'number') return Number.isInteger(value) ? String(BigInt(value)) : String(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined'
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`
}

export function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

/** Whether a number is a multiple of another, by their decimal digits: `0.3` is one of `0.1`. */
export function isMultiple(value: number | bigint, divisor: number | bigint): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return Number(value) % Number(divisor) === 0
  const [one, other] = [decimalOf(value), decimalOf(divisor)]
  if (!one || !other) return false
  const scale = Math.min(one.exponent, other.exponent)
  return scaled(one, scale) % scaled(other, scale) === 0n
}

interface Decimal {
  digits: bigint
  exponent: number
}

/** Undefined for a value that is not finite. */
export function decimalOf(value: number | bigint): Decimal | undefined {
  const [, digits = '', fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  return digits === '' ? undefined : { digits: BigInt(digits + fraction), exponent: Number(exponent) - fraction.length }
}

function scaled({ digits, exponent }: Decimal, scale: number): bigint {
  return digits * 10n ** BigInt(exponent - scale)
}

/** Number of characters, where a pair of surrogates is one. */
export function lengthOf(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length - 1; at++) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue
    length--
    at++
  }
  return length
}
