/** What an attack has shown. */
export interface AttackResult {
  /** For people: what was tried, with numbers. */
  lines: string[]
  /** Promises that were broken. */
  faults: string[]
}
