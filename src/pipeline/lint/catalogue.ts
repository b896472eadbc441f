import { closestMatch } from 'leven'
import { entriesOf } from '../../contract/rule-catalogue.ts'
import type { YamlFile } from '../../contract/yaml-file.ts'
import type { Diagnostic } from '../specs/diagnostic.ts'
import type { SpecFolder } from '../specs/spec-folder.ts'
import { linesOf, parseLineRanges } from './line-ranges.ts'

type Path = readonly (string | number)[]

/** A rule or a gap. Malformed parts are left out here, and reported by the schema specs/rules.schema.yaml. */
export interface Entry {
  list: 'rules' | 'gaps'
  id: string
  statement: unknown
  kind: string | undefined
  document: string | undefined
  section: string
  lines: unknown
  operations: string[]
  path: Path
}

/** What rules may cite of a source document. */
export interface SourceText {
  lines: number
  /** Rules must cite lines, because the text is not here to be searched for a section. */
  needsLines: boolean
  /** Whether the document has a section; of an OpenAPI document, a node with this JSON pointer. */
  hasSection(section: string): boolean
  /** Why nothing can be cited: the file is missing. */
  fault?: string
}

/** The rules.yaml of one interface. */
export interface Catalogue {
  name: string
  yaml: YamlFile
  prefix: string | undefined
  entries: Entry[]
}

export function readCatalogue(name: string, yaml: YamlFile): Catalogue {
  const entries = entriesOf(yaml).flatMap(({ list, path, members }): Entry[] => {
    const { id, statement, kind, source, operations } = members
    if (typeof id !== 'string') return []
    const { document: named, section, lines } = Object(source)
    const document = typeof named === 'string' ? named : undefined
    const ofOperations = Array.isArray(operations) ? operations.map(String) : []
    const common = { list, id, statement, kind: kind as string | undefined, path }
    return [{ ...common, document, section: String(section), lines, operations: ofOperations }]
  })
  return { name, yaml, prefix: Object(yaml.data).prefix, entries }
}

/** A catalogue has a prefix of its own, and its IDs have that prefix and are unique. */
export function idDiagnostics(catalogue: Catalogue, all: readonly Catalogue[]): Diagnostic[] {
  const { name, prefix, entries, yaml } = catalogue
  const rival = all.find((other) => other.name !== name && other.prefix === prefix)
  const taken = rival ? [at(catalogue, ['prefix'], 'rule-id', `Prefix ${prefix} is taken by ${rival.yaml.file}.`)] : []
  const wrong = entries.flatMap((entry): Diagnostic[] => {
    const path = [...entry.path, 'id']
    if (!entry.id.startsWith(`${prefix}-`)) {
      return [at(catalogue, path, 'rule-id', `${entry.id} must start with the prefix ${prefix}-.`)]
    }
    const first = entries.find(({ id }) => id === entry.id)
    if (!first || first === entry) return []
    const message = `${entry.id} already stands in line ${yaml.at(first.path).line}. An ID names one entry for good.`
    return [at(catalogue, path, 'rule-id', message)]
  })
  return [...taken, ...wrong]
}

/** `operations` is only for rules that no node cites, and names operationIds of the interface's document. */
export function operationDiagnostics(catalogue: Catalogue, { path, files }: SpecFolder): Diagnostic[] {
  const known = [...files.values()].flatMap((file) => file.under('operationId').map(({ value }) => String(value)))
  const cited = citedIn(files)
  return catalogue.entries.flatMap(({ id, operations, path: entry }) => {
    const list = [...entry, 'operations']
    if (operations.length > 0 && cited.has(id)) {
      const message = `${id} is cited by \`x-rules\` in ${path}/, which tells its operations; remove this list.`
      return [at(catalogue, list, 'rule-operation', message)]
    }
    return operations.flatMap((operation, index): Diagnostic[] => {
      if (known.includes(operation)) return []
      const near = closestMatch(operation, known, { maxDistance: 2 })
      const hint = near ? `did you mean ${near}?` : 'mend the name, or remove it.'
      const message = `${id} names the operation ${operation}, and no document in ${path}/ has it; ${hint}`
      return [at(catalogue, [...list, index], 'rule-operation', message)]
    })
  })
}

