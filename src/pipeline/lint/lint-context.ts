import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { posix } from 'node:path'
import type { ReadOptions } from '../../contract/published/read-document.ts'
import { parseSoundYaml, parseYaml, type YamlFile } from '../../contract/yaml-file.ts'
import { UserError } from '../../user-error.ts'
import { hasSpecFolders, listEntries } from '../../workspace/entries.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'
import { type ReferenceDocument, readSources } from './coverage.ts'

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
  options?: ReadOptions | undefined
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
export async function readLintContext(root: string): Promise<LintContext> {
  readSound(root, 'redocly.yaml')
  const rulesets = ['.spectral.yaml', '.spectral.yml', '.spectral.json'].map((file) => posix.join(root, file))
  return {
    root,
    documents: new Map(listEntries(root).map(({ name, document }) => [name, document])),
    ruleset: rulesets.find((file) => existsSync(file)),
    folders: hasSpecFolders(root) ? await readFolderContext(root) : undefined,
  }
}

async function readFolderContext(root: string): Promise<FolderContext> {
  const catalogues = (await readdir(posix.join(root, 'specs')))
    .map((name) => ({ name, file: `specs/${name}/rules.yaml` }))
    .filter(({ file }) => existsSync(posix.join(root, file)))
    .map(({ name, file }) => readCatalogue(name, parseYaml(file, readFileSync(posix.join(root, file), 'utf8'))))
  return {
    catalogues,
    sources: readSources(readSound(root, 'specs/sources.yaml')),
    catalogueSchema: readSound(root, 'specs/rules.schema.yaml'),
  }
}

/** Every interface that has a document, a catalogue, or facts in the reference. */
export function interfaceNames({ documents, folders }: LintContext): string[] {
  const { catalogues = [], sources = [] } = folders ?? {}
  const withFacts = sources.flatMap(({ facts }) => Object.keys(facts))
  return [...new Set([...documents.keys(), ...catalogues.map(({ name }) => name), ...withFacts])]
}

/** A file without which the lint cannot run. */
function readSound(root: string, file: string): YamlFile {
  if (!existsSync(posix.join(root, file))) throw new UserError(`${file} is missing; the lint needs it.`)
  return parseSoundYaml(file, readFileSync(posix.join(root, file), 'utf8'))
}
