/** What is read of Stryker's report (mutation-testing-report-schema). */
export interface MutationReport {
  files: Record<string, { source: string; mutants: Mutant[] }>
}

interface Mutant {
  mutatorName: string
  replacement?: string
  status: 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'CompileError' | 'RuntimeError' | 'Ignored' | 'Pending'
  location: { start: { line: number; column: number } }
}

export interface Tally {
  /** Share of the mutants that a check noticed, in percent. */
  score: number
  /** How many there were, without those that are no program or were left out. */
  judged: number
  /** Those that no check noticed, as `file:line:column what became of it`. */
  survivors: string[]
}

export function tally({ files }: MutationReport): Tally {
  const mutants = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })))
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout')
  const missed = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const judged = noticed.length + missed.length
  return {
    score: judged === 0 ? 100 : (100 * noticed.length) / judged,
    judged,
    survivors: missed.map(({ file, location: { start }, mutatorName, replacement, status }) => {
      const became = (replacement ?? '').replace(/\s+/g, ' ').slice(0, 60)
      return `${file}:${start.line}:${start.column} ${mutatorName} → ${became}${status === 'NoCoverage' ? ' (no check comes here)' : ''}`
    }),
  }
}
