import { type Catalogue, loadCatalogue } from './catalogue.ts'
import { ruleLink } from './rule-link.ts'

/** Where reports lead their readers. */
export interface SourceLinks {
  /** The documentation of a rule. */
  docs(interfaceName: string, id: string): string
  /** The line of a rule or gap in the sources. */
  source(interfaceName: string, id: string): { file: string; line: number; url: string } | undefined
  /** What the catalogue says of a rule or gap. */
  statement(interfaceName: string, id: string): string | undefined
}

interface SourceLinkOptions {
  /** Where the mock, or a copy of what it serves, can be read. */
  docs: string
  /** What stands before `specs/orders/rules.yaml` in a link: `https://git.example/rulebound/blob/main/`. */
  sources?: string
  load?: (interfaceName: string) => Catalogue
}

/** Reads the catalogue of an interface when it is first asked about. */
export function createSourceLinks({ docs, sources = '', load = loadCatalogue }: SourceLinkOptions): SourceLinks {
  const catalogues = new Map<string, Catalogue>()
  const catalogueOf = (name: string): Catalogue => {
    const catalogue = catalogues.get(name) ?? load(name)
    catalogues.set(name, catalogue)
    return catalogue
  }
  return {
    docs: (interfaceName, id) => ruleLink(docs, interfaceName, id),
    source(interfaceName, id) {
      const { file, entries } = catalogueOf(interfaceName)
      const line = entries.get(id)?.line
      return line === undefined ? undefined : { file, line, url: `${sources}${file}#L${line}` }
    },
    statement: (interfaceName, id) => catalogueOf(interfaceName).entries.get(id)?.statement,
  }
}
