import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { root } from '../../src/workspace/root.ts'
import { readPrograms } from '../package/programs.fixture.ts'

const run = promisify(execFile)
const cache = join(root, 'e2e/.cache')
const pages = globSync('docs/guides/request-params/*.md', { cwd: root }).sort()

// In e2e/, so that the packages that a program imports are found.
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'request-params-guides-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('there is a page for each framework and one of the readers, and an index that leads to them', () => {
  const names = pages.map((page) => basename(page, '.md'))
  expect(names).toEqual(['express', 'fastify', 'hono', 'index', 'koa', 'node-http', 'readers'])
  const index = readFileSync(join(root, 'docs/guides/request-params/index.md'), 'utf8')
  for (const name of names) if (name !== 'index') expect(index).toContain(`(${name}.md)`)
})

it('each program of a page shows its output, and passes the type checker', async () => {
  const texts = pages.map((page) => readFileSync(join(root, page), 'utf8'))
  const programs = readPrograms(pages)
  expect(programs).toHaveLength(texts.join('').match(/^```ts\n/gm)?.length ?? 0)
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/rulebound'))
  for (const { name, code } of programs) writeFileSync(join(folder, `${name}.ts`), code)
  const config = { extends: '../../../tsconfig.json', include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const words = [join(root, 'node_modules/typescript-7/bin/tsc'), '--project', folder]
  const { stdout } = await run(process.execPath, words).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})
