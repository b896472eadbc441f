import type { Observation, Row } from '../../kv-upgrade/watch/observe.ts'
import { safeText, wrap } from './table.ts'

/** The size of a terminal, in characters. */
export interface Size {
  columns: number
  rows: number
}

type Column = Exclude<keyof Row, 'member'>

/** The columns after the member. Each is as wide as its widest cell, so that columns stay where they are when a cell changes. */
const columns: readonly { column: Column; width: number }[] = [
  { column: 'server', width: '(3.5.21)'.length },
  { column: 'cluster', width: 'CLUSTER'.length },
  { column: 'leader', width: 'LEADER'.length },
  { column: 'step', width: 'to replace'.length },
]

/** Columns that a narrow terminal leaves out, in this order. The verdict and the events say the same. */
const dispensable: readonly Column[] = ['leader', 'cluster']

const gap = 2
const narrowestMember = 16

/** Draws what fits the terminal: the table, the verdict, the expected log lines and the latest events. */
export function drawScreen({ rows, verdict, at }: Observation, events: readonly string[], size: Size): string[] {
  const width = Math.max(10, size.columns - 1)
  const shown = chooseColumns(width)
  const names = nameMembers(rows, width - widthOf(shown))
  const named = (text: string) => safeText(replaceNames(text, names))
  const indented = (text: string, by: string) => wrap(named(text), width - by.length).map((line) => by + line)
  const table = drawTable(rows, shown, names)
  const judged = [
    ...indented(verdict.say, ''),
    ...verdict.expected.flatMap((line) => indented(`expected: ${line}`, '  ')),
  ]
  // The verdict is always shown.
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

/** The shown name of each member, by its endpoint. It is the same in the table and in the text. */
function nameMembers(rows: readonly Row[], room: number): ReadonlyMap<string, string> {
  const endpoints = rows.map(({ member }) => member)
  const short = shortenNames(endpoints, Math.max(narrowestMember, room))
  return new Map(endpoints.map((endpoint, index) => [endpoint, short[index] ?? endpoint]))
}

function replaceNames(text: string, names: ReadonlyMap<string, string>): string {
  // One endpoint can be a prefix of another.
  const longestFirst = [...names].sort(([one], [other]) => other.length - one.length)
  return longestFirst.reduce((named, [endpoint, name]) => named.replaceAll(endpoint, () => name), text)
}

function drawTable(rows: readonly Row[], shown: typeof columns, names: ReadonlyMap<string, string>): string[] {
  const first = Math.max('MEMBER'.length, ...[...names.values()].map(({ length }) => length))
  const line = (member: string, cell: (column: Column) => string) =>
    [
      safeText(member).padEnd(first),
      ...shown.map(({ column, width }) => cutMiddle(safeText(cell(column)), width).padEnd(width)),
    ]
      .join(' '.repeat(gap))
      .trimEnd()
  return [
    line('MEMBER', (column) => column.toUpperCase()),
    ...rows.map((row) => line(names.get(row.member) ?? row.member, (column) => row[column])),
  ]
}

/**
 * Shortens names to at most `width` characters, at least 3, and keeps them distinct: cut in the middle, else at their ends, else
 * with their number in front.
 */
export function shortenNames(names: readonly string[], width: number): string[] {
  const inTheMiddle = names.map((name) => cutMiddle(name, width))
  if (areDistinct(inTheMiddle)) return inTheMiddle
  const before = sharedLength(names)
  const after = sharedLength(names.map((name) => [...name.slice(before)].reverse().join('')))
  const around = names.map((name) => cutAround(name, [before, name.length - after], width))
  if (areDistinct(around)) return around
  return names.map((name, index) => cutMiddle(`${index + 1} ${name}`, width))
}

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}

/** The length of the text with which all names begin. */
function sharedLength([first = '', ...others]: readonly string[]): number {
  let length = first.length
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1
  }
  return length
}

/** A part of the text with its surroundings: from the beginning or to the end if there is room, else on both sides. */
function cutAround(text: string, [start, end]: [number, number], width: number): string {
  if (end < width) return cutEnd(text, width)
  if (text.length - start < width) return `…${text.slice(text.length - width + 1)}`
  if (end - start > width - 2) return cutMiddle(`…${text.slice(start, end)}…`, width)
  const first = start - Math.ceil((width - (end - start)) / 2)
  return `…${text.slice(first + 1, first + width - 1)}…`
}

export function cutMiddle(text: string, width: number): string {
  if (text.length <= width) return text
  const start = Math.ceil((width - 1) / 2)
  return `${text.slice(0, start)}…${text.slice(text.length - (width - 1 - start))}`
}

function cutEnd(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`
}
