import { printJson } from '../../json-text.ts'
import { isMapping, setOwn } from '../json-pointer.ts'
import { isNumeric } from './json-equality.ts'

/**
 * The smallest value found that a predicate still holds for: fewer members and items, shorter texts, simpler numbers.
 *
 * @param keeps true for a value that shows the same
 * @param maxTries most calls of `keeps`. Default: 500
 */
export function shrink(value: unknown, keeps: (candidate: unknown) => boolean, maxTries = 500): unknown {
  const search = shrinking(value, maxTries)
  let step = search.next(false)
  while (!step.done) step = search.next(keeps(step.value))
  return step.value
}

/** As `shrink`, with a predicate that takes time, such as one that sends a request. */
export async function shrinkLater(
  value: unknown,
  keeps: (candidate: unknown) => Promise<boolean>,
  maxTries = 500,
): Promise<unknown> {
  const search = shrinking(value, maxTries)
  let step = search.next(false)
  while (!step.done) step = search.next(await keeps(step.value))
  return step.value
}

/** Yields candidates, is told whether each one keeps the predicate, and returns the smallest that does. */
function* shrinking(start: unknown, maxTries: number): Generator<unknown, unknown, boolean> {
  const tried = new Set([printJson(start)])
  let smallest = start
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false
    for (const candidate of smallerThan(smallest)) {
      const key = printJson(candidate)
      if (tried.has(key)) continue
      if (tried.size > maxTries) return smallest
      tried.add(key)
      if (!(yield candidate)) continue
      smallest = candidate
      hasChanged = true
      break
    }
  }
  return smallest
}

/** Values that are smaller in one way each, the much smaller ones first. */
function* smallerThan(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield* shorterTexts(value)
  else if (isNumeric(value)) yield* simplerNumbers(value)
  else if (value === true) yield false
  else if (Array.isArray(value)) {
    for (const [from, to] of cuts(value.length)) yield value.toSpliced(from, to - from)
    for (const [index, item] of value.entries()) for (const one of smallerThan(item)) yield value.with(index, one)
  } else if (isMapping(value)) {
    const entries = Object.entries(value)
    for (const [from, to] of cuts(entries.length)) yield objectOf(entries.toSpliced(from, to - from))
    for (const [index, [name, member]] of entries.entries())
      for (const one of smallerThan(member)) yield objectOf(entries.with(index, [name, one]))
  }
}

/** Ranges to take away: all, halves, quarters, …, single ones. */
function* cuts(length: number): Generator<[from: number, to: number]> {
  for (let size = length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < length; from += size) yield [from, Math.min(from + size, length)]
}

function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  const made = {}
  for (const [name, member] of entries) setOwn(made, name, member)
  return made
}

function* shorterTexts(text: string): Generator<string> {
  const characters = [...text]
  for (const [from, to] of cuts(characters.length)) yield characters.toSpliced(from, to - from).join('')
  for (const [index, character] of characters.entries())
    if (!/[a0]/.test(character)) yield characters.with(index, /\d/.test(character) ? '0' : 'a').join('')
}

/** The last ones take less and less away, so that the search ends at a bound. */
function* simplerNumbers(value: number | bigint): Generator<number | bigint> {
  if (typeof value === 'bigint') {
    if (value < 0n) yield -value
    for (let part = value; part !== 0n; part /= 2n) yield numberOf(value - part)
    return
  }
  if (value < 0) yield -value
  if (!Number.isInteger(value)) yield Math.trunc(value)
  for (let part = Math.trunc(value); part !== 0; part = Math.trunc(part / 2)) yield Math.trunc(value) - part
}

function numberOf(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}
