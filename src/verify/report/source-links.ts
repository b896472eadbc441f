import { type Catalogue, loadCatalogue } from './catalogue.ts'

/** The links of a report. */
export interface SourceLinks {
  /** The documentation of a rule. */
  docs(interfaceName: string, id: string): string
  /** The line of a rule or gap in its catalogue. */
  source(interfaceName: string, id: string): { file: string; line: number; url: string } | undefined
  /** The text of a rule or gap. */
  statement(interfaceName: string, id: string): string | undefined
}

interface SourceLinkOptions {
  /** Address of the mock or of a copy of its pages: `http://127.0.0.1:4010`. */
  docs: string
  /** The address in front of `specs/orders/rules.yaml`: `https://git.example/rulebound/blob/main/`. */
  sources?: string
  load?: (interfaceName: string) => Catalogue
}

/** Reads the catalogue of an interface on its first use. */
export function createSourceLinks({ docs, sources = '', load = loadCatalogue }: SourceLinkOptions): SourceLinks {
  const catalogues = new Map<string, Catalogue>()
  const catalogueOf = (name: string): Catalogue => {
    const catalogue = catalogues.get(name) ?? load(name)
    catalogues.set(name, catalogue)
    return catalogue
  }
  return {
    docs: (interfaceName, id) =>
      `${docs.replace(/\/+$/, '')}/docs/${encodeURIComponent(interfaceName)}/rules/#${encodeURIComponent(id)}`,
    source(interfaceName, id) {
      const { file, entries } = catalogueOf(interfaceName)
      const line = entries.get(id)?.line
      return line === undefined ? undefined : { file, line, url: `${sources}${file}#L${line}` }
    },
    statement: (interfaceName, id) => catalogueOf(interfaceName).entries.get(id)?.statement,
  }
}
