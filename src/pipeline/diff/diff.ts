import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { PublishedDocument, ReadOptions } from '../../contract/published/read-document.ts'
import type { Finding } from '../../report/finding.ts'
import { UserError } from '../../user-error.ts'
import { compareRevisions, type InterfaceDiff, type LocatedChange } from './compare-revisions.ts'
import { chooseBase, openGit } from './git.ts'
import { bumps, kinds, type Level, levels } from './kinds.ts'
import { optionsThen, readRevision, readSound, revisionAt } from './revision.ts'
import { type AcceptedChange, findAcceptance } from './settings.ts'

export interface DiffOptions extends ReadOptions {
  /** The least serious level that fails. Default: `breaking`. */
  failOn?: Level | 'never'
  /** Shows every change, and not the first of many alone. */
  showsAll?: boolean
  /** Default: the present day. */
  today?: string
  /** Folder that words are relative to, and whose repository counts. Default: the working directory. */
  from?: string
  accepted?: readonly AcceptedChange[]
}

/** A change, and why it is accepted. */
export interface JudgedChange extends LocatedChange {
  acceptedBy?: AcceptedChange
  /** It ends the command with 1. */
  fails: boolean
}

export interface DiffResult {
  /** `Compared with 1a2b3c4, where this branch left origin/main.` */
  heading: string
  interfaces: { name: string; changes: JudgedChange[] }[]
  /** The part of the version that the changes raise; undefined when there is none. */
  version: 'major' | 'minor' | 'patch' | undefined
  /** Names of the interfaces with a change that fails. */
  failed: string[]
}

/**
 * Compares a workspace with a commit.
 *
 * @param base the root of the workspace, with a slash at its end
 * @param ref see `chooseBase`
 * @throws {UserError} when there is no repository or no such ref, and for sources that cannot be read
 */
export async function diffSince(base: string, ref?: string, options: DiffOptions = {}): Promise<DiffResult> {
  const git = openGit(base)
  const from = chooseBase(git, base, ref)
  if (!from) return judge('There is no earlier commit to compare with.', [], options)
  const [before, now] = [await revisionAt(git, from.commit, base, options), await readRevision(base, options)]
  return judge(`Compared with ${from.description}.`, compareRevisions(before, now, base), options)
}

/**
 * Compares two documents: paths, or `ref:path`, such as `main:openapi.yaml`. Without a second one, a document is compared with what it was
 * where this branch left the main branch.
 *
 * @throws {UserError} for documents that cannot be read
 */
export async function diffDocuments(
  [old, now]: readonly [old: string, now?: string],
  options: DiffOptions = {},
): Promise<DiffResult> {
  const { from = process.cwd() } = options
  const before = await readWord(old, now === undefined, from, options)
  const present = await readWord(now ?? old, false, from, options)
  const name = basename(present.name)
  const [older, newer] = [before, present].map(({ document }) => ({
    documents: new Map([[name, document]]),
    rules: new Map(),
  }))
  const diffs = older && newer ? compareRevisions(older, newer, from) : []
  return judge(`Compared ${present.name} with ${before.name}.`, diffs, options)
}

