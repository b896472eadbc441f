import { table, times, whole } from '../report.ts'

/** What one measure of the mock adds to the report. */
export interface Section {
  tables: string[]
  targets: Target[]
  /** What a reader has to know before believing the figures. */
  notes?: string[]
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
