import type { PublishedDocument } from '../../contract/published/read-document.ts'
import type { FindingPlace } from '../../report/finding.ts'
import type { Entry } from '../lint/catalogue.ts'
import { linesOf } from '../lint/line-ranges.ts'
import { addedEntries, type ChangelogEntry } from './changelog.ts'
import { type Change, compareDocuments } from './compare-documents.ts'
import { kinds, type TableKind } from './kinds.ts'
import type { Revision } from './revision.ts'

/** A change with its place in the user's files. */
export interface LocatedChange extends Change {
  /** `specs/orders/paths/orders.yaml:12:3`; undefined where no file has it. */
  source?: string
  /** The same in the newer document: of what is gone, the node that had it. */
  found?: FindingPlace
}

/** The changes of one interface. */
export interface InterfaceDiff {
  name: string
  changes: LocatedChange[]
  /** The interface has a catalogue, so that the changelog can name the rules that change. */
  hasRules: boolean
  /** Entries of the changelog that announce the changes. */
  announcedBy: ChangelogEntry[]
  /** Faults that an announcement does not excuse. */
  faults: string[]
}

/**
 * Compares two revisions, interface by interface. Leaves out interfaces without a change and without a fault.
 *
 * @param shown how messages name a file
 */
export function compareRevisions(
  before: Revision,
  now: Revision,
  shown = (file: string): string => file,
): InterfaceDiff[] {
  const names = new Set([...before.documents.keys(), ...before.ids.keys(), ...now.documents.keys(), ...now.ids.keys()])
  const prefixes = new Set(
    [...before.ids.values(), ...now.ids.values()].flatMap((ids) => [...ids.keys()].map(prefixOf)),
  )
  const added = addedEntries(before.changelog, now.changelog).map((entry) => ({
    ...entry,
    // `SHA-256` has the form of an ID.
    ids: entry.ids.filter((id) => prefixes.has(prefixOf(id))),
  }))
  const diffs = [...names].map((name) => compareInterface(name, before, now, added, shown))
  return diffs.filter(({ changes, faults }) => changes.length + faults.length > 0)
}

function compareInterface(
  name: string,
  before: Revision,
  now: Revision,
  added: readonly ChangelogEntry[],
  shown: (file: string) => string,
): InterfaceDiff {
  const entries = added.filter((entry) => entry.interface === name)
  const known = new Set([...(before.ids.get(name)?.keys() ?? []), ...(now.ids.get(name)?.keys() ?? [])])
  const changes = [
    ...locatedChanges(before.documents.get(name), now.documents.get(name), shown),
    ...ruleChanges(name, before, now),
  ]
  return {
    name,
    changes,
    hasRules: known.size > 0,
    announcedBy: entries.filter(({ ids }) => known.size === 0 || ids.some((id) => known.has(id))),
    faults: known.size === 0 ? [] : [...idFaults(name, before, now, entries), ...entryFaults(name, entries, known)],
  }
}

/** The changes from one document to another, with their places in the files. */
export function locatedChanges(
  before: PublishedDocument | undefined,
  now: PublishedDocument | undefined,
  shown = (file: string): string => file,
): LocatedChange[] {
  if (!before || !now) {
    if (!before && !now) return []
    return [
      changeOf(
        before ? 'interface-removed' : 'interface-added',
        'the whole interface',
        before ? 'every request to it' : '',
      ),
    ]
  }
  return compareDocuments(before, now).map((change) => {
    const place = (change.isGone ? before : now).placeOf(change.pointer)
    const { file, line, column } = now.placeOf(change.pointer)
    return {
      ...change,
      source: `${change.isGone ? 'before: ' : ''}${shown(place.file)}:${place.line}:${place.column}`,
      found: { file: shown(file), line, column, pointer: change.pointer },
    }
  })
}

function changeOf(id: TableKind, place: string, exchange = '', detail = ''): LocatedChange {
  const { level = 'info' } = kinds.get(id) ?? {}
  return { id, level, place, detail, pointer: '', isGone: false, others: 0, calls: [], ...(exchange && { exchange }) }
}

/** Rules whose sentence changed, and new ones. */
function ruleChanges(name: string, before: Revision, now: Revision): LocatedChange[] {
  const [old, present] = [before.ids.get(name), now.ids.get(name)]
  if (!old || !present) return []
  return [...present].flatMap(([id, { statement }]) => {
    const was = old.get(id)
    if (!was) return [changeOf('rule-added', `rule ${id}`, '', String(statement))]
    return was.statement === statement
      ? []
      : [changeOf('rule-changed', `rule ${id}`, '', `${was.statement} → ${statement}`)]
  })
}

/** IDs that were removed or given to another entry, so that citations of them elsewhere are now wrong. */
function idFaults(name: string, before: Revision, now: Revision, entries: readonly ChangelogEntry[]): string[] {
  const [ids, file] = [before.ids.get(name), before.catalogues.get(name)]
  // The rules of a removed interface go with it. The removal itself is a breaking change, which has to be announced.
  if (!ids || (before.documents.has(name) && !now.documents.has(name))) return []
  const closed = new Set(entries.flatMap((entry) => entry.ids))
  return [...ids].flatMap(([id, entry]): string[] => {
    // An entry may have moved to another interface.
    const present = [...now.ids.values()].find((all) => all.has(id))?.get(id)
    if (present) {
      return isAnother(entry, present)
        ? [
            `${id} of ${file} now says something else, from elsewhere in the reference: that is a new rule, with a new ID`,
          ]
        : []
    }
    if (entry.list === 'rules')
      return [`${id} is gone from ${file}: an ID is for good, so the rule stays and says what holds now`]
    return closed.has(id) ? [] : [`${id} is gone from ${file}: a gap is closed by a line of CHANGELOG.md that names it`]
  })
}

/** True if both the statement and its place in the reference changed. With one of them unchanged, the entry is the same. */
function isAnother(before: Entry, now: Entry): boolean {
  if (before.statement === now.statement) return false
  if (before.document !== now.document) return true
  const [lines, others] = [linesOf(before.lines), linesOf(now.lines)]
  return lines.length > 0 && others.length > 0 && !lines.some((line) => others.includes(line))
}

function entryFaults(name: string, entries: readonly ChangelogEntry[], known: ReadonlySet<string>): string[] {
  return entries.flatMap(({ ids, line }) => {
    if (ids.length === 0) return [`CHANGELOG.md:${line} names no rule of ${name}`]
    return ids
      .filter((id) => !known.has(id))
      .map((id) => `CHANGELOG.md:${line} names ${id}, which ${name} does not have`)
  })
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf('-'))
}
