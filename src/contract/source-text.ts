import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { memoize } from '../memoize.ts'
import { namesIn, valueAt } from './json-pointer.ts'
import { SourceFile } from './published/source-file.ts'
import { parseYaml } from './yaml-file.ts'

const openFile = memoize((document: string) => new SourceFile(document, resolve(document)))

/**
 * Where the document of a derived rule describes it, from the working directory, or the checkout of a job of GitHub. Undefined for a rule
 * that stands on another source, and for a file that is not there.
 */
export function placeInDocument({
  document,
  section,
}: {
  document: string
  section: string
}): { file: string; line: number; pointer: string } | undefined {
  if (!section.startsWith('/')) return undefined
  // The text of a document from standard input or an address is not kept.
  if (/^(<|https?:)/.test(document)) return { file: document, line: 1, pointer: section }
  if (!existsSync(document)) return undefined
  const file = relative(process.env.GITHUB_WORKSPACE ?? process.cwd(), resolve(document)).replaceAll(sep, '/')
  return { file, line: openFile(document).place(section).line, pointer: section }
}

/**
 * Finds the line of a section of a source document, counted from 1; undefined where the document has no such section. A section is a heading
 * of a Markdown or HTML text, perhaps after the headings above it (`Items / Read`), or a JSON pointer of an OpenAPI document. A text
 * without headings has every section, at its beginning.
 */
export function createSectionFinder(file: string, text: string): (section: string) => number | undefined {
  if (/\.(json|ya?ml)$/.test(file)) {
    const document = parseYaml(file, text)
    return (pointer) => {
      if (pointer === '/') return 1
      return valueAt(document.data, pointer) === undefined ? undefined : document.keyAt(namesIn(pointer)).line
    }
  }
  const headings = headingsOf(file, text)
  if (headings.size === 0) return () => 1
  return (section) => headings.get(section.split(' / ').at(-1) ?? '')
}

/** The lines of the headings of a Markdown or HTML text. If two headings have the same text, the first counts. */
function headingsOf(file: string, text: string): ReadonlyMap<string, number> {
  const found = file.endsWith('.md')
    ? withoutCode(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)
    : /\.html?$/.test(file)
      ? text.matchAll(/<h[1-6][^>]*>([\s\S]*?)<\/h[1-6]>/g)
      : []
  const headings = new Map<string, number>()
  for (const { 1: markup = '', index } of found) {
    const heading = markup
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (!headings.has(heading)) headings.set(heading, text.slice(0, index).split('\n').length)
  }
  return headings
}

/** The same text with each block of code replaced by empty lines. */
function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ' '))
}
