import { parse } from 'yaml'
import type { Entry } from '../lint/catalogue.ts'
import { linesOf } from '../lint/line-ranges.ts'
import { addedEntries, type ChangelogEntry } from './changelog.ts'
import { type Direction, joinRenames, judgeChanges } from './redocly-diff.ts'
import type { Revision } from './revision.ts'
import { compareForms } from './wire-changes.ts'
import { wireForm } from './wire-form.ts'

/** A change that can break a caller. */
export interface BreakingChange {
  /** Whether it breaks requests or responses; undefined if both use the part that changed, or neither alone. */
  direction?: Direction | undefined
  message: string
  /** JSON pointer into the bundle. */
  pointer?: string
}

/** The changes of one interface. */
export interface InterfaceDiff {
  name: string
  breaking: BreakingChange[]
  /** All changes of the wire form. */
  changes: string[]
  /** Derived rules with another ID: `getPet/200 is now readPet/200`. */
  renamedRules: string[]
  /** The interface has a catalogue, so that the changelog can name the rules that change. */
  hasRules: boolean
  /** Entries of the changelog that announce the changes. */
  announcedBy: ChangelogEntry[]
  /** Faults that an announcement does not excuse. */
  faults: string[]
}

/** Compares two revisions, interface by interface. Leaves out interfaces without a change on the wire and without a fault. */
export async function compareRevisions(before: Revision, now: Revision): Promise<InterfaceDiff[]> {
  const names = new Set([...before.bundles.keys(), ...before.ids.keys(), ...now.bundles.keys(), ...now.ids.keys()])
  const prefixes = new Set(
    [...before.ids.values(), ...now.ids.values()].flatMap((ids) => [...ids.keys()].map(prefixOf)),
  )
  const added = addedEntries(before.changelog, now.changelog).map((entry) => ({
    ...entry,
    // `SHA-256` has the form of an ID.
    ids: entry.ids.filter((id) => prefixes.has(prefixOf(id))),
  }))
  const diffs = await Promise.all([...names].map((name) => compareInterface(name, before, now, added)))
  return diffs.filter(
    ({ breaking, changes, renamedRules, faults }) =>
      breaking.length + changes.length + renamedRules.length + faults.length > 0,
  )
}

async function compareInterface(
  name: string,
  before: Revision,
  now: Revision,
  added: readonly ChangelogEntry[],
): Promise<InterfaceDiff> {
  const entries = added.filter((entry) => entry.interface === name)
  const known = new Set([...(before.ids.get(name)?.keys() ?? []), ...(now.ids.get(name)?.keys() ?? [])])
  const wire = await compareBundles(before.bundles.get(name), now.bundles.get(name))
  return {
    name,
    ...wire,
    hasRules: known.size > 0,
    announcedBy: entries.filter(({ ids }) => known.size === 0 || ids.some((id) => known.has(id))),
    faults: known.size === 0 ? [] : [...idFaults(name, before, now, entries), ...entryFaults(name, entries, known)],
  }
}

type WireDiff = Pick<InterfaceDiff, 'breaking' | 'changes' | 'renamedRules'>

async function compareBundles(before: string | undefined, now: string | undefined): Promise<WireDiff> {
  if (before === now) return { breaking: [], changes: [], renamedRules: [] }
  if (before === undefined) return { breaking: [], changes: ['new interface'], renamedRules: [] }
  if (now === undefined) {
    return { breaking: [{ message: 'The interface was removed.' }], changes: ['removed interface'], renamedRules: [] }
  }
  const [old, present] = [parse(before), parse(now)]
  const { removed, added, changed, renamed, renamedRules, narrowed } = compareForms(wireForm(old), wireForm(present))
  if (removed.length + added.length + changed.length === 0) return { breaking: [], changes: [], renamedRules }
  const judged = joinRenames(await judgeChanges(before, now), renamed, present)
  return {
    breaking: [
      ...removed.map((operation) => ({ message: `\`${operation}\` was removed.` })),
      ...narrowed.map((operation) => ({
        direction: 'request' as const,
        message: `The last parameter of \`${operation}\` no longer takes several segments.`,
      })),
      // Removed operations are listed above, including those of verbs that Redocly does not know.
      ...judged.filter(({ rule }) => rule !== 'operation-removed' && rule !== 'path-removed'),
    ],
    changes: [...removed.map((key) => `removed ${key}`), ...added.map((key) => `added ${key}`), ...changed],
    renamedRules,
  }
}

/** IDs that were removed or given to another entry, so that citations of them elsewhere are now wrong. */
function idFaults(name: string, before: Revision, now: Revision, entries: readonly ChangelogEntry[]): string[] {
  const [ids, file] = [before.ids.get(name), before.catalogues.get(name)]
  // The rules of a removed interface go with it. The removal itself is a breaking change, which has to be announced.
  if (!ids || (before.bundles.has(name) && !now.bundles.has(name))) return []
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
