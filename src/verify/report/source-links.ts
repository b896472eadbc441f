import { relative, resolve, sep } from 'node:path'
import { readCatalogue } from '../../contract/rule-catalogue.ts'
import { placeInDocument } from '../../contract/source-text.ts'
import { printableLines } from '../../printable.ts'
import { readRepository, sourcesOf, workflowOf } from '../../workspace/repository.ts'
import { root } from '../../workspace/root.ts'
import type { RuleCatalogue, Workspace } from '../../workspace/workspace.ts'
import type { Target } from '../target/target.ts'

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
  load: (interfaceName: string) => Catalogue
}

/** A result, as far as its place goes. */
interface Placed {
  interface: string
  rule: { source: { document: string; section: string } }
}

export type SourceLinks = ReturnType<typeof createSourceLinks>

/** Reads the catalogue of an interface on its first use. */
export function createSourceLinks({ docs, place = () => undefined, sources, from = root, load }: SourceLinkOptions) {
  const catalogues = new Map<string, Catalogue>()
  const catalogueOf = (name: string): Catalogue => {
    const catalogue = catalogues.get(name) ?? load(name)
    catalogues.set(name, catalogue)
    return catalogue
  }
  return {
    /** The file of the caller where a result belongs: the document that states the rule, else the target file or the workflow. */
    where: ({ interface: name, rule }: Placed): FileLine | undefined => {
      const found = placeInDocument(rule.source)
      return found ? { file: found.file, line: found.line } : place(name)
    },
    /** The documentation of a rule; undefined where none is published. */
    docs: (interfaceName: string, id: string) =>
      docs && `${docs.replace(/\/+$/, '')}/docs/${encodeURIComponent(interfaceName)}/rules/#${encodeURIComponent(id)}`,
    /**
     * The line of a rule or gap in its catalogue; without an address where nobody has published it. `shown` is for readers of a text: a file
     * of theirs, or the address; undefined if they have neither.
     */
    source(interfaceName: string, id: string) {
      const { path: absolute, file, entries } = catalogueOf(interfaceName)
      const line = entries.get(id)?.line
      if (line === undefined) return undefined
      const url = sources === undefined || !absolute.startsWith(root) ? undefined : `${sources}${file}#L${line}`
      const path = relative(from, absolute).replaceAll(sep, '/')
      const outside = url?.startsWith('https:') ? url : undefined
      return { file, line, url, shown: path.startsWith('../') ? outside : `${path}:${line}` }
    },
    /** The text of a rule or gap. */
    statement: (interfaceName: string, id: string) => catalogueOf(interfaceName).entries.get(id)?.statement,
  }
}

/** The links of a run on these targets, for readers in the working directory. */
export function linksOf(
  workspace: Pick<Workspace, 'find'>,
  targets: ReadonlyMap<string, Target | undefined>,
  docs: string | undefined,
): SourceLinks {
  const { GITHUB_WORKSPACE: checkout = process.cwd() } = process.env
  return createSourceLinks({
    docs,
    load: cataloguesOf(workspace),
    place(name) {
      const place = targets.get(name)?.place
      if (!place) return workflowOf(process.env)
      return { ...place, file: relative(checkout, resolve(place.file)).replaceAll(sep, '/') }
    },
    sources: sourcesOf(readRepository(), process.env),
    from: process.cwd(),
  })
}

/** The positions of the rules and gaps of one interface. */
export interface Catalogue {
  /** Absolute. */
  path: string
  /** From the root of this repository, or else from the working directory: `specs/orders/rules.yaml`. */
  file: string
  /** Lines are counted from 1. */
  entries: ReadonlyMap<string, { line: number; statement: string }>
}

/** Reads the catalogues of a workspace. */
export function cataloguesOf({ find }: Pick<Workspace, 'find'>): (interfaceName: string) => Catalogue {
  return (name) => loadCatalogue(find(name))
}

export function loadCatalogue({ catalogue }: Pick<RuleCatalogue, 'catalogue'>): Catalogue {
  const path = resolve(catalogue)
  const file = relative(path.startsWith(root) ? root : process.cwd(), path).replaceAll(sep, '/')
  const entries = readCatalogue(file, path)?.entries.map(({ id, line, members }) => {
    return [id, { line, statement: printableLines(String(members.statement)) }] as const
  })
  return { path, file, entries: new Map(entries) }
}
