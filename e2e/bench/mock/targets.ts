import { table, times, whole } from '../report.ts'

/** The part of the report for one measurement of the mock. */
export interface Section {
  tables: string[]
  targets: Target[]
  /** Conditions that a reader must know to interpret the figures. */
  notes?: string[]
  /** Every sample. */
  results: object
}

/** A limit for the mock, and the measured figure. */
export interface Target {
  what: string
  bound: 'min' | 'max'
  limit: number
  unit: '×' | 'ms' | 'MB'
  byClock?: number | undefined
  /** The same figure by processor time, which other work on the machine affects less. */
  byCpu?: number | undefined
}

export function targetsTable(targets: readonly Target[]): string {
  return table(
    ['Target', '', 'Measured', 'Verdict', 'By CPU', 'Verdict by CPU'],
    targets.map(({ what, bound, limit, unit, byClock, byCpu }) => {
      const limits = `${bound === 'min' ? '≥' : '≤'} ${limit}${unit === '×' ? unit : ` ${unit}`}`
      const judged = [byClock, byCpu].flatMap((figure = Number.NaN) => {
        if (Number.isNaN(figure)) return ['–', '–']
        const missing = bound === 'min' ? 1 - figure / limit : figure / limit - 1
        const verdict = missing <= 0 ? 'met' : `missed by ${Math.max(1, Math.round(missing * 100))} %`
        return [unit === '×' ? times(figure) : `${whole(figure)} ${unit}`, verdict]
      })
      return [what, limits, ...judged]
    }),
  )
}
