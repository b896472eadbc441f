import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { root } from '../../src/workspace/root.ts'

const folder = temporaryFolder()

/** Programs as Go builds them, once, from the source of a version. */
const programs = {
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
  // The library with which Docker Compose reads its files.
  compose: 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2',
}

function run(program: keyof typeof programs, ...words: string[]) {
  return spawnSync('go', ['run', programs[program], ...words], { encoding: 'utf8' })
}

function whyNot(): string | undefined {
  if (spawnSync('go', ['version']).error) return 'Go is not installed'
  const failed = [run('actionlint', '-version'), run('compose', '-h')].find(({ status }) => status !== 0)
  return failed && `Go cannot build it: ${failed.stderr.trim().split('\n').at(-1)}`
}

const reason = whyNot()

describe.skipIf(reason !== undefined)(`actionlint${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  const lint = (...files: string[]) => run('actionlint', '-no-color', '-oneline', ...files).stdout

  it.each(globSync('.github/workflows/*.yml', { cwd: root }))('actionlint accepts %s', (file) => {
    expect(lint(join(root, file))).toBe('')
  })

  it('actionlint accepts a step that uses the action, and refuses an unknown input', () => {
    mkdirSync(join(folder, '.github/workflows'), { recursive: true })
    mkdirSync(join(folder, '.git'))
    copyFileSync(join(root, 'action.yml'), join(folder, 'action.yml'))
    const workflow = (input: string) => {
      const file = join(folder, `.github/workflows/${input}.yml`)
      const step = `{id: contract, uses: ./, with: {${input}: https://shop.example, interfaces: orders}}`
      const output = `{run: "echo \${{ steps.contract.outputs.failed }}"}`
      writeFileSync(file, `on: push\njobs:\n  verify:\n    runs-on: ubuntu-latest\n    steps: [${step}, ${output}]\n`)
      return file
    }
    expect(lint(workflow('base-url'))).toBe('')
    expect(lint(workflow('base-ulr'))).toContain('input "base-ulr" is not defined in action "Verify an API')
  })
})

describe.skipIf(reason !== undefined)(`compose.yaml${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  const load = (file: string) => run('compose', '-format', 'json', file)

  it('compose.yaml is a valid model, with the services of each profile', () => {
    const { status, stdout, stderr } = load(join(root, 'compose.yaml'))
    expect(status, stderr).toBe(0)
    const services: Record<string, { profiles?: string[]; read_only?: boolean; cap_drop?: string[] }> =
      JSON.parse(stdout).services
    const named = Object.entries(services).map(([name, { profiles = [] }]) => `${profiles} ${name}`.trim())
    expect(named.sort()).toEqual([
      'control controlled-mock',
      'many balancer',
      'many many-1',
      'many many-2',
      'many valkey',
      'mock',
    ])
    for (const name of ['mock', 'controlled-mock', 'many-1', 'many-2'])
      expect(services[name], name).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  })

  it('Docker Compose refuses compose.yaml with an unknown key', () => {
    const file = join(folder, 'compose.yaml')
    writeFileSync(file, readFileSync(join(root, 'compose.yaml'), 'utf8').replace('read_only:', 'readonly:'))
    expect(load(file)).toMatchObject({ status: 1, stderr: expect.stringContaining('readonly') })
  })
})
