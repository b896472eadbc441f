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

const longest = 120

/** A value as a message shows it: JSON, cut where it is long. */
export function preview(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
