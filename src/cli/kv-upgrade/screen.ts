import type { Observation, Row } from '../../kv-upgrade/watch/observe.ts'
import { printable } from '../../redaction/printable.ts'
import { cutEnd, cutMiddle, shortenNames } from './short-names.ts'
import { wrap } from './table.ts'

/** The size of a terminal, in characters. */
export interface Size {
  columns: number
  rows: number
}

type Column = Exclude<keyof Row, 'member'>

/** Beside the member, from left to right; each as wide as what it can hold, so that nothing moves when a cell changes. */
const columns: readonly { column: Column; width: number }[] = [
  { column: 'server', width: '(3.5.21)'.length },
  { column: 'cluster', width: 'CLUSTER'.length },
  { column: 'leader', width: 'LEADER'.length },
  { column: 'health', width: 'unhealthy'.length },
  { column: 'step', width: 'to replace'.length },
]

/** What a narrow terminal goes without, first to last; the verdict and the events say it too. */
const dispensable: readonly Column[] = ['leader', 'cluster', 'health']

const gap = 2
const narrowestMember = 16

/** The lines of a picture that fits the terminal: the table, the verdict, what is expected, and the latest events. */
export function drawScreen({ rows, verdict, at }: Observation, events: readonly string[], size: Size): string[] {
  const width = Math.max(10, size.columns - 1)
  const shown = chooseColumns(width)
  const names = nameMembers(rows, width - widthOf(shown))
  const named = (text: string) => printable(replaceNames(text, names))
  const indented = (text: string, by: string) => wrap(named(text), width - by.length).map((line) => by + line)
  const table = drawTable(rows, shown, names)
  const judged = [
    ...indented(verdict.say, ''),
    ...verdict.expected.flatMap((line) => indented(`expected: ${line}`, '  ')),
  ]
  // What is to be done must not be below the edge.
  const fits = table.length + judged.length < size.rows
  const fixed = fits ? [...table, '', ...judged, ''] : [...judged, '', ...table]
  const time = new Date(at).toTimeString().slice(0, 8)
  const last = verdict.state === 'done' ? [] : [`asked at ${time}; ends when every member and the cluster run 3.6`]
  const room = Math.max(0, size.rows - fixed.length - 2)
  const latest = room === 0 ? [] : events.slice(-room).map(named)
  const lines = [...fixed, ...latest, ...last].map((line) => cutEnd(line, width))
  return lines.slice(0, Math.max(1, size.rows))
}

function chooseColumns(width: number): typeof columns {
  return dispensable.reduce(
    (left, dropped) =>
      width - widthOf(left) < narrowestMember ? left.filter(({ column }) => column !== dropped) : left,
    columns,
  )
}

function widthOf(shown: typeof columns): number {
  return shown.reduce((sum, { width }) => sum + gap + width, 0)
}

/** The name under which each member is shown, by its endpoint: the same in the table and in the text. */
function nameMembers(rows: readonly Row[], room: number): ReadonlyMap<string, string> {
  const endpoints = rows.map(({ member }) => member)
  const short = shortenNames(endpoints, Math.max(narrowestMember, room))
  return new Map(endpoints.map((endpoint, index) => [endpoint, short[index] ?? endpoint]))
}

function replaceNames(text: string, names: ReadonlyMap<string, string>): string {
  // One endpoint can be the beginning of another.
  const longestFirst = [...names].sort(([one], [other]) => other.length - one.length)
  return longestFirst.reduce((named, [endpoint, name]) => named.replaceAll(endpoint, () => name), text)
}

function drawTable(rows: readonly Row[], shown: typeof columns, names: ReadonlyMap<string, string>): string[] {
  const first = Math.max('MEMBER'.length, ...[...names.values()].map(({ length }) => length))
  const line = (member: string, cell: (column: Column) => string) =>
    [
      printable(member).padEnd(first),
      ...shown.map(({ column, width }) => cutMiddle(printable(cell(column)), width).padEnd(width)),
    ]
      .join(' '.repeat(gap))
      .trimEnd()
  return [
    line('MEMBER', (column) => column.toUpperCase()),
    ...rows.map((row) => line(names.get(row.member) ?? row.member, (column) => row[column])),
  ]
}
