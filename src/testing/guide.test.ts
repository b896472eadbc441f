import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const text = readFileSync(join(root, 'docs/guides/testing.md'), 'utf8')

interface Program {
  /** Line of the page on which it starts. */
  line: number
  /** The test runner of the program; empty for plain Node. */
  runner: string
  code: string
  /** The output that the page shows. */
  printed: string | undefined
}

const fence = /^```ts ?(\w*)\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```$)?/gm
const programs = [...text.matchAll(fence)].map(
  ({ index, 1: runner = '', 2: code = '', 3: printed }): Program => ({
    line: text.slice(0, index).split('\n').length,
    runner,
    code,
    printed,
  }),
)

// In the repository, so that the packages that a program imports are found.
mkdirSync(join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(join(root, '.cache/testing-guide-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
// Jest and its types are installed beside the package alone: see e2e/package/peers.test.ts.
for (const { line, runner, code } of programs) if (runner !== 'jest') writeFileSync(join(folder, `${line}.ts`), code)

it.each(programs)(
  'docs/guides/testing.md:$line shows what it prints, or is for a test runner',
  ({ runner, printed }) => {
    expect(runner || printed).toBeTruthy()
  },
)

it('the programs of the page pass the type checker', async () => {
  const config = { extends: '../../tsconfig.json', include: ['*.ts'], compilerOptions: { incremental: false } }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, '--project', folder]).catch((error: { stdout: string }) => error)
  expect(stdout.split('\n').filter((line) => line.includes('testing-guide-') || !line.startsWith('../'))).toEqual([''])
})

it.each([
  ['rulebound/testing', 'testing.ts'],
  ['rulebound/testing/vitest', 'vitest.ts'],
  ['rulebound/msw', 'msw.ts'],
])('lists every name of %s', (_, file) => {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  const names = [
    ...[...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.replace('type ', '').trim()),
    ),
    ...[...source.matchAll(/^export (?:async )?(?:function|const|interface|class) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  ].filter((name) => name !== '')
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
