import { existsSync } from 'node:fs'
import type { DocumentNode } from './json-pointer.ts'
import { readYaml, type YamlFile } from './yaml-file.ts'

/** A rule or a gap of a `rules.yaml`. Its members may have any form. */
export interface CatalogueEntry {
  list: 'rules' | 'gaps'
  path: readonly [list: string, index: number]
  /** Counted from 1. */
  line: number
  /** Empty if there is none. */
  id: string
  members: DocumentNode
}

/** A `rules.yaml`, as far as it can be read. */
export interface CatalogueFile {
  yaml: YamlFile
  /** The beginning of its IDs. */
  prefix: unknown
  entries: CatalogueEntry[]
}

/**
 * Reads a `rules.yaml`; undefined if there is none. It has no entries if it holds something else.
 *
 * @param file its name in messages
 */
export function readCatalogue(file: string, path: string = file): CatalogueFile | undefined {
  if (!existsSync(path)) return undefined
  const yaml = readYaml(file, path)
  const entries = (['rules', 'gaps'] as const).flatMap((list) => {
    const entries: unknown = Object(yaml.data)[list]
    return (Array.isArray(entries) ? entries : []).map((entry, index): CatalogueEntry => {
      const [path, members] = [[list, index] as const, Object(entry)]
      return { list, path, line: yaml.at(path).line, id: typeof members.id === 'string' ? members.id : '', members }
    })
  })
  return { yaml, prefix: Object(yaml.data).prefix, entries }
}
