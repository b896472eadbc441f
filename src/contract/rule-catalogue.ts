import type { DocumentNode } from './json-pointer.ts'
import type { YamlFile } from './yaml-file.ts'

/** A rule or a gap of a `rules.yaml`. Its members may have any form. */
export interface CatalogueEntry {
  list: 'rules' | 'gaps'
  path: readonly [list: string, index: number]
  /** Counted from 1. */
  line: number
  members: DocumentNode
}

/** The rules and gaps of a `rules.yaml`; none in a file that is not read or has other contents. */
export function entriesOf(yaml: YamlFile | undefined): CatalogueEntry[] {
  return (['rules', 'gaps'] as const).flatMap((list) => {
    const entries: unknown = Object(yaml?.data)[list]
    return (Array.isArray(entries) ? entries : []).map((members, index): CatalogueEntry => {
      const path = [list, index] as const
      return { list, path, line: yaml?.at(path).line ?? 1, members: Object(members) }
    })
  })
}
