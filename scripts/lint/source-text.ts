import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parse } from 'yaml'
import { valueAt } from '../../src/contract/json-pointer.ts'
import type { SourceText } from './catalogue.ts'
import type { ReferenceDocument } from './coverage.ts'

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
  const text = readFileSync(path, 'utf8')
  return { lines: text.replace(/\n$/, '').split('\n').length, needsLines: false, hasSection: sectionFinder(file, text) }
}

function sectionFinder(file: string, text: string): (section: string) => boolean {
  if (/\.(json|ya?ml)$/.test(file)) {
    let document: unknown
    return (pointer) => {
      document ??= text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text)
      return pointer === '/' || valueAt(document, pointer) !== undefined
    }
  }
  const headings = headingsOf(file, text)
  // A plain text has no headings that a program could find.
  if (headings.size === 0) return () => true
  return (section) => headings.has(section.split(' / ').at(-1) ?? '')
}

/** The headings of a Markdown or HTML text. */
function headingsOf(file: string, text: string): ReadonlySet<string> {
  const found = file.endsWith('.md')
    ? text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?) *#*$/gm)
    : /\.html?$/.test(file)
      ? text.matchAll(/<h[1-6][^>]*>([\s\S]*?)<\/h[1-6]>/g)
      : []
  return new Set(
    [...found].map(([, heading = '']) =>
      heading
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  )
}
