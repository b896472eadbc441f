import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { posix } from 'node:path'
import type { ReadOptions } from '../../contract/published/read-document.ts'
import { readCatalogue } from '../../contract/rule-catalogue.ts'
import { readSoundYaml, type YamlFile } from '../../contract/yaml-file.ts'
import { distinctFindings, errorAt, type Finding, plural } from '../../report/finding.ts'
import { openFolder, selectEntries, type WorkspaceFolder } from '../../workspace/entries.ts'
import { selectNamed } from '../../workspace/select-named.ts'
import { changedSentences } from '../rules/drafts.ts'
import { type Catalogue, citationFaults, citedIdFaults, idFaults, operationFaults, sourceFaults } from './catalogue.ts'
import { coverageFaults, type ReferenceDocument, readSources, readSourceTexts } from './coverage.ts'
import {
  faultOfFile,
  fileNameFaults,
  orphanFaults,
  referenceFaults,
  sharedOrphanFaults,
  versionFaults,
} from './layout.ts'
import { minimalFindings, redoclyFindings } from './redocly.ts'
import { readSpecFolder, type SpecFolder } from './spec-folder.ts'
import { companionFaults, schemaFaults } from './structure.ts'

/** What a lint has looked at, and what it found. */
export interface LintResult {
  findings: Finding[]
  /** `2 documents` */
  subject: string
  /** Whether a warning fails as an error does. */
  isStrict: boolean
}

/** Facts about a workspace that the lint of one interface needs. They also say how strict it is. */
export interface LintContext {
  root: string
  /** The OpenAPI document of each interface in redocly.yaml, by name. */
  documents: Map<string, string>
  /** Path of the ruleset of Spectral, if the workspace has one. */
  ruleset: string | undefined
  /** What the interfaces of a workspace of spec folders have to keep beyond that; there, warnings fail as well. */
  folders: FolderContext | undefined
  /** How documents are read. */
  options: ReadOptions | undefined
}

/** The catalogues of a workspace whose interfaces are folders of specs/, and what they have to cover. */
export interface FolderContext {
  catalogues: Catalogue[]
  sources: ReferenceDocument[]
  /** The JSON Schema of a catalogue. */
  catalogueSchema: YamlFile
}

/**
 * @param root absolute
 * @throws {UserError} when redocly.yaml, specs/sources.yaml or specs/rules.schema.yaml is missing or malformed
 */
export function readLintContext(root: string, options?: ReadOptions): LintContext {
  const folder = openFolder(root)
  const rulesets = ['.spectral.yaml', '.spectral.yml', '.spectral.json'].map((file) => posix.join(root, file))
  return {
    root,
    documents: new Map(folder.sources.flatMap(({ name, entry }) => (entry ? [[name, entry.document]] : []))),
    ruleset: rulesets.find((file) => existsSync(file)),
    folders: readFolderContext(folder),
    options,
  }
}

function readFolderContext({ base, sources, catalogueSchema }: WorkspaceFolder): FolderContext | undefined {
  if (catalogueSchema === undefined) return undefined
  const read = (file: string) => readSoundYaml(file, posix.join(base, file))
  return {
    catalogues: sources.flatMap(({ name, source }) => {
      const file = `${source}/rules.yaml`
      const catalogue = readCatalogue(file, posix.join(base, file))
      const entries = catalogue?.entries.filter(({ id }) => id !== '')
      return catalogue && entries ? [{ ...catalogue, name, entries }] : []
    }),
    sources: readSources(read('specs/sources.yaml')),
    catalogueSchema: read(catalogueSchema),
  }
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
  const context = readLintContext(root, options)
  const { folders } = context
  const all = folders ? namesOf(context, folders).map((name) => ({ name })) : selectEntries(root, [])
  const chosen = selectNamed(names, all).map(({ name }) => name)
  const specs =
    folders && new Map(await Promise.all(chosen.map(async (name) => [name, await readSpecFolder(root, name)] as const)))
  const found = await Promise.all(chosen.map((name) => lintInterface(name, context, specs?.get(name))))
  const across = specs && names.length === 0 ? await lintAcross([...specs.values()], context) : []
  const documents = chosen.filter((name) => context.documents.has(name))
  return {
    findings: distinctFindings([...found.flat(), ...across]),
    subject: plural(documents.length, 'document'),
    isStrict: folders !== undefined,
  }
}

/** Lints foreign documents, which have to be OpenAPI and nothing more. */
export async function lintFiles(files: readonly string[], options?: ReadOptions): Promise<LintResult> {
  const found = files.map(async (file) => [...(await minimalFindings(file, options)), ...changedSentences(file)])
  const findings = distinctFindings((await Promise.all(found)).flat())
  return { findings, subject: plural(files.length, 'document'), isStrict: false }
}

