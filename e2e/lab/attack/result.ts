/** The result of an attack. */
export interface AttackResult {
  /** The attempts, with numbers, as text. */
  lines: string[]
  /** Promises that were broken. */
  faults: string[]
}
