import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { createSectionFinder } from '../../contract/source-text.ts'
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
  const lineOf = createSectionFinder(file, text)
  return {
    lines: text.replace(/\n$/, '').split('\n').length,
    needsLines: false,
    hasSection: (section) => lineOf(section) !== undefined,
  }
}
