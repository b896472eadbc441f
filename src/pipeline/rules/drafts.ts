import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { below, isObject, namesIn, valueAt } from '../../contract/json-pointer.ts'
import { dataMembers, namedMembers } from '../../contract/published/document-members.ts'
import type { PublishedDocument } from '../../contract/published/read-document.ts'
import { type CatalogueEntry, type CatalogueFile, readCatalogue } from '../../contract/rule-catalogue.ts'
import { readYaml, type YamlFile } from '../../contract/yaml-file.ts'
import { errorAt, type Finding } from '../../report/finding.ts'
import { readTextFile } from '../../text-file.ts'
import type { WorkspaceInterface } from '../../workspace/workspace.ts'
import { appendLines } from '../append-lines.ts'

/** A sentence of a description that is no rule yet. */
export interface Draft {
  interface: string
  /** JSON pointer of the description; before it the file, for a file that the document refers to: `paths/pets.yaml#/get/description`. */
  pointer: string
  sentence: string
}

/** What a rule says of the sentence that it was made of. */
interface Quotation {
  section: string
  sentence: string
}

/** The sentences of the descriptions of a document, and of the files in its folder that it refers to, without those that are rules. */
export function listDrafts({ contract, published, catalogue }: WorkspaceInterface): Draft[] {
  if (!published) return []
  const taken = new Set(quotationsIn(readCatalogue(catalogue)).map(({ section, sentence }) => `${section} ${sentence}`))
  const document = resolve(published.file)
  const files = published.files.filter((file) => file.startsWith(join(dirname(document), sep)))
  return files.flatMap((file) =>
    descriptionsIn(readYamlFile(file)?.data).flatMap(([pointer, text]) => {
      const place = file === document ? pointer : `${relative(dirname(document), file)}#${pointer}`
      return sentencesOf(text)
        .filter((sentence) => !taken.has(`${place} ${sentence}`))
        .map((sentence): Draft => ({ interface: contract.name, pointer: place, sentence }))
    }),
  )
}

/**
 * The catalogue of an interface with a rule for each of these sentences. Lines are added and none is changed, so that comments stay.
 *
 * @returns the new text, and the IDs of the new rules
 * @throws {UserError} for a catalogue to which no line can be added
 */
export function withRules(
  { contract, catalogue, code }: WorkspaceInterface,
  { file }: PublishedDocument,
  drafts: readonly Draft[],
): { text: string; ids: string[] } {
  const text = existsSync(catalogue) ? readTextFile(catalogue) : ''
  const { prefix: declared, entries = [] } = readCatalogue(catalogue) ?? {}
  const [, used] = /^([A-Z][A-Z0-9]*)-\d+$/.exec(entries[0]?.id ?? '') ?? []
  const prefix: string = typeof declared === 'string' ? declared : (used ?? prefixOf(contract.name))
  // An ID that stands anywhere in the file, in a comment for one, is not given again.
  const numbers = [...text.matchAll(new RegExp(`\\b${prefix}-(\\d+)\\b`, 'g'))].map(([, number]) => Number(number))
  const first = Math.max(0, ...numbers) + 1
  const ids = drafts.map((_, index) => `${prefix}-${String(first + index).padStart(3, '0')}`)
  const lines = drafts.flatMap(({ pointer, sentence }, index) => {
    const operation = [...contract.operations.values()].find((one) => pointer.startsWith(`${one.pointer}/`))
    return [
      `- id: ${ids[index]}`,
      `  statement: ${JSON.stringify(sentence)}`,
      // A check can be written only for an interface with a folder of code.
      `  kind: ${code === undefined ? 'prose' : 'behaviour'}`,
      `  source: ${JSON.stringify({ document: relative(dirname(catalogue), file), section: pointer, sentence })}`,
      ...(operation ? [`  operations: ${JSON.stringify([operation.id])}`] : []),
    ]
  })
  return { text: appendLines(catalogue, text || `prefix: ${prefix}\n`, 'rules', lines), ids }
}

/** A rule for each sentence that was quoted and has changed in its document. */
export function changedSentences(document: string): Finding[] {
  const catalogue = join(dirname(document), 'rules.yaml')
  const read = readCatalogue(catalogue)
  const quotations = quotationsIn(read)
  const files = new Map<string, YamlFile | undefined>()
  const pathOf = (file: string) => relative(process.cwd(), file)
  return quotations.flatMap(({ id, section, sentence, path: rule }): Finding[] => {
    const [path, pointer = ''] = section.includes('#') ? section.split('#') : ['', section]
    const file = path ? join(dirname(resolve(document)), path) : resolve(document)
    if (!files.has(file)) files.set(file, readYamlFile(file))
    const source = files.get(file)
    const text = valueAt(source?.data, pointer)
    if (typeof text === 'string' && sentencesOf(text).includes(sentence)) return []
    const where = source ? `${pathOf(file)}:${source.keyAt(namesIn(pointer)).line}` : pathOf(file)
    const now = typeof text === 'string' ? `reads ${JSON.stringify(sentencesOf(text).join(' '))}` : 'is gone'
    const message = `${id} was made of ${JSON.stringify(sentence)}, and ${pointer} ${now} (${where}). Mend the rule and its \`sentence\`.`
    const at = read?.yaml.at([...rule, 'source', 'sentence'])
    return at ? [errorAt({ file: pathOf(catalogue), ...at }, 'rule-sentence', message)] : []
  })
}

function readYamlFile(file: string): YamlFile | undefined {
  return existsSync(file) ? readYaml(file) : undefined
}

function quotationsIn(read: CatalogueFile | undefined): (Quotation & Pick<CatalogueEntry, 'path' | 'id'>)[] {
  return (read?.entries ?? []).flatMap(({ id, members, path }) => {
    const { section, sentence } = Object(members.source)
    const isQuoted = typeof section === 'string' && typeof sentence === 'string'
    return isQuoted ? [{ id, section, sentence, path }] : []
  })
}

function descriptionsIn(node: unknown, pointer = '', areNames = false): [pointer: string, text: string][] {
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (!areNames && (dataMembers.has(key) || key.startsWith('x-'))) return []
    const at = below(pointer, key)
    if (!areNames && key === 'description' && typeof value === 'string') return [[at, value] as [string, string]]
    return descriptionsIn(
      value,
      at,
      !areNames && !Array.isArray(node) && namedMembers.test(key) && !Array.isArray(value),
    )
  })
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a text in Markdown, without its headings, tables and code. */
export function sentencesOf(text: string): string[] {
  const prose = text.replaceAll(/^(```|~~~)[\s\S]*?^\1.*$/gm, '\n').replaceAll(/^ *(#|\||(=|-){3,} *$).*$/gm, '\n')
  const blocks = prose
    .split(/\n\s*\n|\n(?= *(?:[-*+]|\d+[.)]) )/)
    .map((block) => block.replace(/^ *([-*+]|\d+[.)]) /, ''))
  return blocks
    .flatMap((block) => [...segmenter.segment(block.replaceAll(/\s+/g, ' '))].map(({ segment }) => segment.trim()))
    .filter((sentence) => /\p{L}/u.test(sentence))
}

function prefixOf(name: string): string {
  const letters = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^\d+/, '')
  return letters.slice(0, 4) || 'RULE'
}
