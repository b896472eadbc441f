import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { posix } from 'node:path'
import type { ReadOptions } from '../../contract/published/read-document.ts'
import { plural } from '../../report/finding.ts'
import { selectEntries } from '../../workspace/entries.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import { selectNamed } from '../../workspace/select-named.ts'
import { changedSentences } from '../rules/drafts.ts'
import { type Diagnostic, distinct } from '../specs/diagnostic.ts'
import { readSpecFolder, type SpecFolder } from '../specs/spec-folder.ts'
import {
  citationDiagnostics,
  citedIdDiagnostics,
  idDiagnostics,
  operationDiagnostics,
  sourceDiagnostics,
} from './catalogue.ts'
import { coverageDiagnostics, readSourceTexts } from './coverage.ts'
import {
  fileNameDiagnostics,
  orphanDiagnostics,
  referenceDiagnostics,
  sharedOrphanDiagnostics,
  versionDiagnostics,
} from './layout.ts'
import { type FolderContext, interfaceNames, type LintContext, readLintContext } from './lint-context.ts'
import { minimalDiagnostics, redoclyDiagnostics } from './redocly.ts'
import { companionDiagnostics, schemaDiagnostics } from './structure.ts'

/** What a lint has looked at, and what it found. */
export interface LintResult {
  diagnostics: Diagnostic[]
  /** `2 documents, 12 rules` */
  subject: string
  /** Whether a warning fails as an error does. */
  isStrict: boolean
}

/**
 * Lints interfaces of the workspace: by its `redocly.yaml`, by its ruleset of Spectral if there is one, and by the rules that they cite; a
 * workspace of spec folders asks for more. Without a name, it lints all, and what only shows across interfaces.
 *
 * @param root absolute, with a slash at its end
 * @throws {UserError} for a name that the workspace does not have, and for a catalogue that cannot be read
 */
export async function lintWorkspace(
  root: string,
  names: readonly string[],
  options?: ReadOptions,
): Promise<LintResult> {
  const context = { ...(await readLintContext(root)), options }
  if (!context.folders) selectEntries(root, names)
  const all = interfaceNames(context).map((name) => ({ name }))
  const chosen = selectNamed(names, all).map(({ name }) => name)
  const diagnostics = names.length > 0 ? await lintNamed(chosen, context) : await lintAll(context)
  const isSound = diagnostics.every(({ severity }) => severity !== 'error')
  const documents = chosen.filter((name) => context.documents.has(name))
  const rules = isSound ? await countRules(chosen, context) : undefined
  const subject = [plural(documents.length, 'document'), ...(rules === undefined ? [] : [plural(rules, 'rule')])]
  return { diagnostics, subject: subject.join(', '), isStrict: context.folders !== undefined }
}

/**
 * Lints documents of anybody: no more is asked of them than that they are OpenAPI.
 */
export async function lintFiles(files: readonly string[], options?: ReadOptions): Promise<LintResult> {
  const found = files.map(async (file) => [...(await minimalDiagnostics(file, options)), ...changedSentences(file)])
  const diagnostics = distinct((await Promise.all(found)).flat())
  return { diagnostics, subject: plural(files.length, 'document'), isStrict: false }
}

/** Written rules. Those that documents imply are not counted. */
async function countRules(names: readonly string[], { root, folders }: LintContext): Promise<number> {
  const catalogues = folders?.catalogues.filter(({ name }) => names.includes(name)) ?? []
  if (folders) return catalogues.flatMap(({ entries }) => entries.filter(({ list }) => list === 'rules')).length
  const { interfaces } = await openWorkspace({ words: names, from: root })
  return interfaces.flatMap(({ rules }) => rules.filter(({ answer }) => answer === undefined)).length
}

async function lintNamed(names: readonly string[], context: LintContext): Promise<Diagnostic[]> {
  return distinct((await Promise.all(names.map((name) => lintInterface(name, context)))).flat())
}

/** All faults of one interface: in its documents, data files and catalogue. Reads its files again at each call. */
export async function lintInterface(name: string, context: LintContext): Promise<Diagnostic[]> {
  const folder = context.folders && (await readSpecFolder(context.root, name))
  return distinct(await interfaceDiagnostics(name, folder, context))
}

/** All faults of every interface, and those that only show across interfaces. */
export async function lintAll(context: LintContext): Promise<Diagnostic[]> {
  const { root } = context
  const names = interfaceNames(context)
  if (!context.folders) return lintNamed(names, context)
  const folders = await Promise.all(names.map((name) => readSpecFolder(root, name)))
  const shared = await readSpecFolder(root, 'shared')
  const diagnostics = await Promise.all(folders.map((folder) => interfaceDiagnostics(folder.name, folder, context)))
  return distinct([...diagnostics.flat(), ...sharedOrphanDiagnostics(shared, folders), ...(await unlisted(context))])
}

