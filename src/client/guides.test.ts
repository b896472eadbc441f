import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const sections = ['Create', 'Call', 'Error', 'Page', 'Renew']

interface Program {
  page: string
  /** Line of the page on which it starts. */
  line: number
  code: string
  /** The output that the page shows; undefined if the page shows none. */
  printed: string | undefined
}

/** Files of the package's entry points that are clients or that clients share. */
const { exports }: { exports: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const entries = Object.fromEntries(
  Object.entries(exports)
    .filter(([, file]) => /^\.\/src\/(client\/|interfaces\/[^/]+\/client\.ts$)/.test(file))
    .map(([name, file]) => [name.replace('.', 'rulebound'), file]),
)

const pages = globSync('docs/guides/clients/*.md', { cwd: root }).sort()
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')
const guides = pages.filter((page) => basename(page) !== 'index.md')
const programs = guides.flatMap(readPrograms)

// In the repository, so that the packages that a program imports are found.
const cache = join(root, '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'client-guides-'))
for (const program of programs) writeFileSync(fileOf(program), program.code)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
  expect(printed).toBeDefined()
})

it('the programs of all guides pass the type checker', async () => {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts'] }))
  const tsc = [join(root, 'node_modules/typescript-7/bin/tsc'), '--project', folder]
  const { stdout } = await run(process.execPath, tsc).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

describe('every name that is exported', () => {
  const files = Object.values(entries).map((file) => join(root, file))
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

  it.each(Object.entries(entries))('by %s stands in its guide', (name, file) => {
    const page = name.startsWith('rulebound/client') ? 'index' : name.replace('rulebound/', '')
    const text = textOf(`docs/guides/clients/${page}.md`).split(`## Names of \`${name}\``)[1]?.split('\n## ')[0] ?? ''
    const listed = [...text.matchAll(/`(\w+)`/g)].map(([, one]) => one)
    const exported = namesOf(file)
    expect(exported.length).toBeGreaterThan(0)
    expect(exported.filter((one) => !listed.includes(one))).toEqual([])
  })
})

function readPrograms(page: string): Program[] {
  const text = textOf(page)
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```$)?/gm)].map(
    ({ index, 1: code = '', 2: printed }) => ({ page, line: text.slice(0, index).split('\n').length, code, printed }),
  )
}

function fileOf({ page, line }: Program): string {
  return join(folder, `${basename(page, '.md')}-${line}.ts`)
}
