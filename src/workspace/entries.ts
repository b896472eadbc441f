import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSoundYaml } from '../contract/yaml-file.ts'
import { UserError } from '../user-error.ts'
import { root } from './root.ts'

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
export function listEntries(base: string = root): InterfaceEntry[] {
  const file = join(base, 'redocly.yaml')
  if (!existsSync(file)) throw new UserError('redocly.yaml is missing: it names the interfaces and their documents')
  const config = parseSoundYaml('redocly.yaml', readFileSync(file, 'utf8'))
  const { apis } = config.data as { apis?: Record<string, { root?: unknown } | null> | null }
  return Object.entries(apis ?? {}).map(([name, api]) => {
    const { line, column } = config.at(['apis', name, 'root'])
    const place = `redocly.yaml:${line}:${column}`
    const document = api?.root
    if (typeof document === 'string') return { name, document, source: dirname(document), place }
    throw new UserError(`${place}  ${name} needs \`root\`: the path of its OpenAPI document`)
  })
}
