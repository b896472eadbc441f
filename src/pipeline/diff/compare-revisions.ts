import { isAbsolute, relative } from 'node:path'
import type { PublishedDocument } from '../../contract/published/read-document.ts'
import type { FindingPlace } from '../../report/finding.ts'
import type { Change } from './change-list.ts'
import { compareDocuments } from './compare-documents.ts'
import { withoutCheckOut } from './git.ts'
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
}

/**
 * Compares two revisions, interface by interface. Leaves out interfaces without a change.
 *
 * @param folder that messages name files from
 */
export function compareRevisions(before: Revision, now: Revision, folder: string): InterfaceDiff[] {
  const names = new Set([before, now].flatMap(({ documents, rules }) => [...documents.keys(), ...rules.keys()]))
  const diffs = [...names].map((name) => ({
    name,
    changes: [
      ...documentChanges(before.documents.get(name), now.documents.get(name), folder),
      ...ruleChanges(before.rules.get(name), now.rules.get(name)),
    ],
  }))
  return diffs.filter(({ changes }) => changes.length > 0)
}

function documentChanges(
  before: PublishedDocument | undefined,
  now: PublishedDocument | undefined,
  folder: string,
): LocatedChange[] {
  if (!before && !now) return []
  if (!now) return [changeOf('interface-removed', 'the whole interface', { exchange: 'every request to it' })]
  if (!before) return [changeOf('interface-added', 'the whole interface')]
  const shown = (file: string) => {
    const own = withoutCheckOut(file)
    return isAbsolute(own) ? relative(folder, own) : own
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

function changeOf(id: TableKind, place: string, more: Partial<Change> = {}): LocatedChange {
  const { level = 'info' } = kinds.get(id) ?? {}
  return { id, level, place, detail: '', pointer: '', isGone: false, others: 0, calls: [], ...more }
}

/** Rules that came or went, and those whose sentence changed. The rules of a new or removed interface come and go with it. */
function ruleChanges(before?: ReadonlyMap<string, string>, now?: typeof before): LocatedChange[] {
  if (!before?.size || !now?.size) return []
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [before.get(id), now.get(id)]
    if (was === is) return []
    const kind = was === undefined ? 'rule-added' : is === undefined ? 'rule-removed' : 'rule-changed'
    const detail = [was, is].filter((text) => text !== undefined).join(' → ')
    return [changeOf(kind, `rule ${id}`, { detail })]
  })
}
