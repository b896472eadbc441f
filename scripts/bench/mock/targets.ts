import { table, times, whole } from '../report.ts'

/** What one measure of the mock adds to the report. */
export interface Section {
  tables: string[]
  targets: Target[]
  /** What a reader has to know before believing the figures. */
  notes?: string[]
  /** Answers that make the figures meaningless. */
  failures?: string[]
  /** Every sample. */
  results: object
}

/** A limit that the mock is to keep, and the measured figure. */
export interface Target {
  what: string
  bound: 'min' | 'max'
  limit: number
  unit: '×' | 'ms' | 'MB'
  byClock?: number | undefined
  /** The same figure from processor time, which other work on the machine disturbs less. */
  byCpu?: number | undefined
}

export function targetsTable(targets: readonly Target[]): string {
  return table(
    ['Target', '', 'Measured', 'Verdict', 'By CPU', 'Verdict by CPU'],
    targets.map((target) => {
      const { what, bound, limit, unit, byClock, byCpu } = target
      const figure = (value?: number) =>
        unit === '×' || value === undefined ? times(value) : `${whole(value)} ${unit}`
      const limits = `${bound === 'min' ? '≥' : '≤'} ${limit}${unit === '×' ? unit : ` ${unit}`}`
      return [what, limits, figure(byClock), verdictOf(target, byClock), figure(byCpu), verdictOf(target, byCpu)]
    }),
  )
}

/** `met`, or the distance from the limit as a share of it. */
export function verdictOf({ bound, limit }: Pick<Target, 'bound' | 'limit'>, figure: number | undefined): string {
  if (figure === undefined) return '–'
  const missing = bound === 'min' ? 1 - figure / limit : figure / limit - 1
  return missing <= 0 ? 'met' : `missed by ${Math.max(1, Math.round(missing * 100))} %`
}
