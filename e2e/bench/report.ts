/** The result of a benchmark. */
export interface Report {
  /** Markdown, printed in this order with an empty line between; empty ones are left out. */
  sections: string[]
  /** Every sample, for `dist/bench-<name>.json`. */
  results: object
  /** Missed limits and wrong answers. If there are any, the run exits with 1. */
  failures: string[]
}

/** A Markdown table; empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
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
