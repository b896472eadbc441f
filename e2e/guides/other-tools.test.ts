import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { root } from '../../src/pipeline/specs/interfaces.ts'
import { startProcess } from '../../src/start-process.fixture.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'

const guide = readFileSync(fileURLToPath(new URL('../../docs/guides/other-languages.md', import.meta.url)), 'utf8')
const commands = (/^## Other tools[^]*?```sh\n([^]*?)```/m.exec(guide)?.[1] ?? '').trim().split('\n')

/** A folder in which the commands of the guide find the documents, and write their files. */
function workshop(): string {
  const folder = temporaryFolder()
  for (const name of ['generated', 'node_modules']) symlinkSync(join(root, name), join(folder, name))
  return folder
}

it('the guide of other tools names prism mock and redocly build-docs', () => {
  expect(commands).toEqual([
    'npx prism mock generated/orders/openapi.yaml',
    'npx redocly build-docs generated/orders/openapi.yaml',
  ])
})

it('prism mock answers with the examples of the document', async () => {
  const prism = startProcess(['bash', '-c', `exec ${commands[0]} --port 0`], { cwd: workshop() })
  const [, origin] = await prism.printed(/listening on (http:\/\/\S+:\d+)/)
  const headers = { accept: 'application/json', authorization: `Basic ${btoa('key:')}` }
  const answer = await fetch(`${origin}/orders`, { headers })
  expect([answer.status, await answer.json()]).toMatchObject([200, { items: expect.any(Array) }])
  await prism.end('SIGTERM')
})

it('redocly build-docs writes a page', async () => {
  const folder = workshop()
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
  const { code } = await startProcess(['bash', '-c', commands[1] ?? ''], { cwd: folder, env }).ended
  expect(code).toBe(0)
  expect(existsSync(join(folder, 'redoc-static.html'))).toBe(true)
})
