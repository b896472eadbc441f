import type { DocumentNode } from '../../contract/json-pointer.ts'
import { printJson } from '../../json-text.ts'
import { fragmentOf, schemasOf } from '../data/operations.ts'
import type { System } from '../data/system.ts'

/** Schemas on one page, and about how large their part of the page is. */
const maxSchemas = 250
const maxBytes = 120_000

/** The component schemas of one page. */
interface SchemaPage {
  path: string
  schemas: [name: string, schema: DocumentNode][]
}

const pagesOfDocuments = new WeakMap<DocumentNode, { pages: SchemaPage[]; paths: ReadonlyMap<string, string> }>()

function pagesIn(system: System) {
  const document = system.contract?.document ?? {}
  const known = pagesOfDocuments.get(document)
  if (known) return known
  const pages: SchemaPage[] = []
  let bytes = 0
  for (const entry of schemasOf(system)) {
    const text = printJson(entry[1])
    // A field has its markup.
    const size = text.length + 130 * text.split('{').length
    const last = pages.at(-1)
    if (last && last.schemas.length < maxSchemas && bytes + size < maxBytes) last.schemas.push(entry)
    else {
      const path = `${system.name}/schemas/${pages.length === 0 ? '' : `${pages.length + 1}/`}`
      pages.push({ path, schemas: [entry] })
      bytes = 0
    }
    bytes += size
  }
  const paths = new Map(pages.flatMap(({ path, schemas }) => schemas.map(([name]) => [name, path] as const)))
  const found = { pages, paths }
  pagesOfDocuments.set(document, found)
  return found
}

export function listSchemaPages(system: System): readonly SchemaPage[] {
  return pagesIn(system).pages
}

/** Site path of a component schema, with its fragment. */
export function pathOfSchema(system: System, schema: string): string {
  const path = pagesIn(system).paths.get(schema) ?? `${system.name}/schemas/`
  return `${path}#${fragmentOf(`schema/${schema}`)}`
}
