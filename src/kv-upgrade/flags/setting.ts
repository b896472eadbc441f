/** One flag of a configuration: an argument, a variable or a key. */
export interface Setting {
  /** As on a command line, with two hyphens: `--max-learners`. */
  flag: string
  /** Absent for a boolean flag without a value, which only a command line allows. */
  value?: string
  /** Its place, for messages: `line 3`, `argument 2`. */
  where: string
}

/** The change of a setting. Without `value`, the text of the value stays as it was written. */
export type Edit = { kind: 'keep' } | { kind: 'drop' } | { kind: 'replace'; flag: string; value?: string }

/** A configuration in one of its forms. */
export interface Configuration {
  settings: readonly Setting[]
  /** The text with an edit for each setting, in their order. Everything else stays as it was written. */
  write(edits: readonly Edit[]): string
}

export interface Finding {
  kind: 'removed' | 'renamed' | 'feature-gate' | 'default' | 'v2-check' | 'kept'
  /** The flag as on a command line. */
  flag: string
  /** Its replacement on a command line. Absent if there is none. */
  becomes?: string
  reason: string
  /** Rules and gaps of the catalogue that it follows from. */
  rules: readonly string[]
}

export interface Migration {
  /** Text in the form of the input. */
  configuration: string
  /** False where the configuration equals the input. */
  changed: boolean
  findings: Finding[]
}
