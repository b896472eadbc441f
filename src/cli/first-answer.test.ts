import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startProcess } from '../start-process.fixture.ts'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { cli } from './run-command.fixture.ts'

const watch = fileURLToPath(new URL('./loaded-packages.fixture.ts', import.meta.url))

/** CommonJS packages that a mock of all interfaces has loaded after these calls, each with its credentials. */
async function loadedFor(targets: [target: string, status: number][]): Promise<string[]> {
  const mock = startProcess([process.execPath, '--import', watch, cli, 'mock', '--port', '0'], {
    cwd: temporaryFolder(),
  })
  const authorization = `Basic ${btoa('orders.example-key:')}`
  const [base] = await mock.says(/http:\/\/\S+\/orders\/api/)
  for (const [target, status] of targets) {
    expect((await fetch(`${base}${target}`, { headers: { authorization, accept: 'application/json' } })).status).toBe(
      status,
    )
  }
  const { stderr } = await mock.end()
  return stderr
    .replace(/^loaded /, '')
    .trim()
    .split(' ')
}

it('answers for the first time without what only unusual requests need: Ajv, YAML, XML, multipart', async () => {
  expect(await loadedFor([['/orders?limit=2', 200]])).toEqual(['content-type', 'negotiator', 'whatwg-mimetype'])
})

it('checks a server without loading the mock', async () => {
  const nobody = ['verify', 'orders', '--base-url', 'http://127.0.0.1:9', '--only', 'ORD-012']
  const { stderr } = await startProcess([process.execPath, '--import', watch, cli, ...nobody]).ended
  expect(stderr).toContain('nothing listens there')
  expect(stderr).not.toContain('@stoplight/prism')
})
