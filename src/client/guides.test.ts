import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { readPrograms, typeCheckPrograms } from '../guide-programs.fixture.ts'
import { root } from '../workspace/root.ts'

const sections = ['Create', 'Call', 'Error', 'Page', 'Renew']

/** Files of the package's entry points that are clients or that clients share. */
const { exports }: { exports: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const entries = Object.fromEntries(
  Object.entries(exports)
    .filter(([, file]) => /^\.\/(src\/client\/|(src\/interfaces|generated)\/[^/]+\/client\.ts$)/.test(file))
    .map(([name, file]) => [name.replace('.', 'rulebound'), file]),
)

const pages = globSync('docs/guides/clients/*.md', { cwd: root }).sort()
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')
const guides = pages.filter((page) => basename(page) !== 'index.md')
const programs = readPrograms(guides)

it('there is a guide for each client, and the index leads to it', () => {
  const names = Object.keys(entries).map((name) => name.replace('rulebound/', ''))
  const clients = names.filter((name) => !name.startsWith('client'))
  expect(guides.map((page) => basename(page, '.md'))).toEqual(clients.sort())
  for (const name of clients) expect(textOf('docs/guides/clients/index.md')).toContain(`(${name}.md)`)
})

it.each(guides)('%s shows how to create, call, tell errors, page and renew, in this order', (page) => {
  const headings = [...textOf(page).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading ?? '')
  expect(headings.filter((heading) => sections.includes(heading))).toEqual(sections)
})

it.each(programs)('$page:$line shows what it prints', ({ printed }) => {
  expect(printed).not.toBe('')
})

it('the programs of all guides pass the type checker', async () => {
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
      const page = name.startsWith('rulebound/client') ? 'index' : name.replace('rulebound/', '')
      const text = textOf(`docs/guides/clients/${page}.md`).split(`## Names of \`${name}\``)[1]?.split('\n## ')[0] ?? ''
      const listed = [...text.matchAll(/`(\w+)`/g)].map(([, one]) => one)
      const derived = file.includes('src/client/') ? [] : namesOf(generatedOf(file))
      const exported = namesOf(file).filter((one) => !derived.includes(one))
      expect(namesOf(file).length).toBeGreaterThan(0)
      expect(exported.filter((one) => !listed.includes(one))).toEqual([])
    },
  )
})
