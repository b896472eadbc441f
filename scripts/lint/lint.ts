import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { distinct, type Problem } from '../specs/diagnostic.ts'
import { readSpecFolder, type SpecFolder } from '../specs/spec-folder.ts'
import { citationProblems, idProblems, operationProblems, sourceProblems } from './catalogue.ts'
import { companionProblems } from './companions.ts'
import { coverageProblems } from './coverage.ts'
import { schemaProblems } from './json-schema.ts'
import { fileNameProblems, orphanProblems, referenceProblems, sharedOrphanProblems, versionProblems } from './layout.ts'
import { redoclyProblems } from './redocly.ts'
import { spectralProblems } from './spectral.ts'
import { interfaceNames, readWorkspace, type Workspace } from './workspace.ts'

/** The root of the repository, without a slash at its end. */
export const repository: string = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/**
 * Everything that is wrong with one interface: its documents, its data files, its catalogue. Reads all files anew at each call;
 * throws, with one line for a person, when redocly.yaml, specs/sources.yaml or specs/rules.schema.yaml is missing or malformed.
 */
export async function lintInterface(name: string, workspace?: Workspace): Promise<Problem[]> {
  const all = workspace ?? (await readWorkspace(repository))
  return distinct(await interfaceProblems(name, await readSpecFolder(all.root, name), all))
}

/** The same for every interface, and what only shows in all of them together. */
export async function lintAll(workspace: Workspace): Promise<Problem[]> {
  const { root } = workspace
  const folders = await Promise.all(interfaceNames(workspace).map((name) => readSpecFolder(root, name)))
  const shared = await readSpecFolder(root, 'shared')
  const problems = await Promise.all(folders.map((folder) => interfaceProblems(folder.name, folder, workspace)))
  return distinct([...problems.flat(), ...sharedOrphanProblems(shared, folders), ...(await unlisted(workspace))])
}

async function interfaceProblems(name: string, folder: SpecFolder, workspace: Workspace): Promise<Problem[]> {
  // What is missing or half there would make every later finding a guess.
  const missing = [
    ...missingFiles(name, folder, workspace),
    ...[...folder.files.values()].flatMap((file) => file.problems),
  ]
  if (missing.length > 0) return missing

  const document = workspace.documents.get(name)
  return [
    ...catalogueProblems(name, folder, workspace),
    ...companionProblems(folder),
    ...(document ? await documentProblems(name, document, folder, workspace) : []),
  ]
}

function missingFiles(
  name: string,
  { path, files }: SpecFolder,
  { documents, catalogues, sources }: Workspace,
): Problem[] {
  const problem = { line: 1, column: 1, severity: 'error', rule: 'missing-file' } as const
  const document = documents.get(name)
  if (document && !files.has(document)) {
    const message = `redocly.yaml names this file as the document of ${name}. Write it, or remove the entry.`
    return [{ ...problem, file: document, message }]
  }
  const needsCatalogue =
    sources.some(({ facts }) => facts[name] !== undefined) ||
    [...files.values()].some((file) => file.under('x-rules').length > 0)
  if (needsCatalogue && !catalogues.some((catalogue) => catalogue.name === name)) {
    return [{ ...problem, file: `${path}/rules.yaml`, message: `${name} has documented rules. Write their catalogue.` }]
  }
  return []
}

function catalogueProblems(name: string, folder: SpecFolder, workspace: Workspace): Problem[] {
  const { root, catalogues, sources, catalogueSchema, documents } = workspace
  const catalogue = catalogues.find((candidate) => candidate.name === name)
  if (!catalogue) return []
  const lengths = new Map(sources.map((source) => [source.name, source.lines]))
  return [
    ...schemaProblems(catalogue.yaml, catalogueSchema, 'rule-form'),
    ...idProblems(catalogue, catalogues),
    ...operationProblems(catalogue, folder),
    ...(documents.has(name) ? citationProblems(catalogue, folder) : []),
    ...sourceProblems(catalogue, lengths, (file) => existsSync(posix.join(root, file))),
    ...coverageProblems(name, sources, catalogues),
  ]
}

async function documentProblems(
  name: string,
  document: string,
  folder: SpecFolder,
  { root }: Workspace,
): Promise<Problem[]> {
  const layout = [...orphanProblems(folder), ...fileNameProblems(folder)]
  // Redocly and Spectral would each report these again, with all that follows from them.
  const unsound = [...versionProblems(document, folder), ...referenceProblems(folder)]
  if (unsound.length > 0) return [...layout, ...unsound]
  const redocly = await redoclyProblems(root, name, document)
  const spectral = await spectralProblems(root, document)
  return [...layout, ...withoutEchoes(redocly, spectral), ...spectral]
}

/** A broken `pattern` is reported where it stands, not again by each example that cannot be validated against it. */
function withoutEchoes(redocly: Problem[], spectral: Problem[]): Problem[] {
  if (!spectral.some(({ rule }) => rule === 'plain-pattern')) return redocly
  return redocly.filter(({ message }) => !message.includes('Invalid regular expression'))
}

/** Documents that redocly.yaml forgets: no tool would ever look at them. */
async function unlisted({ root, documents }: Workspace): Promise<Problem[]> {
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