/** @param isEarlier what a file was where this branch left the main branch */
async function readWord(
  word: string,
  isEarlier: boolean,
  from: string,
  options: ReadOptions,
): Promise<{ name: string; document: PublishedDocument }> {
  const file = resolve(from, word)
  const [, ref, path = word] = existsSync(file) ? [] : (/^([^:]+):(.+)$/.exec(word) ?? [])
  if (ref === undefined && !isEarlier) {
    const name = options.shownAs?.[word] ?? word
    return { name, document: await readSound(file, name, options) }
  }
  const folder = ref === undefined ? dirname(file) : from
  const git = openGit(folder)
  const base = ref === undefined ? chooseBase(git, folder, undefined, ['.']) : undefined
  const commit = base?.commit ?? git.ask('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
  if (!commit && ref === undefined) throw new UserError(`there is no earlier commit of ${file}: give two documents`)
  if (!commit)
    throw new UserError(`unknown ref '${ref}' in ${word}: name a branch, a tag or a commit, or a file that is there`)
  const own = ref === undefined ? basename(file) : path
  const document = await git.readAt(commit, (then) =>
    readSound(join(then, own), own, optionsThen(options, folder, then), then),
  )
  return { name: base?.description ?? word, document }
}

function judge(heading: string, diffs: readonly InterfaceDiff[], options: DiffOptions): DiffResult {
  const { failOn = 'breaking', accepted = [], today = new Date().toISOString().slice(0, 10) } = options
  const fails = (level: Level) => failOn !== 'never' && levels.indexOf(level) <= levels.indexOf(failOn)
  const interfaces = diffs.map(({ name, changes }) => ({
    name,
    changes: changes.map((change): JudgedChange => {
      const acceptedBy = findAcceptance(change, accepted, today)
      return { ...change, ...(acceptedBy && { acceptedBy }), fails: !acceptedBy && fails(change.level) }
    }),
  }))
  const all = new Set(interfaces.flatMap(({ changes }) => changes.map(({ level }) => bumps[level])))
  return {
    heading,
    interfaces,
    version: (['major', 'minor', 'patch'] as const).find((part) => all.has(part)),
    failed: interfaces.flatMap(({ name, changes }) => (changes.some((change) => change.fails) ? [name] : [])),
  }
}

/** The changes as findings of all tools: those that fail are errors, and accepted ones are notes. */
export function findingsOf({ interfaces }: DiffResult): Finding[] {
  return interfaces.flatMap(({ name, changes }) =>
    changes.map((change): Finding => {
      const { id, level, place, detail, acceptedBy, found, fails } = change
      const isNote = acceptedBy !== undefined || level === 'info'
      const title = `${place}: ${kinds.get(id)?.title ?? id}${detail && `: ${detail}`}`
      return {
        id,
        level: fails ? 'error' : isNote ? 'note' : 'warning',
        message: [title, ...linesOf(change).map((line) => line.join(' '))].join('; '),
        operation: place.split(', ')[0] ?? name,
        ...(found && { place: found }),
      }
    }),
  )
}

/** Number of changes of one level that are listed; the others are only counted. */
const maxChanges = 20

export function printDiff(
  { heading, interfaces, version }: DiffResult,
  { showsAll = false }: DiffOptions = {},
): string {
  if (interfaces.length === 0) return `${heading}\n\nNothing that a caller can see has changed.`
  const texts = interfaces.map(({ name, changes }) => {
    const lines = levels.flatMap((level) => {
      const own = changes.filter((change) => change.level === level)
      const shown = showsAll ? own : own.slice(0, maxChanges)
      const more = own.length - shown.length
      return [...shown.flatMap(printChange), ...(more > 0 ? [`… and ${more} more: ${level}`] : [])]
    })
    return [name, ...lines].join('\n  ')
  })
  return [heading, ...texts, ...(version ? [`Version: ${version}.`] : [])].join('\n\n')
}

const maxCalls = 5

/** What shows a change, by the words that say how. */
function linesOf({ level, exchange, twin, calls, acceptedBy }: JudgedChange): [word: string, text: string][] {
  const more = calls.length > maxCalls ? ` and ${calls.length - maxCalls} more` : ''
  const until = acceptedBy?.until ? `, until ${acceptedBy.until}` : ''
  const all: [string, string | undefined][] = [
    ['shown by', exchange],
    ['works', twin],
    ['client', level === 'info' ? '' : calls.slice(0, maxCalls).join(', ') + more],
    ['because', acceptedBy && acceptedBy.because + until],
  ]
  return all.filter((line): line is [string, string] => Boolean(line[1]))
}

function printChange(change: JudgedChange): string[] {
  const { level, id, place, detail, source, others, acceptedBy } = change
  const more = others > 0 ? ` (and in ${others} other place${others > 1 ? 's' : ''})` : ''
  return [
    `${acceptedBy ? 'accepted' : level}  ${id}  ${place}${detail && `: ${detail}`}${more}`,
    ...linesOf(change).map(([word, text]) => `    ${word.padEnd(8)}  ${text}`),
    ...(source === undefined || level === 'info' ? [] : [`    at        ${source}`]),
  ]
}
