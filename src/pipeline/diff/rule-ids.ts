import { parseYaml } from '../../contract/yaml-file.ts'
import { linesOf } from '../lint/line-ranges.ts'

/** The parts of a rule or gap that show whether its ID still means the same. */
interface Entry {
  list: 'rules' | 'gaps'
  statement: unknown
  document: unknown
  lines: unknown
}

/** Entries of one rules.yaml, by ID. */
export type EntriesById = ReadonlyMap<string, Entry>

/** How the IDs of one interface changed. */
export interface IdChanges {
  /** Rules that were removed from all catalogues. */
  vanishedRules: string[]
  /** Gaps that were removed: the changelog has to say that a gap is closed. */
  vanishedGaps: string[]
  /** IDs that now mean something else. */
  reused: string[]
}

/** Skips malformed entries, which the lint reports. */
export function readIds(rules: string): EntriesById {
  const data = Object(parseYaml('rules.yaml', rules).data)
  return new Map(
    (['rules', 'gaps'] as const).flatMap((list) =>
      [data[list] ?? []].flat().map((entry: unknown): [string, Entry] => {
        const { id, statement, source } = Object(entry)
        return [String(id), { list, statement, document: Object(source).document, lines: Object(source).lines }]
      }),
    ),
  )
}

/** @param now all current catalogues, since an entry may have moved to another interface */
export function compareIds(before: EntriesById, now: readonly EntriesById[]): IdChanges {
  const find = (id: string) => now.find((ids) => ids.has(id))?.get(id)
  const vanished = [...before].filter(([id]) => !find(id))
  const of = (list: Entry['list']) => vanished.filter(([, entry]) => entry.list === list).map(([id]) => id)
  return {
    vanishedRules: of('rules'),
    vanishedGaps: of('gaps'),
    reused: [...before].filter(([id, entry]) => isAnother(entry, find(id))).map(([id]) => id),
  }
}

/** True if both the statement and its place in the reference changed. With one of them unchanged, the entry is the same. */
function isAnother(before: Entry, now: Entry | undefined): boolean {
  if (!now || before.statement === now.statement) return false
  if (before.document !== now.document) return true
  const [lines, others] = [linesOf(before.lines), linesOf(now.lines)]
  return lines.length > 0 && others.length > 0 && !lines.some((line) => others.includes(line))
}
