import type { Finding } from '../../report/finding.ts'

export interface Diagnostic {
  /** Relative to the root of the repository. */
  file: string
  /** 1-based, as editors count. */
  line: number
  column: number
  /** JSON pointer of the part of the document, where it is not one of ours. */
  pointer?: string
  severity: 'error' | 'warning'
  rule: string
  /** What is wrong and how to mend it, on one line. */
  message: string
}

/** The same in the form that all tools report. */
export function toFinding({ rule, severity, message, pointer, ...place }: Diagnostic): Finding {
  return { id: rule, level: severity, message, place: { ...place, ...(pointer !== undefined && { pointer }) } }
}

/** Sorts by file and line, and removes duplicates, which two documents report of a shared file. */
export function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byText = new Map(diagnostics.map((diagnostic) => [line(diagnostic), diagnostic]))
  return [...byText.values()].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column || a.rule.localeCompare(b.rule),
  )
}

/** One line for each diagnostic, an empty line between files. */
export function report(diagnostics: readonly Diagnostic[]): string {
  return [...Map.groupBy(diagnostics, (diagnostic) => diagnostic.file).values()]
    .map((ofFile) => ofFile.map(line).join('\n'))
    .join('\n\n')
}

function line({ file, line, column, pointer, severity, rule, message }: Diagnostic): string {
  return `${file}:${line}:${column}${pointer === undefined ? '' : ` ${pointer}`}  ${severity}  ${rule}  ${message}`
}
