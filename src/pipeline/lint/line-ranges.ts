/** An inclusive range of 1-based lines. */
export type LineRange = [first: number, last: number]

/** Reads `'12,123-127'`, or a number; undefined for anything else, and for a range that runs backwards. */
export function parseLineRanges(value: unknown): LineRange[] | undefined {
  const text = typeof value === 'number' ? `${value}` : value
  if (typeof text !== 'string' || !/^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(text)) return undefined
  const ranges = text.split(',').map((part): LineRange => {
    const [first, last] = part.split('-').map(Number)
    return [first ?? 0, last ?? first ?? 0]
  })
  return ranges.every(([first, last]) => 0 < first && first <= last) ? ranges : undefined
}

/** Every line of the ranges; none if the value is not a list of ranges. */
export function linesOf(value: unknown): number[] {
  return (parseLineRanges(value) ?? []).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  )
}

/** Writes lines as ranges: `[12, 123, 124]` is `12,123-124`. */
export function formatLines(lines: readonly number[]): string {
  const ranges: LineRange[] = []
  for (const line of lines.toSorted((a, b) => a - b)) {
    const open = ranges.at(-1)
    if (open && line <= open[1] + 1) open[1] = line
    else ranges.push([line, line])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
}
