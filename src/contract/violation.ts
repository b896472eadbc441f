import { maskText } from '../redaction/mask.ts'
import { soundsSecret } from '../redaction/secret-names.ts'

/** One way in which a response is not what its contract says. */
export interface Violation {
  /** Where in the response: `status`, `header content-type`, or a JSON pointer into the body (`''` is the body itself). */
  at: string
  /** What the contract asks for there: `integer`, `one of 200, 404`. */
  expected: string
  /** What was there, shortened: `"3"`, `nothing`. */
  seen: string
  /** Documented rules on the node of the contract that is broken. */
  rules: string[]
  /** Why the broken node was assumed, where no document shows it. */
  assumption?: string
}

/** A violation of a documented fact, as against a difference from what was only assumed. */
export function isDocumented({ assumption }: Violation): boolean {
  return assumption === undefined
}

const maxLength = 120

/**
 * A value as a message shows it: JSON, cut where it is long; of objects and arrays their shape, since they may hold anything,
 * and nothing of what is named like a secret.
 *
 * @param at where it stands: a JSON pointer, or the name of a header
 */
export function preview(value: unknown, at = ''): string {
  if (value === undefined) return 'nothing'
  if (typeof value !== 'object' && at.split('/').some(soundsSecret)) return `a ${typeof value} that is not shown`
  if (typeof value === 'string') return cut(JSON.stringify(maskText(value)))
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) return cut(`an object with ${namesOf(value)}`)
  return cut(JSON.stringify(value) ?? String(value))
}

function namesOf(value: object): string {
  const names = Object.keys(value)
  return names.length === 0 ? 'no members' : names.map((name) => JSON.stringify(name)).join(', ')
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** `https://elsewhere.example` of a `Location`, whose path may hold what is nobody's business. */
export function originOf(location: string): string {
  return URL.canParse(location) ? new URL(location).origin : 'the same origin'
}
