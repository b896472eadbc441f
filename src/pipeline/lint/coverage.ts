import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { createSectionFinder } from '../../contract/source-text.ts'
import type { YamlFile } from '../../contract/yaml-file.ts'
import { errorAt, type Finding } from '../../report/finding.ts'
import { readTextFile } from '../../text-file.ts'
import { UserError } from '../../user-error.ts'
import type { Catalogue, SourceText } from './catalogue.ts'
import { formatLines, linesOf, parseLineRanges } from './line-ranges.ts'

/** One source document, as specs/sources.yaml describes it. */
export interface ReferenceDocument {
  name: string
  /** Its path from the root, when its text is in this repository; its lines are then counted there. */
  file?: string
  sha256: string
  /** How many lines it has. */
  lines: number
  /** The lines that state a fact, as ranges, by interface. */
  facts: Record<string, string>
  /** Lines of prose that state no fact; blank lines, headings and table heads are not listed. */
  navigation: string
}

/** Throws for a malformed file, because coverage cannot be computed from half a list. */
export function readSources(yaml: YamlFile): ReferenceDocument[] {
  const { documents } = Object(yaml.data)
  const malformed = Array.isArray(documents) ? documents.findIndex((document) => !isReferenceDocument(document)) : 0
  if (malformed === -1) return documents.map((document: ReferenceDocument) => ({ ...ofFile, ...document }))
  const { line, column } = yaml.at(['documents', malformed])
  const form =
    'name, and either file (its path from the root) or sha256 (64 hex digits), lines (a number), facts (ranges by interface), navigation (ranges)'
  throw new UserError(
    `${yaml.file}:${line}:${column}  Each document needs ${form}; this one is incomplete or malformed.`,
  )
}

/** What is not listed of a document whose text is here. */
const ofFile = { sha256: '', lines: 0, facts: {}, navigation: '' }

function isReferenceDocument(value: unknown): value is ReferenceDocument {
  const { name, file, sha256, lines, facts, navigation } = Object(value)
  if (typeof file === 'string') return typeof name === 'string' && !/^\/|\.\./.test(file)
  return (
    typeof name === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    Number.isInteger(lines) &&
    typeof facts === 'object' &&
    facts !== null &&
    [...Object.values(facts), navigation].every((ranges) => parseLineRanges(ranges) !== undefined)
  )
}

/** Facts about one interface that no rule or gap of any catalogue cites, with one diagnostic for each document. */
export function coverageFaults(
  name: string,
  documents: readonly ReferenceDocument[],
  catalogues: readonly Catalogue[],
): Finding[] {
  return documents.flatMap((document) => {
    const cited = new Set(
      catalogues.flatMap(({ entries }) =>
        entries.flatMap(({ members }) => {
          const { document: cites, lines } = Object(members.source)
          return cites === document.name ? linesOf(lines) : []
        }),
      ),
    )
    const uncited = linesOf(document.facts[name]).filter((line) => !cited.has(line))
    if (uncited.length === 0) return []
    const message =
      `${document.name}, ${uncited.length > 1 ? 'lines' : 'line'} ${formatLines(uncited)}: a fact that no rule or gap cites. ` +
      'Write the entry, or add the line to the `source.lines` of the one that says it.'
    return [errorAt({ file: `specs/${name}/rules.yaml`, line: 1, column: 1 }, 'fact-uncited', message)]
  })
}

/** The documents of `specs/sources.yaml`, by name. Texts of the repository are read when a rule cites them. */
export function readSourceTexts(
  root: string,
  documents: readonly ReferenceDocument[],
): (name: string) => SourceText | undefined {
  const read = new Map<string, SourceText>()
  return (name) => {
    const document = documents.find((one) => one.name === name)
    if (!document) return undefined
    const known = read.get(name) ?? textOf(root, document)
    read.set(name, known)
    return known
  }
}

function textOf(root: string, { file, lines }: ReferenceDocument): SourceText {
  if (file === undefined) return { lines, needsLines: true, hasSection: () => true }
  const path = posix.join(root, file)
  if (!existsSync(path)) return { lines: 0, needsLines: false, hasSection: () => true, fault: `${file} is missing` }
  const text = readTextFile(path)
  const lineOf = createSectionFinder(file, text)
  return {
    lines: text.replace(/\n$/, '').split('\n').length,
    needsLines: false,
    hasSection: (section) => lineOf(section) !== undefined,
  }
}
