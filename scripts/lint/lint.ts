import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { citationProblems, idProblems, operationProblems, sourceProblems } from './catalogue.ts'
import { companionProblems } from './companions.ts'
import { coverageProblems } from './coverage.ts'
import { schemaProblems } from './jsonSchema.ts'
import { fileNameProblems, orphanProblems, referenceProblems, sharedOrphanProblems } from './layout.ts'
import { distinct, type Problem } from './problem.ts'
import { redoclyProblems } from './redocly.ts'
import { readSpecFolder, type SpecFolder } from './specFolder.ts'
import { spectralProblems } from './spectral.ts'
import { interfaceNames, readWorkspace, type Workspace } from './workspace.ts'

/** The root of the repository, without a slash at its end. */
export const repository: string = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** Everything that is wrong with one interface: its documents, its data files, its catalogue. */
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
  // Half a file would make every later finding a guess.
  const unreadable = [...folder.files.values()].flatMap(({ problems }) => problems)
  if (unreadable.length > 0) return unreadable

  const document = workspace.documents.get(name)
  return [
    ...catalogueProblems(name, folder, workspace),
    ...companionProblems(folder),
    ...(document ? await documentProblems(name, document, folder, workspace) : []),
  ]
}

function catalogueProblems(
  name: string,
  folder: SpecFolder,
  { root, catalogues, sources, catalogueSchema, documents }: Workspace,
): Problem[] {
  const uncovered = coverageProblems(name, sources, catalogues)
  const catalogue = catalogues.find((candidate) => candidate.name === name)
  if (!catalogue) return uncovered
  return [
    ...schemaProblems(catalogue.yaml, catalogueSchema, 'rule-form'),
    ...idProblems(catalogue, catalogues),
    ...operationProblems(catalogue, folder),
    ...(documents.has(name) ? citationProblems(catalogue, folder) : []),
    ...sourceProblems(catalogue, new Map(sources.map(({ name, lines }) => [name, lines])), (file) =>
      existsSync(posix.join(root, file)),
    ),
    ...uncovered,
  ]
}

async function documentProblems(
  name: string,
  document: string,
  folder: SpecFolder,
  { root }: Workspace,
): Promise<Problem[]> {
  if (!folder.files.has(document)) {
    const message = `redocly.yaml names this file as the document of ${name}, and it is not there. Write it, or remove the entry.`
    return [{ file: document, line: 1, column: 1, severity: 'error', rule: 'missing-document', message }]
  }
  const layout = [...orphanProblems(folder), ...fileNameProblems(folder)]
  const references = referenceProblems(folder)
  // Redocly and Spectral would each report the same broken reference again, and all that follows from it.
  if (references.length > 0) return [...layout, ...references]
  return [...layout, ...(await redoclyProblems(root, name, document)), ...(await spectralProblems(root, document))]
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
