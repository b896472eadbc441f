import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../workspace/root.ts'
import { linesOf } from './line-ranges.ts'
import { readLintContext } from './lint.ts'

const { documents, folders } = readLintContext(root)
const { sources = [], catalogues = [] } = folders ?? {}
const known = [...documents.keys(), ...catalogues.map(({ name }) => name)]

/**
 * The reference texts by their hash. They are not part of this repository. If they lie beside it, the test compares sources.yaml with
 * them.
 */
const reference = new Map(
  globSync(join(root, '../shared/reference/*.txt')).map((file) => {
    const content = readFileSync(file)
    return [createHash('sha256').update(content).digest('hex'), content.toString()]
  }),
)

it('names files of this repository', () => {
  const files = sources.flatMap(({ file }) => file ?? [])
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

/** Texts that are elsewhere. */
const elsewhere = sources.filter(({ file }) => file === undefined)

describe.each(elsewhere)('specs/sources.yaml on $name', ({ sha256, lines, facts, navigation }) => {
  const factLines = new Set(Object.values(facts).flatMap(linesOf))

  it('has ranges within the document, of known interfaces, and nothing both fact and navigation', () => {
    expect(Math.max(...factLines)).toBeLessThanOrEqual(lines)
    expect(linesOf(navigation).filter((line) => factLines.has(line))).toEqual([])
    expect(Object.keys(facts).filter((interfaceName) => !known.includes(interfaceName))).toEqual([])
  })

  it('agrees with the reference, line by line', ({ skip }) => {
    skip(reference.size === 0, 'the reference does not lie beside this repository')
    const text = (reference.get(sha256) ?? '').replace(/\n$/, '').split('\n')
    expect(text).toHaveLength(lines)
    const listed = [...factLines, ...linesOf(navigation)].sort((a, b) => a - b)
    expect(listed).toEqual(text.flatMap((_, index) => (saysSomething(text, index) ? [index + 1] : [])))
  })
})

/** False for blank lines, headings and the heads of tables. */
function saysSomething(text: string[], index: number): boolean {
  const isRule = (line: string | undefined) => /^\|[-|: ]+\|$/.test(line ?? '')
  const line = text[index] ?? ''
  return line.trim() !== '' && !line.startsWith('#') && !isRule(line) && !isRule(text[index + 1])
}
