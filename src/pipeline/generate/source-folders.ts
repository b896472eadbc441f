import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { UserError } from '../../user-error.ts'
import { type InterfaceEntry, listEntries } from '../../workspace/entries.ts'

/** One folder of `specs/`: an interface, or a rule catalogue without endpoints. */
export interface SourceFolder {
  name: string
  /** Folder of the sources, relative to the root. */
  source: string
  /** The OpenAPI document, if there is one. */
  entry: InterfaceEntry | null
}

/**
 * Interfaces in the order of `redocly.yaml`, then the catalogues that have no document.
 *
 * @throws {UserError} when a document that `redocly.yaml` names is not there
 */
export function listSourceFolders(base: string): SourceFolder[] {
  const entries = listEntries(base)
  const absent = entries.filter((entry) => !existsSync(join(base, entry.document)))
  if (absent.length > 0) {
    const lines = absent.map(
      ({ document, place }) => `${place}  there is no ${document}; write it, or remove the entry`,
    )
    throw new UserError(lines.join('\n'))
  }
  const interfaces = entries.map((entry) => ({ name: entry.name, source: entry.source, entry }))
  const folders = existsSync(join(base, 'specs')) ? readdirSync(join(base, 'specs')) : []
  const catalogues = folders
    .filter((name) => existsSync(join(base, 'specs', name, 'rules.yaml')))
    .filter((name) => !entries.some((entry) => basename(entry.source) === name))
    .sort()
  return [...interfaces, ...catalogues.map((name) => ({ name, source: `specs/${name}`, entry: null }))]
}
