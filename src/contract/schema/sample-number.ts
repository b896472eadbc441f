import type { DocumentNode } from '../json-pointer.ts'
import { rangeOfFormat } from './formats.ts'
import { decimalOf, isNumeric } from './json-equality.ts'

type Numeric = number | bigint

/** The numbers that a schema allows: bounds that may be infinite, and whether they are allowed themselves. */
export interface NumberRange {
  low: Numeric
  high: Numeric
  isLowOpen: boolean
  isHighOpen: boolean
}

export function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, format }: DocumentNode): NumberRange {
  const ofFormat = rangeOfFormat(format)
  const lows = [minimum, ofFormat?.[0]].filter(isNumeric)
  const highs = [maximum, ofFormat?.[1]].filter(isNumeric)
  const low = lows.reduce<Numeric>((one, other) => (one > other ? one : other), Number.NEGATIVE_INFINITY)
  const high = highs.reduce<Numeric>((one, other) => (one < other ? one : other), Number.POSITIVE_INFINITY)
  const isLowOpen = isNumeric(exclusiveMinimum) && exclusiveMinimum >= low
  const isHighOpen = isNumeric(exclusiveMaximum) && exclusiveMaximum <= high
  return {
    low: exactly(isLowOpen ? (exclusiveMinimum as Numeric) : low),
    high: exactly(isHighOpen ? (exclusiveMaximum as Numeric) : high),
    isLowOpen,
    isHighOpen,
  }
}

/** The shortest digits of a large double, such as -2^63, are those of another integer. */
function exactly(value: Numeric): Numeric {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value
}

/**
 * Numbers for a schema, the simplest first. The caller validates them.
 *
 * @param index 0, 1, 2, …: different numbers for different elements of one list
 */
export function* numbersOf(schema: DocumentNode, isInteger: boolean, index: number): Generator<Numeric> {
  const range = rangeOf(schema)
  const { multipleOf } = schema
  const steps: readonly Numeric[] =
    isNumeric(multipleOf) && multipleOf > 0 ? [multipleOf] : isInteger ? [1] : finerSteps
  for (const step of steps) {
    const first = firstMultiple(range, step)
    if (first === undefined) continue
    // An integer may be a multiple of a fraction.
    for (let more = 0; more < 20; more++) {
      const made = nthMultiple(range, step, first + BigInt(index + more))
      if (made !== undefined) yield made
    }
    const low = nthMultiple(range, step, first)
    if (low !== undefined) yield low
  }
}

const finerSteps: readonly number[] = Array.from({ length: 13 }, (_, digits) => Number(`1e-${digits}`))

/** How many steps from zero the first allowed multiple is: 1 if that is allowed, else the least, else the greatest. */
function firstMultiple({ low, high, isLowOpen, isHighOpen }: NumberRange, step: Numeric): bigint | undefined {
  const [least, most] = [divide(low, step), divide(high, step)]
  const from = least && (least.isExact ? least.floor + (isLowOpen ? 1n : 0n) : least.floor + 1n)
  const to = most && (most.isExact && isHighOpen ? most.floor - 1n : most.floor)
  if (from !== undefined && to !== undefined && from > to) return undefined
  const wanted = stepsToOne(step)
  if (from !== undefined && wanted < from) return from
  return to !== undefined && wanted > to ? to : wanted
}

/** The simplest number is 1, or the least positive multiple. */
function stepsToOne(step: Numeric): bigint {
  const { floor, isExact } = divide(1, step) ?? { floor: 0n, isExact: false }
  return isExact ? floor : floor + 1n
}

function nthMultiple(range: NumberRange, step: Numeric, count: bigint): Numeric | undefined {
  const decimal = decimalOf(step)
  if (!decimal) return undefined
  const value = toNumber(decimal.digits * count, decimal.exponent)
  const isAbove = range.isLowOpen ? value > range.low : value >= range.low
  const isBelow = range.isHighOpen ? value < range.high : value <= range.high
  if (isAbove && isBelow) return value
  // Beyond the greatest one, the list begins again at the least.
  return undefined
}

/** Undefined for an infinite value. */
function divide(value: Numeric, step: Numeric): { floor: bigint; isExact: boolean } | undefined {
  const [one, other] = [decimalOf(value), decimalOf(step)]
  if (!one || !other) return undefined
  const scale = Math.min(one.exponent, other.exponent)
  const [above, below] = [one, other].map(({ digits, exponent }) => digits * 10n ** BigInt(exponent - scale)) as [
    bigint,
    bigint,
  ]
  const quotient = above / below
  const isExact = above % below === 0n
  return { floor: isExact || above > 0n === below > 0n ? quotient : quotient - 1n, isExact }
}

/** A double, or a bigint where a double would change the digits of an integer. */
function toNumber(digits: bigint, exponent: number): Numeric {
  if (exponent < 0) return Number(`${digits}e${exponent}`)
  const exact = digits * 10n ** BigInt(exponent)
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact
}
