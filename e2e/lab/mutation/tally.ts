import { dirname } from 'node:path'

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
    'frees a timer, a listener or a connection': ['CallExpression'],
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

/** The mutants of a report by their folders, each followed by its files. */
export function byPlace({ files }: MutationReport): Map<string, MutationReport> {
  const grouped = Map.groupBy(Object.entries(files), ([file]) => dirname(file))
  const places = [...grouped].flatMap(([folder, entries]) => [
    [folder, entries] as const,
    ...entries.map((entry) => [entry[0], [entry]] as const),
  ])
  return new Map(places.map(([place, entries]) => [place, { files: Object.fromEntries(entries) }]))
}

type MutantOfFile = Mutant & { file: string }

function mutantsOf({ files }: MutationReport): MutantOfFile[] {
  return Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })))
}

const isKilled = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout'
const hasSurvived = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage'
