import { relative, resolve, sep } from 'node:path'
import { readCatalogue } from '../../contract/rule-catalogue.ts'
import { placeInDocument } from '../../contract/source-text.ts'
import { printableLines } from '../../printable.ts'
import { workflowOf } from '../../workspace/repository.ts'
import { root } from '../../workspace/root.ts'
import type { RuleCatalogue, Workspace } from '../../workspace/workspace.ts'
import type { Target } from '../target/target.ts'

export interface FileLine {
  /** From the working directory, or else from the folder of this package. */
  file: string
  /** Counted from 1. */
  line: number
}

/** The rules and gaps of one interface, by ID. */
export type Catalogue = ReadonlyMap<string, FileLine & { statement: string }>

interface SourceLinkOptions {
  /** Address of the mock or of a copy of its pages: `http://127.0.0.1:4010`. */
  docs?: string | undefined
  /** The file of the caller that has an interface checked: the line of the target file, or the workflow. */
  place?: (interfaceName: string) => FileLine | undefined
  load: (interfaceName: string) => Catalogue
}

/** A result, as far as its place goes. */
interface Placed {
  interface: string
  rule: { source: { document: string; section: string } }
}

export type SourceLinks = ReturnType<typeof createSourceLinks>

/** Reads the catalogue of an interface on its first use. */
export function createSourceLinks({ docs, place = () => undefined, load }: SourceLinkOptions) {
  const catalogues = new Map<string, Catalogue>()
  return {
    /** The file of the caller where a result belongs: the document that states the rule, else the target file or the workflow. */
    where: ({ interface: name, rule }: Placed): FileLine | undefined => {
      const found = placeInDocument(rule.source)
      return found ? { file: found.file, line: found.line } : place(name)
    },
    /** The documentation of a rule; undefined where none is published. */
    docs: (interfaceName: string, id: string) =>
      docs && `${docs.replace(/\/+$/, '')}/docs/${encodeURIComponent(interfaceName)}/rules/#${encodeURIComponent(id)}`,
    /** A rule or gap in its catalogue. */
    source(interfaceName: string, id: string) {
      const catalogue = catalogues.get(interfaceName) ?? load(interfaceName)
      catalogues.set(interfaceName, catalogue)
      return catalogue.get(id)
    },
  }
}

/** The links of a run on these targets, for readers in the working directory. */
export function linksOf(
  { find }: Pick<Workspace, 'find'>,
  targets: ReadonlyMap<string, Target | undefined>,
  docs: string | undefined,
): SourceLinks {
  const { GITHUB_WORKSPACE: checkout = process.cwd() } = process.env
  return createSourceLinks({
    docs,
    load: (name) => loadCatalogue(find(name)),
    place(name) {
      const place = targets.get(name)?.place
      if (!place) return workflowOf(process.env)
      return { ...place, file: relative(checkout, resolve(place.file)).replaceAll(sep, '/') }
    },
  })
}

export function loadCatalogue({ catalogue }: Pick<RuleCatalogue, 'catalogue'>): Catalogue {
  const path = resolve(catalogue)
  const here = relative(process.cwd(), path)
  const file = (here.startsWith('..') && path.startsWith(root) ? relative(root, path) : here).replaceAll(sep, '/')
  const entries = readCatalogue(file, path)?.entries ?? []
  return new Map(
    entries.map(({ id, line, members }) => [id, { file, line, statement: printableLines(String(members.statement)) }]),
  )
}
