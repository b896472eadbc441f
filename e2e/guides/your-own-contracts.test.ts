import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../../docs/guides/your-own-contracts.md', import.meta.url), 'utf8')
const command = fileURLToPath(new URL('../../src/cli/rulebound.ts', import.meta.url))

it('explains the records of the document of the guide as the guide shows', async () => {
  const cwd = temporaryFolder()
  const [, document = ''] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? []
  writeFileSync(join(cwd, 'petstore.yaml'), document)
  writeFileSync(join(cwd, 'collections.yaml'), '/pets: {key: name}\n')
  const commands = [...guide.matchAll(/^rulebound (.+--explain-state.*)$/gm)].map(([, args = '']) => args.split(' '))
  const [plain, corrected] = await Promise.all(
    commands.map((args) => run(process.execPath, [command, ...args], { cwd })),
  )
  const [, shown = ''] = /```\n(petstore\n[\s\S]*?)```/.exec(guide) ?? []
  expect(plain?.stdout).toBe(shown)
  expect(corrected?.stdout).toContain('/pets  records by name')
  const [docs, lint] = ['docs', 'lint'].map(
    (name) => new RegExp(`^rulebound (${name} .*)$`, 'm').exec(guide)?.[1] ?? '',
  )
  await run(process.execPath, [command, ...(docs ?? '').split(' ')], { cwd })
  expect(readFileSync(join(cwd, 'site/petstore/operations/listPets/index.html'), 'utf8')).toContain('GET')
  const { stdout } = await run(process.execPath, [command, ...(lint ?? '').split(' ')], { cwd })
  expect(stdout).toMatch(/^petstore\.yaml:\d+:\d+ \/paths\/~1pets\/get\/summary {2}warning/m)
  const rules = [...guide.matchAll(/^rulebound (rules .*petstore.*)$/gm)].map(([, args = '']) => args.split(' '))
  const outputs: string[] = []
  for (const args of rules) outputs.push((await run(process.execPath, [command, ...args], { cwd })).stdout)
  expect(outputs).toEqual([
    expect.stringContaining('5 sentences without a rule'),
    expect.stringMatching(/^PETS-001 {2}The/),
  ])
})