/** Every interface that has a document, a catalogue, or facts in the reference. */
function namesOf({ documents }: LintContext, { catalogues, sources }: FolderContext): string[] {
  const withFacts = sources.flatMap(({ facts }) => Object.keys(facts))
  return [...new Set([...documents.keys(), ...catalogues.map(({ name }) => name), ...withFacts])]
}

/** All faults of one interface: in its documents, data files and catalogue. */
async function lintInterface(name: string, context: LintContext, folder?: SpecFolder): Promise<Finding[]> {
  const { documents, folders } = context
  const document = documents.get(name)
  if (!folder || !folders) return document ? lintDocument(name, document, context) : []
  // If files are missing or malformed, later findings would be guesses.
  const missing = [
    ...missingFiles(folder, document, folders),
    ...[...folder.files.values()].flatMap(({ diagnostics }) =>
      diagnostics.map(({ message, ...place }) => errorAt(place, 'yaml', message)),
    ),
  ]
  if (missing.length > 0) return missing
  const ofFolder = [
    ...lintCatalogue(folder, folders, context),
    ...companionFaults(folder),
    ...(document ? [...orphanFaults(folder), ...fileNameFaults(folder)] : []),
  ]
  // Redocly and Spectral would each report these faults again, with their consequences.
  const unsound = document ? [...versionFaults(document, folder), ...referenceFaults(folder)] : []
  const ofDocument = document && unsound.length === 0 ? await lintDocument(name, document, context) : []
  return [...ofFolder, ...unsound, ...ofDocument]
}

function missingFiles(
  { name, path, files }: SpecFolder,
  document: string | undefined,
  { catalogues, sources }: FolderContext,
): Finding[] {
  const rule = 'missing-file'
  if (document && !files.has(document)) {
    const message = `redocly.yaml names this file as the document of ${name}. Write it, or remove the entry.`
    return [faultOfFile(document, rule, message)]
  }
  const needsCatalogue =
    sources.some(({ facts }) => facts[name] !== undefined) ||
    [...files.values()].some((file) => file.under('x-rules').length > 0)
  return needsCatalogue && !catalogues.some((catalogue) => catalogue.name === name)
    ? [faultOfFile(`${path}/rules.yaml`, rule, `${name} has documented rules. Write their catalogue.`)]
    : []
}

function lintCatalogue(
  folder: SpecFolder,
  { catalogues, sources, catalogueSchema }: FolderContext,
  { root, documents }: LintContext,
): Finding[] {
  const { name } = folder
  const catalogue = catalogues.find((candidate) => candidate.name === name)
  if (!catalogue) return []
  const names = sources.map((source) => source.name)
  return [
    ...schemaFaults(catalogue.yaml, catalogueSchema, 'rule-form'),
    ...idFaults(catalogue, catalogues),
    ...operationFaults(catalogue, folder),
    ...citedIdFaults(catalogue, folder),
    ...(documents.has(name) ? citationFaults(catalogue, folder) : []),
    ...sourceFaults(catalogue, names, readSourceTexts(root, sources)),
    ...coverageFaults(name, sources, catalogues),
  ]
}

async function lintDocument(
  name: string,
  document: string,
  { root, ruleset, folders, options }: LintContext,
): Promise<Finding[]> {
  const redocly = await redoclyFindings(root, name, document, options)
  const sentences = changedSentences(posix.join(root, document))
  // Workspaces of spec folders have the rules of this package. Loaded only where there is a ruleset.
  const spectral =
    folders || ruleset !== undefined
      ? await (await import('./spectral.ts')).spectralFindings(root, document, ruleset)
      : []
  // A broken `pattern` is reported once, and not again for each example that cannot be validated against it.
  const isBroken = spectral.some(({ id }) => id === 'plain-pattern')
  const others = redocly.filter(({ message }) => !(isBroken && message.includes('Invalid regular expression')))
  return [...others, ...sentences, ...spectral]
}

/** Shared files that nothing refers to, and documents that redocly.yaml does not list, so that no tool reads them. */
async function lintAcross(specs: readonly SpecFolder[], { root, documents }: LintContext): Promise<Finding[]> {
  const listed = new Set(documents.values())
  const folders = await readdir(posix.join(root, 'specs'))
  const unlisted = folders
    .map((folder) => `specs/${folder}/openapi.yaml`)
    .filter((file) => existsSync(posix.join(root, file)) && !listed.has(file))
    .map((file) =>
      faultOfFile(file, 'unlisted-document', 'No entry of `apis` in redocly.yaml names this document; add one.'),
    )
  return [...sharedOrphanFaults(await readSpecFolder(root, 'shared'), specs), ...unlisted]
}
