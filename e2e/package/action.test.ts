import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createOrderServer } from '../../examples/orders-server/server.ts'
import { temporaryFolder } from '../../src/temporary-folder.fixture.ts'
import { root } from '../../src/workspace/root.ts'
import { runAction } from './composite-action.fixture.ts'
import { environmentWith, installRuntimes, tooOld } from './installed.fixture.ts'

interface Result {
  locations: [{ physicalLocation: { artifactLocation: { uri: string } } }]
}

const minutes = 60_000
const folder = temporaryFolder()
const key = 'k-1-2-3'
const shop = createOrderServer(key)
const { tarball, sha256 } = inject('packed')
let address = ''

beforeAll(async () => {
  await once(shop.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/api`
}, 5 * minutes)
afterAll(() => shop.close().closeAllConnections())

/** Runs the action in a separate job. `cached` is a folder that holds what an earlier job has installed. */
async function run(
  inputs: Record<string, string>,
  { temp = newFolder('temp'), isCached = false, node = process.execPath, tools = folder } = {},
) {
  const workspace = newFolder('workspace')
  cpSync(tarball, join(workspace, 'package.tgz'))
  const target = readFileSync(join(root, 'examples/orders-server/target.yaml'), 'utf8')
  writeFileSync(join(workspace, 'a target.yaml'), target.replace('http://127.0.0.1:4020/api', address))
  const uploaded: string[] = []
  let cacheKey: string | undefined
  const job = await runAction({
    actionPath: root,
    workspace,
    temp,
    inputs,
    env: { ...environmentWith(node), RUNNER_TOOL_CACHE: tools, SHOP_API_KEY: key, RULEBOUND_ORDERS_FULL_KEY: key },
    used: {
      'actions/cache': (given) => {
        expect(given.path).toBe(join(temp, 'rulebound'))
        cacheKey = given.key
        return isCached ? { 'cache-hit': 'true' } : {}
      },
      'actions/upload-artifact': ({ name = '', path = '' }) => {
        const found = existsSync(join(workspace, path)) ? readdirSync(join(workspace, path)) : []
        for (const file of found) uploaded.push(`${name}/${file}`)
        return {}
      },
      'github/codeql-action/upload-sarif': ({ sarif_file: file = '' }) => {
        const { runs } = JSON.parse(readFileSync(join(workspace, file), 'utf8'))
        const files = runs[0].results.map(
          ({ locations: [{ physicalLocation }] }: Result) => physicalLocation.artifactLocation,
        )
        // GitHub shows a result at a file of the caller.
        for (const { uri } of files) expect(existsSync(join(workspace, decodeURIComponent(uri))), uri).toBe(true)
        uploaded.push(`sarif with ${files.length} results`)
        return {}
      },
    },
  })
  return { ...job, uploaded, cacheKey }
}

function newFolder(name: string): string {
  return mkdtempSync(join(folder, `${name} `))
}

const reports = ['junit.xml', 'report.html', 'report.json', 'report.sarif'].map((file) => `contract-reports/${file}`)
const temp = newFolder('kept')
const packed = 'file:package.tgz'

it(
  'the action installs one package, checks the server of a target file, publishes the reports and fails as the command does',
  async () => {
    const inputs = { target: 'a target.yaml', only: 'ORD-07[2-4]', version: packed, sarif: 'true' }
    const { code, outputs, uploaded, ran, log } = await run(inputs, { temp })
    const installed = readdirSync(join(temp, 'rulebound/node_modules')).filter((name) => !name.startsWith('.'))
    expect(installed, log).toEqual(['rulebound'])
    expect(outputs, log).toEqual({ passed: '1', failed: '1', differs: '1' })
    expect(uploaded.sort()).toEqual([...reports, 'sarif with 2 results'])
    expect(ran).toContain('Install')
    expect(code).toBe(1)
  },
  2 * minutes,
)

it('the action takes the package from the cache by the hash of the tarball, and the server from base-url', async () => {
  expect(existsSync(join(temp, 'rulebound')), 'the test before this one installs the package').toBe(true)
  const inputs = { 'base-url': address, interfaces: ' orders\n', only: 'ORD-00[19]', artifact: '', version: packed }
  const { code, outputs, uploaded, ran, cacheKey, log } = await run(inputs, { temp, isCached: true })
  expect(cacheKey).toBe(`rulebound-Linux-${sha256}`)
  expect(ran).not.toContain('Install')
  expect({ code, outputs }, log).toEqual({ code: 0, outputs: { passed: '1', failed: '0', differs: '0' } })
  expect(uploaded).toEqual([])
})

const target = { 'base-url': 'http://127.0.0.1:1/api', version: packed }
it.each([
  ['no target', { version: packed }, 'give the input target or base-url'],
  [
    'an option for a name',
    { ...target, interfaces: 'orders --allow=lasting' },
    'interfaces: --allow=lasting is no name of an interface',
  ],
  ['a pattern for a name', { ...target, interfaces: '*' }, 'interfaces: * is no name of an interface'],
  ['a version of two lines', { ...target, version: '1.2.0\nkey=other' }, 'version: give a version such as 1.2.0'],
  ['a tag', { ...target, version: 'latest' }, 'version: give a version such as 1.2.0'],
  [
    'a tarball elsewhere',
    { ...target, version: `file:${tarball}` },
    'version: the tarball must be a file of the workspace',
  ],
  ['a folder', { ...target, version: 'file:../x' }, 'version: give a version such as 1.2.0'],
  [
    'a tarball that is not there',
    { ...target, version: 'file:x.tgz' },
    'version: the tarball must be a file of the workspace',
  ],
  [
    'no version before there is one in a registry',
    { ...target, version: '' },
    'version: nobody has published this package: run npm pack',
  ],
])('the action refuses %s', async (_, inputs, message) => {
  const { code, log, outputs, uploaded } = await run({ artifact: '', ...inputs }, { temp, isCached: true })
  expect(log).toMatch(/^::error::.*\n$/)
  expect(log).toContain(message)
  expect({ code, outputs, uploaded }).toEqual({
    code: 2,
    outputs: { passed: '', failed: '', differs: '' },
    uploaded: [],
  })
})

it('the action uploads no findings of a server that could not be checked', async () => {
  const inputs = { ...target, interfaces: 'orders', sarif: 'true', artifact: '' }
  const { code, uploaded, log } = await run(inputs, { temp, isCached: true })
  expect(code, log).toBe(2)
  expect(uploaded).toEqual([])
})

it('the action takes a Node.js of the runner in place of an old one of the job, or reports what is needed', async ({
  skip,
}) => {
  const missing = await installRuntimes()
  if (missing) skip(missing)
  const tools = newFolder('tools')
  const inputs = { 'base-url': address, interfaces: 'orders', only: 'ORD-009', artifact: '', version: packed }
  const refused = await run(inputs, { temp, isCached: true, node: tooOld, tools })
  expect(refused).toMatchObject({ code: 2, log: expect.stringContaining('::error::Node.js 22.13 or newer is needed') })
  mkdirSync(join(tools, 'node/24.21.0/x64/bin'), { recursive: true })
  symlinkSync(process.execPath, join(tools, 'node/24.21.0/x64/bin/node'))
  const { code, log, outputs } = await run(inputs, { temp, isCached: true, node: tooOld, tools })
  expect({ code, passed: outputs.passed }, log).toEqual({ code: 0, passed: '1' })
})