async function interfaceDiagnostics(
  name: string,
  folder: SpecFolder | undefined,
  context: LintContext,
): Promise<Diagnostic[]> {
  const document = context.documents.get(name)
  if (!folder || !context.folders) return document ? documentDiagnostics(name, document, context) : []
  // If files are missing or malformed, later findings would be guesses.
  const missing = [
    ...missingFiles(name, folder, context.documents, context.folders),
    ...[...folder.files.values()].flatMap((file) => file.diagnostics),
  ]
  if (missing.length > 0) return missing

  return [
    ...catalogueDiagnostics(name, folder, context.folders, context),
    ...companionDiagnostics(folder),
    ...(document ? await folderDiagnostics(name, document, folder, context) : []),
  ]
}

function missingFiles(
  name: string,
  { path, files }: SpecFolder,
  documents: LintContext['documents'],
  { catalogues, sources }: FolderContext,
): Diagnostic[] {
  const diagnostic = { line: 1, column: 1, severity: 'error', rule: 'missing-file' } as const
  const document = documents.get(name)
  if (document && !files.has(document)) {
    const message = `redocly.yaml names this file as the document of ${name}. Write it, or remove the entry.`
    return [{ ...diagnostic, file: document, message }]
  }
  const needsCatalogue =
    sources.some(({ facts }) => facts[name] !== undefined) ||
    [...files.values()].some((file) => file.under('x-rules').length > 0)
  if (needsCatalogue && !catalogues.some((catalogue) => catalogue.name === name)) {
    return [
      { ...diagnostic, file: `${path}/rules.yaml`, message: `${name} has documented rules. Write their catalogue.` },
    ]
  }
  return []
}

function catalogueDiagnostics(
  name: string,
  folder: SpecFolder,
  { catalogues, sources, catalogueSchema }: FolderContext,
  { root, documents }: LintContext,
): Diagnostic[] {
  const catalogue = catalogues.find((candidate) => candidate.name === name)
  if (!catalogue) return []
  const names = sources.map((source) => source.name)
  return [
    ...schemaDiagnostics(catalogue.yaml, catalogueSchema, 'rule-form'),
    ...idDiagnostics(catalogue, catalogues),
    ...operationDiagnostics(catalogue, folder),
    ...citedIdDiagnostics(catalogue, folder),
    ...(documents.has(name) ? citationDiagnostics(catalogue, folder) : []),
    ...sourceDiagnostics(catalogue, names, readSourceTexts(root, sources)),
    ...coverageDiagnostics(name, sources, catalogues),
  ]
}

async function folderDiagnostics(
  name: string,
  document: string,
  folder: SpecFolder,
  context: LintContext,
): Promise<Diagnostic[]> {
  const layout = [...orphanDiagnostics(folder), ...fileNameDiagnostics(folder)]
  // Redocly and Spectral would each report these faults again, with their consequences.
  const unsound = [...versionDiagnostics(document, folder), ...referenceDiagnostics(folder)]
  return [...layout, ...(unsound.length > 0 ? unsound : await documentDiagnostics(name, document, context))]
}

async function documentDiagnostics(
  name: string,
  document: string,
  { root, ruleset, folders, options }: LintContext,
): Promise<Diagnostic[]> {
  const redocly = await redoclyDiagnostics(root, name, document, options)
  const sentences = changedSentences(posix.join(root, document))
  // Workspaces of spec folders have the rules of this package.
  const spectral = folders || ruleset !== undefined ? await runSpectral(root, document, ruleset) : []
  return [...withoutEchoes(redocly, spectral), ...sentences, ...spectral]
}

/** Loaded only where there is a ruleset. */
async function runSpectral(root: string, document: string, ruleset: string | undefined): Promise<Diagnostic[]> {
  const { spectralDiagnostics } = await import('./spectral.ts')
  return spectralDiagnostics(root, document, ruleset)
}

/** A broken `pattern` is reported once, and not again for each example that cannot be validated against it. */
function withoutEchoes(redocly: Diagnostic[], spectral: Diagnostic[]): Diagnostic[] {
  if (!spectral.some(({ rule }) => rule === 'plain-pattern')) return redocly
  return redocly.filter(({ message }) => !message.includes('Invalid regular expression'))
}

/** Documents that redocly.yaml does not list, so that no tool reads them. */
async function unlisted({ root, documents }: LintContext): Promise<Diagnostic[]> {
  const listed = new Set(documents.values())
  const folders = await readdir(posix.join(root, 'specs'))
  return folders
    .map((folder) => `specs/${folder}/openapi.yaml`)
    .filter((file) => existsSync(posix.join(root, file)) && !listed.has(file))
    .map((file) => {
      const message = 'No entry of `apis` in redocly.yaml names this document; add one.'
      return { file, line: 1, column: 1, severity: 'error', rule: 'unlisted-document', message }
    })
}
