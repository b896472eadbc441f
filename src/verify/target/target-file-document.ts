import { isAlias, isMap, isScalar, LineCounter, type Pair, parseDocument } from 'yaml'
import { isObject } from '../../contract/json-pointer.ts'

/** A mistake in a target file, and where it stands. */
export interface Diagnostic {
  /** Names of the members that lead there; empty for the file as a whole. */
  path: readonly string[]
  message: string
}

/** A target file as YAML. */
export interface TargetDocument {
  value: unknown
  /** Of the key that a path ends in, or of the nearest one above that is there; counted from 1. */
  place(path: readonly string[]): { line: number; col: number }
}

/** Mistakes for which nothing of a file can be read, each with its place: `3:1: …`. */
export type Unreadable = { mistakes: string[] }

export function parseTargetDocument(text: string): TargetDocument | Unreadable {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => lines.linePos(offset)
  if (document.errors.length > 0) {
    return { mistakes: document.errors.map(({ message, code, pos }) => write(at(pos[0]), explain(code, message))) }
  }
  try {
    return { value: document.toJS(), place: (path) => at(offsetOf(path)) }
  } catch (error) {
    return { mistakes: [`1:1: an alias cannot be followed: ${(error as Error).message}`] }
  }

  function offsetOf(path: readonly string[]): number {
    let offset = document.contents?.range?.[0] ?? 0
    let node: unknown = document.contents
    for (const name of path) {
      const map = isAlias(node) ? node.resolve(document) : node
      const pair = isMap(map)
        ? map.items.find((item: Pair) => isScalar(item.key) && String(item.key.value) === name)
        : undefined
      if (!pair || !isScalar(pair.key)) break
      offset = pair.key.range?.[0] ?? offset
      node = pair.value
    }
    return offset
  }
}

/** Problems in the order of the file, each with its line and column. */
export function tell(diagnostics: readonly Diagnostic[], document: TargetDocument): string[] {
  return diagnostics
    .map(({ path, message }) => ({ place: document.place(path), message }))
    .sort((one, other) => one.place.line - other.place.line || one.place.col - other.place.col)
    .map(({ place, message }) => write(place, message))
}

function write({ line, col }: { line: number; col: number }, message: string): string {
  return `${line}:${col}: ${message}`
}

function explain(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'this key stands there twice; keep the one that holds'
  if (code === 'MULTIPLE_DOCS') return 'the file has several documents; keep one a file'
  const [first = ''] = message.split('\n')
  return `this is no YAML: ${first.replace(/[.:]$/, '')}`
}

/** Members of a map; none of what is no map. */
export function membersOf(value: unknown): [name: string, value: unknown][] {
  return isObject(value) && !Array.isArray(value) ? Object.entries(value) : []
}
