/** What is read of Stryker's report (mutation-testing-report-schema). */
export interface MutationReport {
  files: Record<string, { source: string; mutants: Mutant[] }>
}

interface Position {
  line: number
  column: number
}

interface Mutant {
  mutatorName: string
  replacement?: string
  status: 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'CompileError' | 'RuntimeError' | 'Ignored' | 'Pending'
  location: { start: Position; end: Position }
}

export interface Tally {
  /** Share of the mutants that a check noticed, in percent. */
  score: number
  /** How many there were, without those that are no program or were left out. */
  judged: number
  /** Those that no check noticed, as `file:line:column what became of it`. */
  survivors: string[]
}

export function tally(report: MutationReport): Tally {
  const mutants = mutantsOf(report)
  const noticed = mutants.filter(isNoticed)
  const missed = mutants.filter(isMissed)
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

/** Where the mutants lie that nobody noticed, as Stryker's `mutate` takes it: `file:line:column-line:column`. */
export function rangesOf(report: MutationReport): string[] {
  const ranges = mutantsOf(report)
    .filter(isMissed)
    // Lines and columns count from 1 in the report; in a range, columns count from 0.
    .map(
      ({ file, location: { start, end } }) => `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
    )
  return [...new Set(ranges)]
}

/** The first report, in which those count as noticed too that are in the second. */
export function noticedToo(report: MutationReport, other: MutationReport): MutationReport {
  const noticed = new Set(mutantsOf(other).filter(isNoticed).map(identityOf))
  const files = Object.entries(report.files).map(([file, { source, mutants }]) => {
    const counted = mutants.map((mutant) =>
      noticed.has(identityOf({ file, ...mutant })) ? { ...mutant, status: 'Killed' as const } : mutant,
    )
    return [file, { source, mutants: counted }] as const
  })
  return { files: Object.fromEntries(files) }
}

type MutantOfFile = Mutant & { file: string }

function mutantsOf({ files }: MutationReport): MutantOfFile[] {
  return Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })))
}

function identityOf({ file, mutatorName, replacement, location: { start, end } }: MutantOfFile): string {
  return [file, start.line, start.column, end.line, end.column, mutatorName, replacement].join(' ')
}

const isNoticed = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout'
const isMissed = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage'
