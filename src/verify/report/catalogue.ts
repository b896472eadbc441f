import { readFileSync } from 'node:fs'
import { parseYaml } from '../../contract/yaml-file.ts'

/** Where the rules and gaps of one interface are written. */
export interface Catalogue {
  /** From the root of the repository: `specs/orders/rules.yaml`. */
  file: string
  entries: ReadonlyMap<string, CatalogueEntry>
}

export interface CatalogueEntry {
  /** Counted from 1. */
  line: number
  statement: string
}

const root = new URL('../../../', import.meta.url)

export function loadCatalogue(interfaceName: string): Catalogue {
  const file = `specs/${interfaceName}/rules.yaml`
  return readCatalogue(file, readFileSync(new URL(file, root), 'utf8'))
}

/** @param text the YAML of a `rules.yaml` */
export function readCatalogue(file: string, text: string): Catalogue {
  const yaml = parseYaml(file, text)
  const entries = new Map<string, CatalogueEntry>()
  for (const list of ['rules', 'gaps']) {
    const items: unknown = Object(yaml.data)[list]
    for (const [index, item] of Array.isArray(items) ? items.entries() : []) {
      entries.set(String(item.id), { line: yaml.at([list, index]).line, statement: String(item.statement) })
    }
  }
  return { file, entries }
}
