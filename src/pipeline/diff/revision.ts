import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSoundYaml } from '../../contract/yaml-file.ts'
import { UserError } from '../../user-error.ts'
import { listEntries } from '../../workspace/entries.ts'
import { bundleInterface, explainFault, printBundle } from '../generate/bundle.ts'
import { listSourceFolders } from '../generate/source-folders.ts'
import { type Entry, readCatalogue } from '../lint/catalogue.ts'
import type { Git } from './git.ts'

/** Rules and gaps of one catalogue, by ID. The lint reports those that are malformed. */
type EntriesById = ReadonlyMap<string, Entry>

/** The contracts at one moment. */
export interface Revision {
  /** Bundled document of each interface, as YAML. */
  bundles: ReadonlyMap<string, string>
  /** Entries of each catalogue, by the name of its interface. */
  ids: ReadonlyMap<string, EntriesById>
  /** Path of each catalogue, by the name of its interface. */
  catalogues: ReadonlyMap<string, string>
  changelog: string
}

/** Files of which documents, catalogues and the changelog consist. */
const sources = /^(?!(.*\/)?(node_modules|generated)\/).*\.(ya?ml|json|md)$/

/**
 * The contracts at a commit, from the sources at that commit. If it has no `redocly.yaml`, the present one counts.
 *
 * @param base the root of the workspace, with a slash at its end
 * @throws {UserError} for sources that cannot be read
 */
export async function revisionAt(git: Git, commit: string, base: string): Promise<Revision> {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-diff-'))
  try {
    const then = git.checkOut(commit, sources, folder)
    const entries = listEntries(existsSync(join(then, 'redocly.yaml')) ? then : base)
    const apis = entries
      .filter(({ document }) => existsSync(join(then, document)))
      .map(({ name, document }) => [name, { root: document }])
    // Nothing else of the file is needed, and its plugins are not here.
    writeFileSync(join(then, 'redocly.yaml'), JSON.stringify({ apis: Object.fromEntries(apis) }))
    return await readRevision(then)
  } catch (error) {
    throw error instanceof UserError ? new UserError(`at ${commit.slice(0, 7)}: ${error.message}`) : error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The contracts in a folder, from the sources, so that nothing has to be generated or committed first.
 *
 * @param base the root of the workspace, with a slash at its end
 * @throws {UserError} for sources that cannot be read
 */
export async function readRevision(base: string): Promise<Revision> {
  const folders = listSourceFolders(base)
  const bundles = folders.map(async ({ name, entry }): Promise<[string, string][]> => {
    if (!entry) return []
    const document = await bundleInterface(entry, base).catch(explainFault(entry, base))
    return [[name, printBundle(document)]]
  })
  const changelog = join(base, 'CHANGELOG.md')
  const catalogues = new Map(folders.map(({ name, source }) => [name, join(source, 'rules.yaml')]))
  return {
    bundles: new Map((await Promise.all(bundles)).flat()),
    ids: new Map([...catalogues].flatMap(([name, file]) => readRules(base, name, file))),
    catalogues,
    changelog: existsSync(changelog) ? readFileSync(changelog, 'utf8') : '',
  }
}

function readRules(base: string, name: string, file: string): [string, EntriesById][] {
  if (!existsSync(join(base, file))) return []
  const { entries } = readCatalogue(name, parseSoundYaml(file, readFileSync(join(base, file), 'utf8')))
  return [[name, new Map(entries.map((entry) => [entry.id, entry]))]]
}
