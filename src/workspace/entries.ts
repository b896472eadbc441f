import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readSoundYaml } from '../contract/yaml-file.ts'
import { UserError } from '../user-error.ts'
import { withoutDocuments } from './find-root.ts'
import { selectNamed } from './select-named.ts'

export interface InterfaceEntry {
  name: string
  /** Root document of the hand-written sources, relative to the root of the repository. */
  document: string
  /** Folder of the hand-written sources. */
  source: string
  /** Position of its entry: `redocly.yaml:12:5`. */
  place: string
}

/**
 * Every interface that has an OpenAPI document. All tools read this one list, `redocly.yaml`.
 *
 * @throws {UserError} when `redocly.yaml` is missing, is not YAML, or has an entry without a document
 */
export function listEntries(base: string): InterfaceEntry[] {
  const file = join(base, 'redocly.yaml')
  if (!existsSync(file)) throw new UserError('redocly.yaml is missing: it names the interfaces and their documents')
  const config = readSoundYaml('redocly.yaml', file)
  const { apis } = config.data as { apis?: Record<string, { root?: unknown } | null> | null }
  return Object.entries(apis ?? {}).map(([name, api]) => {
    const { line, column } = config.at(['apis', name, 'root'])
    const place = `redocly.yaml:${line}:${column}`
    const document = api?.root
    if (typeof document === 'string') return { name, document, source: dirname(document), place }
    throw new UserError(`${place}  ${name} needs \`root\`: the path of its OpenAPI document`)
  })
}

/**
 * The entries with these names; all if none is given.
 *
 * @throws {UserError} for a name that the workspace does not have, and for a workspace without documents
 */
export function selectEntries(base: string, names: readonly string[]): InterfaceEntry[] {
  const entries = listEntries(base)
  if (entries.length === 0) throw new UserError(`${base}redocly.yaml ${withoutDocuments}`)
  return selectNamed(names, entries)
}

/** The sources of one interface, or of a catalogue of rules without a document. */
export interface SourceFolder {
  name: string
  /** Relative to the root. */
  source: string
  entry: InterfaceEntry | undefined
}

/** A workspace as its files show it, before a document is read. */
export interface WorkspaceFolder {
  /** With a slash at its end. */
  base: string
  /** Interfaces in the order of `redocly.yaml`, then the catalogues of specs/ that have no document. */
  sources: SourceFolder[]
  /** JSON Schema of its catalogues, `specs/rules.schema.yaml`, which a workspace has whose interfaces are folders of specs/. */
  catalogueSchema: string | undefined
}

/** @throws {UserError} when `redocly.yaml` is missing, is not YAML, or has an entry without a document */
export function openFolder(base: string): WorkspaceFolder {
  const interfaces = listEntries(base).map((entry) => ({ name: entry.name, source: entry.source, entry }))
  const named = new Set(interfaces.map(({ source }) => basename(source)))
  const catalogues = globSync('specs/*/rules.yaml', { cwd: base })
    .map((file) => ({ name: basename(dirname(file)), source: dirname(file), entry: undefined }))
    .filter(({ name }) => !named.has(name))
  const schema = 'specs/rules.schema.yaml'
  return {
    base,
    sources: [...interfaces, ...catalogues.sort((one, other) => (one.name < other.name ? -1 : 1))],
    catalogueSchema: existsSync(join(base, schema)) ? schema : undefined,
  }
}
