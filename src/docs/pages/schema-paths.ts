import type { DocumentNode } from '../../contract/json-pointer.ts'
import { printJson } from '../../json-text.ts'
import { memoizeByObject } from '../../memoize.ts'
import { fragmentOf, namedSchemas } from '../data/operations.ts'
import type { System } from '../data/system.ts'
import { inPages, type ListPage } from '../page.ts'

/** Bytes of the schemas of one page, and what the markup of a schema or a field takes. */
const maxBytes = 120_000
const markup = 130

type SchemaPages = ListPage<[name: string, schema: DocumentNode]>[]

const pagesIn = memoizeByObject((system: System): { pages: SchemaPages; paths: ReadonlyMap<string, string> } => {
  const pages = inPages(namedSchemas(system), `${system.name}/schemas/`, maxBytes, ([, schema]) => {
    const text = printJson(schema)
    return text.length + markup * (2 + text.split('{').length)
  })
  return { pages, paths: new Map(pages.flatMap(({ path, items }) => items.map(([name]) => [name, path] as const))) }
})

export function listSchemaPages(system: System): SchemaPages {
  return pagesIn(system).pages
}

/** Site path of a component schema, with its fragment. */
export function pathOfSchema(system: System, schema: string): string {
  const path = pagesIn(system).paths.get(schema) ?? `${system.name}/schemas/`
  return `${path}#${fragmentOf(`schema/${schema}`)}`
}
