export interface Report {
  /** Markdown, printed in this order with an empty line between; empty ones are left out. */
  sections: string[]
  /** Every sample, for `dist/bench.json`. */
  results: object
}

/** A Markdown table; empty without rows. The head is written as in Markdown: `What | Seconds`. */
export function table(head: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const cells = [head.split(' | '), head.split(' | ').map(() => '---'), ...rows]
  return cells.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

// A figure that was not measured is NaN, and is printed as a dash.

export function fixed(value: number, digits: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(digits)
}

export function whole(value: number): string {
  return Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en')
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

export function times(factor: number): string {
  return Number.isNaN(factor) ? '–' : `${factor.toFixed(factor < 10 ? 2 : 1)}×`
}
