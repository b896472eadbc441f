import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { readPrograms, typeCheckPrograms } from '../guide-programs.fixture.ts'
import { root } from '../workspace/root.ts'

/** Files of the package's entry points that are clients or that clients share. */
const { exports }: { exports: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const entries = Object.fromEntries(
  Object.entries(exports)
    .filter(([, file]) => /^\.\/(src\/client\/|(src\/interfaces|generated)\/[^/]+\/client\.ts$)/.test(file))
    .map(([name, file]) => [name.replace('.', 'rulebound'), file]),
)

const page = 'docs/guides/clients.md'
const text = readFileSync(join(root, page), 'utf8')
const programs = readPrograms(page)

it('the guide has a section for each module, and a row for each client', () => {
  const sections = Array.from(text.matchAll(/^## `(rulebound\/[\w/-]+)`$/gm), ([, name]) => name)
  expect(sections.sort()).toEqual(Object.keys(entries).sort())
  for (const name of sections.filter((one = '') => !one.startsWith('rulebound/client')))
    expect(text).toMatch(new RegExp(`^\\| \`create\\w+Client\` of \`${name}\` \\|`, 'm'))
})

it.each(programs)('$page:$line shows what it prints', ({ printed }) => {
  expect(printed).not.toBe('')
})

it('the programs of the guide pass the type checker', async () => {
  expect(await typeCheckPrograms(programs)).toBe('')
})

describe('exported names', () => {
  const generatedOf = (file: string) => file.replace('src/interfaces', 'generated')
  const files = Object.values(entries).flatMap((file) => [file, generatedOf(file)].map((one) => join(root, one)))
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  )
  const checker = ts.createProgram(files, options)
  const namesOf = (file: string) => {
    const source = checker.getSourceFile(join(root, file))
    const symbol = source && checker.getTypeChecker().getSymbolAtLocation(source)
    return symbol
      ? checker
          .getTypeChecker()
          .getExportsOfModule(symbol)
          .map(({ name }) => name)
      : []
  }

  it.each(Object.entries(entries))(
    'the guide of %s has every name that it exports besides those of its document',
    (name, file) => {
      const section = text.split(`## \`${name}\`\n`)[1]?.split('\n## ')[0] ?? ''
      const listed = [...section.matchAll(/`(\w+)`/g)].map(([, one]) => one)
      const derived = file.includes('src/client/') ? [] : namesOf(generatedOf(file))
      const exported = namesOf(file).filter((one) => !derived.includes(one))
      expect(namesOf(file).length).toBeGreaterThan(0)
      expect(exported.filter((one) => !listed.includes(one))).toEqual([])
    },
  )
})
