import type { Observation, Row } from '../../kv-upgrade/watch/observe.ts'
import { printable, wrap } from './table.ts'

/** The size of a terminal, in characters. */
export interface Size {
  columns: number
  rows: number
}

const head = {
  member: 'MEMBER',
  server: 'SERVER',
  cluster: 'CLUSTER',
  leader: 'LEADER',
  health: 'HEALTH',
  step: 'STEP',
}
const columns = ['member', 'server', 'cluster', 'leader', 'health', 'step'] as const

/** The lines of a picture that fits the terminal: the table, the verdict, what is expected, and the latest events. */
export function drawScreen({ rows, verdict, at }: Observation, events: readonly string[], size: Size): string[] {
  const width = Math.max(10, size.columns - 1)
  const indented = (text: string, by: string) => wrap(printable(text), width - by.length).map((line) => by + line)
  const fixed = [
    ...drawTable(rows, width),
    '',
    ...indented(verdict.say, ''),
    ...verdict.expected.flatMap((line) => indented(`expected: ${line}`, '  ')),
    '',
  ]
  const last = `asked at ${new Date(at).toTimeString().slice(0, 8)}; ends when every member and the cluster run 3.6`
  const room = Math.max(0, size.rows - fixed.length - 2)
  const latest = room === 0 ? [] : events.map(printable).slice(-room)
  const lines = [...fixed, ...latest, last].map((line) => cutEnd(line, width))
  return lines.slice(0, Math.max(1, size.rows))
}

/** The member column gives way first, in its middle: both ends of an address can be what tells members apart. */
function drawTable(rows: readonly Row[], width: number): string[] {
  const cells = [head, ...rows].map((row) => columns.map((column) => printable(row[column])))
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)))
  const others = widths.slice(1).reduce((sum, column) => sum + column + 2, 0)
  widths[0] = Math.min(widths[0] ?? 0, Math.max(12, width - others))
  return cells.map((row) =>
    row
      .map((cell, index) => (index === 0 ? cutMiddle(cell, widths[0] ?? 0) : cell).padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function cutMiddle(text: string, width: number): string {
  if (text.length <= width) return text
  const start = Math.ceil((width - 1) / 2)
  return `${text.slice(0, start)}…${text.slice(text.length - (width - 1 - start))}`
}

function cutEnd(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`
}
