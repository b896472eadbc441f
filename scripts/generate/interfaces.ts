import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** The repository's root, with a trailing slash. */
export const root: string = fileURLToPath(new URL('../../', import.meta.url))

export interface InterfaceEntry {
  name: string
  /** Root document of the hand-written sources, relative to the root of the repository. */
  document: string
  /** Folder of the hand-written sources. */
  source: string
}

/** Every interface that has an OpenAPI document, as `redocly.yaml` names it: the one list that all tools share. */
export function listInterfaces(base: string = root): InterfaceEntry[] {
  const config: { apis?: Record<string, { root: string }> } = parse(readFileSync(`${base}redocly.yaml`, 'utf8'))
  return Object.entries(config.apis ?? {}).map(([name, api]) => ({
    name,
    document: api.root,
    source: dirname(api.root),
  }))
}
