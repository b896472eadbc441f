import { readFileSync } from 'node:fs'
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml'

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
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const entries = new Map<string, CatalogueEntry>()
  for (const list of [document.get('rules'), document.get('gaps')]) {
    for (const item of isSeq(list) ? list.items : []) {
      if (!isMap(item)) continue
      const { line } = lines.linePos(item.range?.[0] ?? 0)
      entries.set(String(item.get('id')), { line, statement: String(item.get('statement')) })
    }
  }
  return { file, entries }
}