function citedIn(files: SpecFolder['files']): Set<unknown> {
  return new Set([...files.values()].flatMap((file) => file.under('x-rules').flatMap(({ value }) => value)))
}

/** Every ID in `x-rules` and `x-gaps` stands in the catalogue. */
export function citedIdDiagnostics({ yaml, entries }: Catalogue, { files }: SpecFolder): Diagnostic[] {
  return (['rules', 'gaps'] as const).flatMap((list) => {
    const known = entries.filter((entry) => entry.list === list).map(({ id }) => id)
    const cited = [...files.values()].flatMap(({ file, under }) =>
      under(`x-${list}`).flatMap(({ value, items }) =>
        // Another rule reports what is no list.
        items.map((place, index) => ({ id: String(Object(value)[index]), file, ...place })),
      ),
    )
    return cited
      .filter(({ id }) => !known.includes(id))
      .map(({ id, ...place }): Diagnostic => {
        const message = `${id} is not among the ${list} of ${yaml.file}; ${hintFor(id, known)}`
        return { ...place, severity: 'error', rule: 'catalogued-ids', message }
      })
  })
}

function hintFor(id: string, known: readonly string[]): string {
  const next = known
    .toSorted()
    .at(-1)
    ?.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))
  if (next !== undefined && id.replace(/\d/g, '0') === next.replace(/\d/g, '0'))
    return `add it to this file; the next free number is ${next}.`
  const near = closestMatch(id, known, { maxDistance: 2 })
  return near ? `did you mean ${near}?` : 'write the entry, or mend the ID.'
}

/** The document cites every rule that it can state. */
export function citationDiagnostics(catalogue: Catalogue, { path, files }: SpecFolder): Diagnostic[] {
  const cited = citedIn(files)
  return catalogue.entries
    .filter(({ kind, id }) => ['schema', 'behaviour', 'prose'].includes(kind ?? '') && !cited.has(id))
    .map(({ kind, id, path: entry }) => {
      const where = kind === 'prose' ? '`info` or a tag' : 'the node that says it, or where a caller meets it'
      const message = `${id} (${kind}) is cited by no \`x-rules\` in ${path}/; add it on ${where}.`
      return at(catalogue, [...entry, 'id'], 'rule-uncited', message)
    })
}

/**
 * `source` names a document of specs/sources.yaml, and lines of it or a section that it has.
 *
 * @param names the names of all documents
 */
export function sourceDiagnostics(
  catalogue: Catalogue,
  names: readonly string[],
  textOf: (name: string) => SourceText | undefined,
): Diagnostic[] {
  return catalogue.entries.flatMap(({ id, document, section, lines, path }): Diagnostic[] => {
    if (document === undefined) return []
    const diagnostic = (field: string, message: string): Diagnostic[] => [
      at(catalogue, [...path, 'source', field], 'rule-source', `${id} cites ${message}`),
    ]
    const text = textOf(document)
    if (!text) {
      const near = closestMatch(document, names, { maxDistance: 2 })
      const hint = near ? `Did you mean ${near}?` : 'Declare it there.'
      return diagnostic('document', `${document}, which specs/sources.yaml does not name. ${hint}`)
    }
    if (text.fault !== undefined) return diagnostic('document', `${document}, and ${text.fault}.`)
    if (!text.hasSection(section)) {
      return diagnostic('section', `the section ${JSON.stringify(section)}, which ${document} does not have.`)
    }
    if (lines === undefined && !text.needsLines) return []
    if (!parseLineRanges(lines)) {
      return diagnostic('lines', `${document} without lines such as '123', '123-127' or '12,123-127'.`)
    }
    const beyond = linesOf(lines).filter((line) => line > text.lines)
    return beyond.length > 0
      ? diagnostic('lines', `line ${beyond.at(-1)} of ${document}, which ends at ${text.lines}.`)
      : []
  })
}

function at({ yaml }: Catalogue, path: Path, rule: string, message: string): Diagnostic {
  return { file: yaml.file, ...yaml.at(path), severity: 'error', rule, message }
}
