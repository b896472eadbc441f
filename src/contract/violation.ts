import { maskText } from '../redaction/mask.ts'
import { soundsSecret } from '../redaction/secret-names.ts'

/** One way in which a message breaks its contract. */
export interface Violation {
  /** Where in the message: `status`, `header content-type`, or a JSON pointer into the body (`''` is the body itself). */
  at: string
  /** What the contract expects there: `integer`, `one of 200, 404`. */
  expected: string
  /** The value there, shortened: `"3"`, `nothing`. */
  seen: string
  /** Documented rules on the node of the contract that is broken. */
  rules: string[]
  /** Why the broken node was assumed, where no document shows it. */
  assumption?: string
  /** Set on the last violation when there are more, which are not reported. */
  andMore?: true
}

/** Violations of one message that are reported. */
export const maxViolations = 100

/** The first violations, of which the last one says that there are more. */
export function limitViolations(violations: Violation[]): Violation[] {
  const last = violations[maxViolations - 1]
  if (!last || violations.length === maxViolations) return violations
  return [...violations.slice(0, maxViolations - 1), { ...last, andMore: true }]
}

/** True for a violation of a documented fact, and false for a difference from an assumption. */
export function isDocumented({ assumption }: Violation): boolean {
  return assumption === undefined
}

const maxLength = 120

/**
 * A value as a message shows it: JSON, cut when it is long. Of objects and arrays it shows only the shape, since they may hold anything. Of
 * a value whose name sounds secret it shows only the type.
 *
 * @param at place of the value: a JSON pointer, or the name of a header
 */
export function preview(value: unknown, at = ''): string {
  if (value === undefined) return 'nothing'
  if (typeof value !== 'object' && at.split('/').some(soundsSecret)) return `a ${typeof value} that is not shown`
  if (typeof value === 'string') return cut(JSON.stringify(maskText(value)))
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) return cut(`an object with ${namesOf(value)}`)
  return cut(typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? String(value)))
}

function namesOf(value: object): string {
  const names = Object.keys(value)
  return names.length === 0 ? 'no members' : names.map((name) => JSON.stringify(name)).join(', ')
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** `https://elsewhere.example` of a `Location`; its path may hold a secret. */
export function originOf(location: string): string {
  return URL.canParse(location) ? new URL(location).origin : 'the same origin'
}
