/** A part of a text that must not be shown, and what to show there. */
export type Span = readonly [start: number, end: number, shown: string]

/** Spans that overlap become one, so that nothing remains of a value that overlaps another. */
export function replaceSpans(text: string, spans: Span[]): string {
  let shown = ''
  let at = 0
  for (const [start, end, replacement] of spans.sort(([one], [other]) => one - other)) {
    if (start >= at) shown += text.slice(at, start) + replacement
    at = Math.max(at, end)
  }
  return shown + text.slice(at)
}
