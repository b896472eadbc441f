import { keepDigits } from '../../contract/integers.ts'
import { printJson } from '../../json-text.ts'

/** Frozen copies, which are not copied again. */
const frozen = new WeakSet<object>()

/** Deeper than any body. A value beyond this depth may contain itself. */
const maxDepth = 2000

/**
 * A record as it is stored: a frozen copy, which all readers share. Parts that are already frozen are reused, such as those that an update
 * does not change.
 *
 * @throws {TypeError} for what JSON does not have, such as a date or a map
 */
export function freezeRecord<T>(value: T): T {
  return frozenCopy(value, 0) as T
}

/** True for a stored record. It never changes. */
export function isFrozenRecord(value: object): boolean {
  return frozen.has(value)
}

function frozenCopy(value: unknown, depth: number): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw unfit(`a ${typeof value}`)
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value
  if (depth === maxDepth) throw unfit(`more than ${maxDepth} levels`)
  const isArray = Array.isArray(value)
  if (!isArray && !isPlain(value)) throw unfit(`a value of type ${value.constructor.name}`)
  const copy: Record<string, unknown> | unknown[] = isArray ? value.slice() : { ...value }
  const members = Object.values<unknown>(copy)
  for (let index = 0; index < members.length; index++) {
    const part = frozenCopy(members[index], depth + 1)
    // A member may be named `__proto__`.
    if (part !== members[index]) Object.defineProperty(copy, Object.keys(copy)[index] as string, { value: part })
  }
  frozen.add(copy)
  return Object.freeze(copy)
}

/** Plain objects of another realm have another `Object.prototype`. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function unfit(what: string): TypeError {
  return new TypeError(`A record cannot hold ${what}; store JSON, such as the text of a date.`)
}

/** A text with bigints begins with a space, so that others need not be searched for them. */
export function encodeRecord(value: unknown): string {
  return printJson(value, undefined, ' ')
}

/** A new record from its text. */
export function decodeRecord(text: string): unknown {
  return text.startsWith(' ') ? JSON.parse(text, keepDigits) : JSON.parse(text)
}
