import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, it } from 'vitest'
import { root } from '../../src/workspace/root.ts'
import { environmentWith, install, installRuntimes, keptFolder, newestNode, startCommand } from './installed.fixture.ts'

const run = promisify(execFile)
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const versions: Record<string, string> = { ...dependencies, ...devDependencies }
const missing = inject('notInstalled')
const guide = readFileSync(join(root, 'docs/guides/your-own-client.md'), 'utf8')
const [, petstore = ''] =
  /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/guides/your-own-contracts.md'), 'utf8')) ?? []

it('the guide leads from a document to typed calls, as it stands there', { timeout: 300_000 }, async ({ skip }) => {
  if (missing) skip(missing)
  const folder = keptFolder('own-client')
  const noRuntimes = await installRuntimes()
  if (noRuntimes) skip(noRuntimes)
  const packages = ['openapi-fetch', 'openapi-typescript', 'typescript'].map((name) => `${name}@${versions[name]}`)
  const reason = await install(folder, inject('packed').tarball, ...packages)
  if (reason) skip(reason)
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(guide) ?? []
  const [, file = '', program = '', printed = ''] = /```ts (\S+)\n([\s\S]*?)```\n\n```\n([\s\S]*?)```/.exec(guide) ?? []
  writeFileSync(join(folder, 'petstore.yaml'), petstore)
  writeFileSync(join(folder, file), program)
  const env = environmentWith(newestNode)
  const [init = '', generate = '', serve = ''] = commands.trim().split('\n')
  for (const command of [init, generate, `${generate} --check`])
    await run('bash', ['-c', command], { cwd: folder, env })
  await using mock = await startCommand(['-c', `exec ${serve.replace(/\d+$/, '0')}`], {
    node: newestNode,
    cwd: folder,
    program: 'bash',
  })
  const base = `${mock.origin}/petstore/v1`
  expect((await run('node', [file, base], { cwd: folder, env })).stdout).toBe(printed)

  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: [],
  }
  const settings = {
    compilerOptions: { ...compilerOptions, lib: ['es2022', 'dom', 'dom.iterable'] },
    files: ['client-only.ts'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  writeFileSync(join(folder, 'client-only.ts'), "export * from './generated/petstore/client.ts'\n")
  expect(
    await run('npx', ['tsc'], { cwd: folder, env }).then(
      ({ stdout }) => stdout,
      ({ stdout }) => stdout,
    ),
  ).toBe('')
})
