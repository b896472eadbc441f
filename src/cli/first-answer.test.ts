import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const cli = fileURLToPath(new URL('./rulebound.ts', import.meta.url))
const watch = fileURLToPath(new URL('./loaded-packages.fixture.ts', import.meta.url))

/** CommonJS packages that a mock of all interfaces has loaded after these calls, each with its credentials. */
async function loadedFor(targets: [target: string, status: number][]): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', watch, cli, 'mock', '--port', '0'])
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += chunk
    if (printed.includes('curl')) break
  }
  const base = /http:\/\/\S+(?=\/orders\n)/.exec(printed)?.[0]
  const authorization = /Authorization: ([^']+)/.exec(printed)?.[1] ?? ''
  for (const [target, status] of targets) {
    expect((await fetch(`${base}${target}`, { headers: { authorization, accept: 'application/json' } })).status).toBe(
      status,
    )
  }
  child.kill('SIGTERM')
  await ended
  return complaints
    .replace(/^loaded /, '')
    .trim()
    .split(' ')
}

it('answers for the first time without what only unusual requests need: Prism, its tools to make up values, YAML', async () => {
  expect(await loadedFor([['/orders?limit=2', 200]])).toEqual([
    '@stoplight/prism-http',
    'ajv',
    'ajv-formats',
    'content-type',
    'fast-deep-equal',
    'fast-uri',
    'json-schema-traverse',
    'negotiator',
    'whatwg-mimetype',
  ])
})

it('loads Prism with the first request that is not surely right', async () => {
  expect(await loadedFor([['/orders?limit=x', 400]])).toContain('@stoplight/prism-core')
})
