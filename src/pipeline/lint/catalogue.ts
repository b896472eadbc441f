import { closestMatch } from 'leven'
import type { CatalogueFile } from '../../contract/rule-catalogue.ts'
import { errorAt, type Finding } from '../../report/finding.ts'
import { linesOf, parseLineRanges } from './line-ranges.ts'
import type { SpecFolder } from './spec-folder.ts'

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

/** The rules.yaml of one interface. What has another form is reported by the schema specs/rules.schema.yaml, and by nothing else. */
export interface Catalogue extends CatalogueFile {
  name: string
}

/** What is wrong with the IDs of a catalogue: a prefix or an ID that comes twice, and IDs without the prefix. */
export function idFaults(catalogue: Catalogue, all: readonly Catalogue[]): Finding[] {
  const { name, prefix, entries, yaml } = catalogue
  const at = faultsOf(catalogue, 'rule-id')
  const rival = all.find((other) => other.name !== name && other.prefix === prefix)
  const taken = rival ? [at(['prefix'], `Prefix ${prefix} is taken by ${rival.yaml.file}.`)] : []
  const wrong = entries.flatMap((entry): Finding[] => {
    const path = [...entry.path, 'id']
    if (!entry.id.startsWith(`${prefix}-`)) return [at(path, `${entry.id} must start with the prefix ${prefix}-.`)]
    const first = entries.find(({ id }) => id === entry.id)
    if (!first || first === entry) return []
    return [
      at(path, `${entry.id} already stands in line ${yaml.at(first.path).line}. An ID names one entry permanently.`),
    ]
  })
  return [...taken, ...wrong]
}

/** `operations` is only for rules that no node cites, and names operationIds of the interface's document. */
export function operationFaults(catalogue: Catalogue, { path, files }: SpecFolder): Finding[] {
  const at = faultsOf(catalogue, 'rule-operation')
  const known = [...files.values()].flatMap((file) => file.under('operationId').map(({ value }) => String(value)))
  const cited = citedIn(files)
  return catalogue.entries.flatMap(({ id, members, path: entry }) => {
    const list = [...entry, 'operations']
    const operations = Array.isArray(members.operations) ? members.operations.map(String) : []
    if (operations.length > 0 && cited.has(id))
      return [at(list, `${id} is cited by \`x-rules\` in ${path}/, which tells its operations; remove this list.`)]
    return operations.flatMap((operation, index): Finding[] => {
      if (known.includes(operation)) return []
      const hint = nearest(operation, known, 'mend the name, or remove it.')
      return [
        at([...list, index], `${id} names the operation ${operation}, and no document in ${path}/ has it; ${hint}`),
      ]
    })
  })
}

function nearest(name: string, known: readonly string[], otherwise: string): string {
  const near = closestMatch(name, known, { maxDistance: 2 })
  return near ? `did you mean ${near}?` : otherwise
}

function citedIn(files: SpecFolder['files']): Set<unknown> {
  return new Set([...files.values()].flatMap((file) => file.under('x-rules').flatMap(({ value }) => value)))
}

/** Every ID in `x-rules` and `x-gaps` stands in the catalogue. */
export function citedIdFaults({ yaml, entries }: Catalogue, { files }: SpecFolder): Finding[] {
  return (['rules', 'gaps'] as const).flatMap((list) => {
    const known = entries.filter((entry) => entry.list === list).map(({ id }) => id)
    return [...files.values()].flatMap(({ file, under }) =>
      under(`x-${list}`).flatMap(({ value, items }) =>
        // Another rule reports what is no list.
        items.flatMap((place, index): Finding[] => {
          const id = String(Object(value)[index])
          if (known.includes(id)) return []
          const message = `${id} is not among the ${list} of ${yaml.file}; ${hintFor(id, known)}`
          return [errorAt({ file, ...place }, 'catalogued-ids', message)]
        }),
      ),
    )
  })
}

function hintFor(id: string, known: readonly string[]): string {
  const next = known
    .toSorted()
    .at(-1)
    ?.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))
  if (next !== undefined && id.replace(/\d/g, '0') === next.replace(/\d/g, '0'))
    return `add it to this file; the next free number is ${next}.`
  return nearest(id, known, 'write the entry, or mend the ID.')
}

/** The document cites every rule that it can state. */
export function citationFaults(catalogue: Catalogue, { path, files }: SpecFolder): Finding[] {
  const at = faultsOf(catalogue, 'rule-uncited')
  const cited = citedIn(files)
  return catalogue.entries
    .filter(({ id, members }) => /^(schema|behaviour|prose)$/.test(String(members.kind)) && !cited.has(id))
    .map(({ id, members: { kind }, path: entry }) => {
      const where = kind === 'prose' ? '`info` or a tag' : 'the node that says it, or where a caller meets it'
      return at([...entry, 'id'], `${id} (${kind}) is cited by no \`x-rules\` in ${path}/; add it on ${where}.`)
    })
}

/**
 * `source` names a document of specs/sources.yaml, and lines of it or a section that it has.
 *
 * @param names the names of all documents
 */
export function sourceFaults(
  catalogue: Catalogue,
  names: readonly string[],
  textOf: (name: string) => SourceText | undefined,
): Finding[] {
  const at = faultsOf(catalogue, 'rule-source')
  return catalogue.entries.flatMap(({ id, members, path }): Finding[] => {
    const { document, section, lines } = Object(members.source)
    if (typeof document !== 'string') return []
    const fault = (field: string, message: string) => [at([...path, 'source', field], `${id} cites ${message}`)]
    const text = textOf(document)
    if (!text) {
      const hint = nearest(document, names, 'declare it there.').replace(/^d/, 'D')
      return fault('document', `${document}, which specs/sources.yaml does not name. ${hint}`)
    }
    if (text.fault !== undefined) return fault('document', `${document}, and ${text.fault}.`)
    if (!text.hasSection(String(section)))
      return fault('section', `the section ${JSON.stringify(section)}, which ${document} does not have.`)
    if (lines === undefined && !text.needsLines) return []
    if (!parseLineRanges(lines))
      return fault('lines', `${document} without lines such as '123', '123-127' or '12,123-127'.`)
    const beyond = linesOf(lines).filter((line) => line > text.lines)
    return beyond.length > 0 ? fault('lines', `line ${beyond.at(-1)} of ${document}, which ends at ${text.lines}.`) : []
  })
}

/** Makes findings of one kind at places of a catalogue. */
function faultsOf({ yaml }: Catalogue, id: string) {
  return (path: readonly (string | number)[], message: string) =>
    errorAt({ file: yaml.file, ...yaml.at(path) }, id, message)
}
