import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startProcess } from '../../src/start-process.fixture.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { bundled } from '../../src/workspace/bundled.ts'
import { root } from '../../src/workspace/root.ts'

const guide = readFileSync(join(root, 'docs/guides/other-languages.md'), 'utf8')
const prismCommand = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js')
const commands = (/^## Other tools.*?```sh\n(.*?)```/ms.exec(guide)?.[1] ?? '').trim().split('\n')

/** A folder in which a command of the guide finds the documents and its tool, and writes its files. */
function workshop(): string {
  const folder = temporaryFolder()
  symlinkSync(join(root, 'generated'), join(folder, 'generated'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

it('the guide of other tools names prism mock and redocly build-docs', () => {
  expect(commands).toEqual([
    'npx prism mock generated/orders/openapi.yaml',
    'npx redocly build-docs generated/orders/openapi.yaml',
  ])
})

it('prism mock answers with the examples of the document', async () => {
  const cwd = workshop()
  const prism = startProcess(['bash', '-c', `exec ${commands[0]} --port 0`], { cwd, detached: true })
  const [, origin] = await prism.says(/listening on (http:\/\/\S+:\d+)/)
  const headers = { accept: 'application/json', authorization: `Basic ${btoa('key:')}` }
  const answer = await fetch(`${origin}/orders`, { headers })
  expect([answer.status, await answer.json()]).toMatchObject([200, { items: expect.any(Array) }])
  // The group: npx passes no signal on to the shell that it starts.
  process.kill(-(prism.process.pid ?? 0))
  await prism.ended
})

it('redocly build-docs writes a page', async () => {
  const cwd = workshop()
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
  const { code } = await startProcess(['bash', '-c', commands[1] ?? ''], { cwd, env }).ended
  expect(code).toBe(0)
  expect(existsSync(join(cwd, 'redoc-static.html'))).toBe(true)
})

it.each(bundled.interfaces.map(({ name }) => name))(
  'the plain prism mock command runs the bundle of %s',
  async (name) => {
    const operations = [...bundled.find(name).contract.operations.values()]
    const get = operations.find(({ method }) => method === 'get') ?? operations[0]
    const bundle = join(root, `generated/${name}/openapi.yaml`)
    const prism = startProcess([process.execPath, prismCommand, 'mock', bundle, '--port', '0'])
    const [, origin] = await prism.says(/listening on (http:\/\/\S+:\d+)/)
    const { status } = await fetch(origin + (get?.path.replace(/\{[^}]+\}/g, 'x') ?? '/'))
    await prism.end()
    // The exact status depends on the operation; what counts is that Prism answered for one of our operations.
    expect(status).toBeLessThan(500)
  },
  30_000,
)
