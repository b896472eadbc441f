/** The fields of Stryker's report (mutation-testing-report-schema) that are read here. */
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
  killed: number
  /** Number of mutants, without those that do not compile or were left out. */
  valid: number
  /** Mutants that were not killed, as `file:line:column mutator → replacement`, by the reason that their kind usually has. */
  survivors: Map<string, string[]>
}

export function tally(report: MutationReport): Tally {
  const mutants = mutantsOf(report)
  const killed = mutants.filter(isKilled)
  const survived = mutants.filter(hasSurvived)
  const valid = killed.length + survived.length
  return {
    killed: killed.length,
    valid,
    survivors: groupByReason(survived),
  }
}

const reasons = new Map(
  Object.entries({
    'differs at one very moment or length only': ['EqualityOperator'],
    'a default, or an empty value, that nothing reads': [
      'ArrayDeclaration',
      'ArrowFunction',
      'BlockStatement',
      'ObjectLiteral',
    ],
    'what it guards is answered the same without it': [
      'BooleanLiteral',
      'ConditionalExpression',
      'LogicalOperator',
      'OptionalChaining',
    ],
  }).flatMap(([reason, mutators]) => mutators.map((mutator) => [mutator, reason] as const)),
)

function groupByReason(survived: readonly MutantOfFile[]): Map<string, string[]> {
  const grouped = Map.groupBy(survived, reasonFor)
  return new Map([...grouped].map(([reason, mutants]) => [reason, mutants.map(describe)]))
}

function reasonFor({ status, mutatorName }: Mutant): string {
  if (status === 'NoCoverage') return 'not reached: it takes a race, or a state that no request brings about'
  return reasons.get(mutatorName) ?? 'no usual reason: a check may miss something'
}

function describe({ file, location: { start }, mutatorName, replacement = '' }: MutantOfFile): string {
  return `${file}:${start.line}:${start.column} ${mutatorName} → ${replacement.replace(/\s+/g, ' ').slice(0, 60)}`
}

/** Places of the mutants that survived, as Stryker's `mutate` takes them: `file:line:column-line:column`. */
export function survivorRanges(report: MutationReport): string[] {
  const ranges = mutantsOf(report)
    .filter(hasSurvived)
    // In a report, lines and columns count from 1; in a range, columns count from 0.
    .map(
      ({ file, location: { start, end } }) => `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
    )
  return [...new Set(ranges)]
}

/** The first report, with the mutants counted as killed that were killed in the second. */
export function addKilled(report: MutationReport, other: MutationReport): MutationReport {
  const killed = new Set(mutantsOf(other).filter(isKilled).map(identityOf))
  const files = Object.entries(report.files).map(([file, { source, mutants }]) => {
    const counted = mutants.map((mutant) =>
      killed.has(identityOf({ file, ...mutant })) ? { ...mutant, status: 'Killed' as const } : mutant,
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

const isKilled = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout'
const hasSurvived = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage'
