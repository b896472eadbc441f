import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startProcess } from '../../src/start-process.fixture.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../../docs/guides/your-own-contracts.md', import.meta.url), 'utf8')
const command = fileURLToPath(new URL('../../src/cli/rulebound.ts', import.meta.url))

it('the commands explain the records of the document as the guide shows', async () => {
  const cwd = temporaryFolder()
  const [, document = ''] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? []
  writeFileSync(join(cwd, 'petstore.yaml'), document)
  writeFileSync(join(cwd, 'collections.yaml'), '/pets: {key: name}\n')
  const commands = [...guide.matchAll(/^rulebound (mock state.*)$/gm)].map(([, args = '']) => args.split(' '))
  const [plain, corrected] = await Promise.all(
    commands.map((args) => run(process.execPath, [command, ...args], { cwd })),
  )
  const [, output = ''] = /```\n(petstore\n[\s\S]*?)```/.exec(guide) ?? []
  expect(plain?.stdout).toBe(output)
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

it('the commands verify a server, and make the folder a workspace with a behaviour, as the guide shows', async () => {
  const cwd = temporaryFolder()
  const [, document = ''] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? []
  writeFileSync(join(cwd, 'petstore.yaml'), document)
  const words = (name: string) => new RegExp(`^rulebound (${name}\\b.*)$`, 'm').exec(guide)?.[1]?.split(' ') ?? []
  const serve = async () => {
    const mock = startProcess([process.execPath, command, 'mock', './petstore.yaml', '--port', '0'], { cwd })
    const [origin = ''] = await mock.says(/http:\/\/127\.0\.0\.1:\d+/)
    return { ...mock, origin }
  }
  const server = await serve()
  const verify = words('verify').map((word) => word.replace('https://pets.example/v1', `${server.origin}/petstore/v1`))
  const env = { ...process.env, API_TOKEN: 'mock' }
  const { stdout } = await run(process.execPath, [command, ...verify], { cwd, env })
  expect(stdout).toMatch(/^petstore +0 failed/m)
  await server.end()

  await run(process.execPath, [command, ...words('init')], { cwd })
  const [, definition = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? []
  mkdirSync(join(cwd, 'src/interfaces/petstore'), { recursive: true })
  writeFileSync(join(cwd, 'src/interfaces/petstore/definition.js'), definition)
  const workspace = startProcess([process.execPath, command, 'mock', '--port', '0'], { cwd })
  const [origin = ''] = await workspace.says(/http:\/\/127\.0\.0\.1:\d+/)
  const pet = await fetch(`${origin}/petstore/v1/pets/7`, { headers: { 'x-key': 'mock' } })
  expect(await pet.json()).toEqual({ id: 7, name: 'Mia' })
  await workspace.end()
  expect((await run(process.execPath, [command, ...words('lint$')], { cwd })).stdout).toMatch(/^1 document/m)
})
