import { existsSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { type PublishedDocument, type ReadOptions, readDocument } from '../../contract/published/read-document.ts'
import { notFetched } from '../../contract/published/references.ts'
import { readCatalogue } from '../../contract/rule-catalogue.ts'
import { assertSound } from '../../contract/yaml-file.ts'
import { UserError } from '../../user-error.ts'
import { listEntries, openFolder } from '../../workspace/entries.ts'
import type { Git } from './git.ts'

/** The contracts at one moment. */
export interface Revision {
  /** Document of each interface, by its name. */
  documents: ReadonlyMap<string, PublishedDocument>
  /** Sentences of the rules of each catalogue, by its interface and their IDs. */
  rules: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/**
 * The contracts at a commit, from the sources at that commit. If it has no `redocly.yaml`, the present one counts.
 *
 * @param base the root of the workspace, with a slash at its end
 * @throws {UserError} for sources that cannot be read
 */
export function revisionAt(git: Git, commit: string, base: string, options: ReadOptions = {}): Promise<Revision> {
  return git.readAt(commit, async (then) => {
    const entries = listEntries(existsSync(join(then, 'redocly.yaml')) ? then : base)
    const apis = entries
      .filter(({ document }) => existsSync(join(then, document)))
      .map(({ name, document }) => [name, { root: document }])
    // Nothing else of the file is needed, and its plugins are not here.
    writeFileSync(join(then, 'redocly.yaml'), JSON.stringify({ apis: Object.fromEntries(apis) }))
    return await readRevision(then, optionsThen(options, base, then))
  })
}

/** Overlays are files of the commit, too, but for those from elsewhere. */
export function optionsThen({ allowFiles, overlays = [] }: ReadOptions, base: string, then: string): ReadOptions {
  const isOutside = (path: string) => path.startsWith('..') || isAbsolute(path)
  const paths = overlays.map((overlay) => {
    const path = relative(base, resolve(overlay))
    return isOutside(path) ? overlay : join(then, path)
  })
  return { allowFiles, overlays: paths.filter((path) => existsSync(path)) }
}

/**
 * The contracts in a folder, from the sources, so that nothing has to be generated or committed first.
 *
 * @param base the root of the workspace, with a slash at its end
 * @throws {UserError} for sources that cannot be read
 */
export async function readRevision(base: string, options: ReadOptions = {}): Promise<Revision> {
  const { sources: folders } = openFolder(base)
  const documents = folders.flatMap(({ name, entry }) =>
    entry
      ? [readSound(join(base, entry.document), entry.document, options, base).then((one) => [name, one] as const)]
      : [],
  )
  const rules = folders.map(({ name, source }) => [name, readRules(base, join(source, 'rules.yaml'))] as const)
  return { documents: new Map(await Promise.all(documents)), rules: new Map(rules) }
}

/**
 * Reads a document whose references all lead somewhere, or to the network.
 *
 * @param name of the document, as messages show it
 * @param reach folder that its files lie in
 * @throws {UserError} for a document that cannot be read, and for references that lead nowhere
 */
export async function readSound(
  path: string,
  name: string,
  { allowFiles, ...others }: ReadOptions,
  reach?: string,
): Promise<PublishedDocument> {
  const folder = reach ?? dirname(path)
  const options = { ...others, allowFiles: reach === undefined ? allowFiles : [reach, ...(allowFiles ?? [])] }
  const shown = (file: string) => (file === path ? name : file.replace(join(folder, '/'), ''))
  const document = await readDocument(path, options).catch((error) => {
    throw error instanceof UserError ? new UserError(error.message.replaceAll(path, name)) : error
  })
  // What is behind an address is not compared, and reported as undecided.
  const broken = document.leftOut.filter(({ isReference, reason }) => isReference && !reason.endsWith(notFetched))
  if (broken.length > 0) {
    const lines = broken.map(({ reason, source, pointer }) => {
      const place = source?.place
      return `${place ? `${shown(place.file)}:${place.line}:${place.column}` : `${name} ${pointer}`}  ${reason}`
    })
    throw new UserError([...new Set(lines)].join('\n').replaceAll(join(folder, '/'), ''))
  }
  return document
}

/** The lint reports entries that are malformed. */
function readRules(base: string, file: string): Map<string, string> {
  const catalogue = readCatalogue(file, join(base, file))
  if (!catalogue) return new Map()
  assertSound(catalogue.yaml)
  const rules = catalogue.entries.filter(({ list, id }) => list === 'rules' && id !== '')
  return new Map(rules.map(({ id, members }) => [id, String(members.statement)]))
}
