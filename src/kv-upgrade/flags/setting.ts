/** One flag of a configuration, whatever its form: an argument, a variable or a key. */
export interface Setting {
  /** As on a command line, with two hyphens: `--max-learners`. */
  flag: string
  /** Absent where a boolean stands without a value, as only a command line allows. */
  value?: string
  /** Where it stands, for messages: `line 3`, `argument 2`. */
  where: string
}

/** What becomes of a setting. `value` is given where it changes; else what was written stays, character by character. */
export type Edit = { kind: 'keep' } | { kind: 'drop' } | { kind: 'replace'; flag: string; value?: string }

/** Why something in the new configuration is as it is, or what the operator has to know. */
export interface Finding {
  kind: 'removed' | 'renamed' | 'feature-gate' | 'default' | 'v2-check' | 'kept'
  /** The flag as on a command line. */
  flag: string
  /** What stands there now, on a command line. Absent where nothing does. */
  becomes?: string
  /** A sentence for the operator. */
  reason: string
  /** Rules and gaps of the catalogue on which it stands. */
  rules: readonly string[]
}

/** A configuration rewritten for 3.6. */
export interface Migration {
  /** In the form of the input. */
  configuration: string
  /** False where the input comes back as it was. */
  changed: boolean
  findings: Finding[]
}
