import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { posix } from 'node:path'
import { type Diagnostic, distinct } from '../specs/diagnostic.ts'
import { readSpecFolder, type SpecFolder } from '../specs/spec-folder.ts'
import { citationDiagnostics, idDiagnostics, operationDiagnostics, sourceDiagnostics } from './catalogue.ts'
import { coverageDiagnostics, readSourceTexts } from './coverage.ts'
import { companionDiagnostics, schemaDiagnostics } from './json-schema.ts'
import {
  fileNameDiagnostics,
  orphanDiagnostics,
  referenceDiagnostics,
  sharedOrphanDiagnostics,
  versionDiagnostics,
} from './layout.ts'
import { interfaceNames, type LintContext } from './lint-context.ts'
import { redoclyDiagnostics } from './redocly.ts'
import { spectralDiagnostics } from './spectral.ts'

/** All faults of one interface: in its documents, data files and catalogue. Reads its files again at each call. */
export async function lintInterface(name: string, context: LintContext): Promise<Diagnostic[]> {
  return distinct(await interfaceDiagnostics(name, await readSpecFolder(context.root, name), context))
}

/** All faults of every interface, and those that only show across interfaces. */
export async function lintAll(context: LintContext): Promise<Diagnostic[]> {
  const { root } = context
  const folders = await Promise.all(interfaceNames(context).map((name) => readSpecFolder(root, name)))
  const shared = await readSpecFolder(root, 'shared')
  const diagnostics = await Promise.all(folders.map((folder) => interfaceDiagnostics(folder.name, folder, context)))
  return distinct([...diagnostics.flat(), ...sharedOrphanDiagnostics(shared, folders), ...(await unlisted(context))])
}

async function interfaceDiagnostics(name: string, folder: SpecFolder, context: LintContext): Promise<Diagnostic[]> {
  // If files are missing or malformed, later findings would be guesses.
  const missing = [
    ...missingFiles(name, folder, context),
    ...[...folder.files.values()].flatMap((file) => file.diagnostics),
  ]
  if (missing.length > 0) return missing

  const document = context.documents.get(name)
  return [
    ...catalogueDiagnostics(name, folder, context),
    ...companionDiagnostics(folder),
    ...(document ? await documentDiagnostics(name, document, folder, context) : []),
  ]
}

function missingFiles(
  name: string,
  { path, files }: SpecFolder,
  { documents, catalogues, sources }: LintContext,
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

function catalogueDiagnostics(name: string, folder: SpecFolder, context: LintContext): Diagnostic[] {
  const { root, catalogues, sources, catalogueSchema, documents } = context
  const catalogue = catalogues.find((candidate) => candidate.name === name)
  if (!catalogue) return []
  const names = sources.map((source) => source.name)
  return [
    ...schemaDiagnostics(catalogue.yaml, catalogueSchema, 'rule-form'),
    ...idDiagnostics(catalogue, catalogues),
    ...operationDiagnostics(catalogue, folder),
    ...(documents.has(name) ? citationDiagnostics(catalogue, folder) : []),
    ...sourceDiagnostics(catalogue, names, readSourceTexts(root, sources)),
    ...coverageDiagnostics(name, sources, catalogues),
  ]
}

async function documentDiagnostics(
  name: string,
  document: string,
  folder: SpecFolder,
  { root }: LintContext,
): Promise<Diagnostic[]> {
  const layout = [...orphanDiagnostics(folder), ...fileNameDiagnostics(folder)]
  // Redocly and Spectral would each report these faults again, with their consequences.
  const unsound = [...versionDiagnostics(document, folder), ...referenceDiagnostics(folder)]
  if (unsound.length > 0) return [...layout, ...unsound]
  const redocly = await redoclyDiagnostics(root, name, document)
  const spectral = await spectralDiagnostics(root, document)
  return [...layout, ...withoutEchoes(redocly, spectral), ...spectral]
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
