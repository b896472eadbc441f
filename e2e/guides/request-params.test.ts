import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const cache = join(root, 'e2e/.cache')

interface Program {
  page: string
  /** Line of the page on which it starts. */
  line: number
  code: string
  /** The output that the page shows; undefined if the page shows none. */
  printed: string | undefined
}

const pages = globSync('docs/guides/request-params/*.md', { cwd: root }).sort()
const programs = pages.flatMap(readPrograms)

// In e2e/, so that the packages that a program imports are found.
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'request-params-guides-'))
mkdirSync(join(folder, 'node_modules'))
symlinkSync(root, join(folder, 'node_modules/rulebound'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const program of programs) writeFileSync(fileOf(program), program.code)

it('there is a page for each framework and one of the readers, and an index that leads to them', () => {
  const names = pages.map((page) => basename(page, '.md'))
  expect(names).toEqual(['express', 'fastify', 'hono', 'index', 'koa', 'node-http', 'readers'])
  const index = readFileSync(join(root, 'docs/guides/request-params/index.md'), 'utf8')
  for (const name of names) if (name !== 'index') expect(index).toContain(`(${name}.md)`)
})

describe.each(programs)('$page:$line', (program) => {
  it('prints what the page shows', async () => {
    expect(program.printed).toBeDefined()
    const { stdout } = await run(process.execPath, [fileOf(program)])
    expect(stdout).toBe(program.printed)
  }, 20_000)
})

it('the programs of all pages pass the type checker', async () => {
  const config = { extends: '../../../tsconfig.json', include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = await run(process.execPath, [
    join(root, 'node_modules/typescript-7/bin/tsc'),
    '--project',
    folder,
  ]).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

function readPrograms(page: string): Program[] {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```$)?/gm)].map(
    ({ index, 1: code = '', 2: printed }) => ({
      page,
      line: text.slice(0, index).split('\n').length,
      code,
      printed,
    }),
  )
}

function fileOf({ page, line }: Program): string {
  return join(folder, `${basename(page, '.md')}-${line}.ts`)
}
