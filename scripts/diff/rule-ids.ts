import { parseYaml } from '../../src/contract/yaml-file.ts'
import { linesOf } from '../lint/line-ranges.ts'

/** A rule or a gap, as far as it tells whether an ID still stands for the same. */
interface Entry {
  list: 'rules' | 'gaps'
  statement: unknown
  document: unknown
  lines: unknown
}

/** Entries of one rules.yaml by their IDs. */
export type EntriesById = ReadonlyMap<string, Entry>

/** What became of the IDs of one interface. */
export interface IdChanges {
  /** Rules that are in no catalogue any more. */
  vanishedRules: string[]
  /** Gaps likewise: closing one is a change worth a line. */
  vanishedGaps: string[]
  /** IDs that now stand for something else. */
  reused: string[]
}

/** Leaves what is malformed to the lint. */
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

/** @param now every catalogue as it is now: an entry may have moved to another interface. */
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

/** A reworded entry, or one with its lines put right, is still the same; one that says something else from elsewhere is not. */
function isAnother(before: Entry, now: Entry | undefined): boolean {
  if (!now || before.statement === now.statement) return false
  if (before.document !== now.document) return true
  const [lines, others] = [linesOf(before.lines), linesOf(now.lines)]
  return lines.length > 0 && others.length > 0 && !lines.some((line) => others.includes(line))
}
