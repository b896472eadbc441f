import { existsSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseYaml } from '../../contract/yaml-file.ts'
import { printableLines } from '../../printable.ts'
import { findUserInterface } from '../../workspace/interfaces.ts'
import { root, rootUrl } from '../../workspace/root.ts'

export interface FileLine {
  file: string
  /** Counted from 1. */
  line: number
}

interface SourceLinkOptions {
  /** Address of the mock or of a copy of its pages: `http://127.0.0.1:4010`. */
  docs?: string | undefined
  /** The file of the caller that has an interface checked: the line of the target file, or the workflow. */
  place?: (interfaceName: string) => FileLine | undefined
  /** The address in front of `specs/orders/rules.yaml`: `https://git.example/rulebound/blob/main/`; undefined where there is none. */
  sources: string | undefined
  /** The folder that readers of a text are in. Default: that of the repository. */
  from?: string
  load?: (interfaceName: string) => Catalogue
}

export type SourceLinks = ReturnType<typeof createSourceLinks>

/** Reads the catalogue of an interface on its first use. */
export function createSourceLinks({
  docs,
  place = () => undefined,
  sources,
  from = root,
  load = loadCatalogue,
}: SourceLinkOptions) {
  const catalogues = new Map<string, Catalogue>()
  const catalogueOf = (name: string): Catalogue => {
    const catalogue = catalogues.get(name) ?? load(name)
    catalogues.set(name, catalogue)
    return catalogue
  }
  return {
    place,
    /** The documentation of a rule; undefined where none is published. */
    docs: (interfaceName: string, id: string) =>
      docs && `${docs.replace(/\/+$/, '')}/docs/${encodeURIComponent(interfaceName)}/rules/#${encodeURIComponent(id)}`,
    /**
     * The line of a rule or gap in its catalogue; without an address where nobody has published it. `shown` is for readers of a text: a file
     * of theirs, or the address; undefined if they have neither.
     */
    source(interfaceName: string, id: string) {
      const { file, entries } = catalogueOf(interfaceName)
      const line = entries.get(id)?.line
      if (line === undefined) return undefined
      const url = sources === undefined ? undefined : `${sources}${file}#L${line}`
      const path = relative(from, join(root, file)).replaceAll(sep, '/')
      const outside = url?.startsWith('https:') ? url : undefined
      return { file, line, url, shown: path.startsWith('../') ? outside : `${path}:${line}` }
    },
    /** The text of a rule or gap. */
    statement: (interfaceName: string, id: string) => catalogueOf(interfaceName).entries.get(id)?.statement,
  }
}

/** The positions of the rules and gaps of one interface. */
export interface Catalogue {
  /** From the root of the repository: `specs/orders/rules.yaml`. */
  file: string
  /** Lines are counted from 1. */
  entries: ReadonlyMap<string, { line: number; statement: string }>
}

export function loadCatalogue(interfaceName: string): Catalogue {
  const own = findUserInterface(interfaceName)?.catalogue
  if (own !== undefined) {
    const file = relative(process.cwd(), own).replaceAll('\\', '/')
    return existsSync(own) ? readCatalogue(file, readFileSync(own, 'utf8')) : { file, entries: new Map() }
  }
  const file = `specs/${interfaceName}/rules.yaml`
  return readCatalogue(file, readFileSync(new URL(file, rootUrl), 'utf8'))
}

/** @param text the YAML of a `rules.yaml` */
export function readCatalogue(file: string, text: string): Catalogue {
  const yaml = parseYaml(file, text)
  const entries = new Map<string, { line: number; statement: string }>()
  for (const list of ['rules', 'gaps']) {
    const items: unknown = Object(yaml.data)[list]
    for (const [index, item] of Array.isArray(items) ? items.entries() : []) {
      entries.set(String(item.id), {
        line: yaml.at([list, index]).line,
        statement: printableLines(String(item.statement)),
      })
    }
  }
  return { file, entries }
}
