import {
  type AliasEvent,
  EVENT_ALIAS,
  EVENT_DOCUMENT,
  EVENT_MAPPING,
  EVENT_POP,
  EVENT_SCALAR,
  EVENT_SEQUENCE,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
} from 'js-yaml'
import { type Position, parseYaml } from '../yaml-file.ts'

/** A text, and what is known of the places in it after the first search. */
export interface PositionIndex {
  readonly text: string
  events?: Event[]
  /** For each event, the index of the first event after its node. */
  after?: Uint32Array
  /** Offsets at which lines start. */
  lines?: number[]
}

/** The position of the key or list element that a path ends in, or of the closest one above it. Aliases and merge keys are followed. */
export function findPosition(index: PositionIndex, path: readonly string[]): Position {
  try {
    index.events ??= parseEvents(index.text, { maxDepth: 1000 })
  } catch {
    // What this parser refuses, the other one may read.
    return parseYaml('', index.text).keyAt(path)
  }
  index.after ??= findEnds(index.events)
  index.lines ??= [0, ...Array.from(index.text.matchAll(/\n/g), (match) => match.index + 1)]
  const offset = findOffset(index.events, index.after, index.text, path)
  let line = 0
  for (let high = index.lines.length; line + 1 < high; ) {
    const middle = (line + high) >> 1
    if ((index.lines[middle] ?? 0) <= offset) line = middle
    else high = middle
  }
  return { line: line + 1, column: offset - (index.lines[line] ?? 0) + 1 }
}

function findEnds(events: readonly Event[]): Uint32Array {
  const after = new Uint32Array(events.length)
  const open: number[] = []
  for (const [at, { type }] of events.entries()) {
    after[at] = at + 1
    if (type === EVENT_POP) after[open.pop() ?? 0] = at + 1
    else if (type === EVENT_DOCUMENT || type === EVENT_SEQUENCE || type === EVENT_MAPPING) open.push(at)
  }
  return after
}

function findOffset(events: readonly Event[], after: Uint32Array, text: string, path: readonly string[]): number {
  const next = (at: number) => after[at] ?? events.length
  let at = 1
  let offset = startOf(events[1])
  for (const name of path) {
    const member = findMember(name, resolveAlias(events, text, at), 0)
    if (!member) break
    at = member.at
    // An empty value has no place.
    offset = Math.max(offset, startOf(events[member.key]))
  }
  return offset

  function findMember(name: string, at: number, depth: number): { key: number; at: number } | undefined {
    const type = events[at]?.type
    const end = next(at) - 1
    if (type === EVENT_SEQUENCE) {
      let element = at + 1
      for (let index = Number(name); index > 0 && element < end; index--) element = next(element)
      return element < end && /^\d+$/.test(name) ? { key: element, at: element } : undefined
    }
    if (type !== EVENT_MAPPING) return undefined
    let merged: { key: number; at: number } | undefined
    for (let key = at + 1; key < end; key = next(next(key))) {
      const event = events[key]
      const text = event?.type === EVENT_SCALAR ? scalarText(event) : ''
      if (text === name) return { key, at: next(key) }
      if (text === '<<' && depth < 20) merged ??= findMerged(name, next(key), depth)
    }
    return merged
  }

  function findMerged(name: string, value: number, depth: number): { key: number; at: number } | undefined {
    const at = resolveAlias(events, text, value)
    if (events[at]?.type !== EVENT_SEQUENCE) return findMember(name, at, depth + 1)
    for (let element = at + 1; element < next(at) - 1; element = next(element)) {
      const found = findMember(name, resolveAlias(events, text, element), depth + 1)
      if (found) return found
    }
    return undefined
  }

  function scalarText(event: ScalarEvent): string {
    return event.fast ? text.slice(event.valueStart, event.valueEnd) : getScalarValue(text, event)
  }
}

const quoted = new Set<number>([SCALAR_STYLE.SINGLE_QUOTED, SCALAR_STYLE.DOUBLE_QUOTED])

function startOf(event: Event | undefined): number {
  if (event === undefined) return 0
  if (event.type === EVENT_SCALAR) return event.valueStart - (quoted.has(event.style) ? 1 : 0)
  if (event.type === EVENT_ALIAS) return event.anchorStart - 1
  return event.type === EVENT_SEQUENCE || event.type === EVENT_MAPPING ? event.start : 0
}

/** The last node of this name before the alias. */
function resolveAlias(events: readonly Event[], text: string, at: number): number {
  const alias = events[at]
  if (alias?.type !== EVENT_ALIAS) return at
  const nameOf = ({ anchorStart, anchorEnd }: Pick<AliasEvent, 'anchorStart' | 'anchorEnd'>) =>
    text.slice(anchorStart, anchorEnd)
  const name = nameOf(alias)
  for (let before = at - 1; before > 0; before--) {
    const event = events[before]
    if (event && 'tagStart' in event && event.anchorStart >= 0 && nameOf(event) === name) return before
  }
  return at
}
