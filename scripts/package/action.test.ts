import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOrderServer } from '../../examples/orders-server/server.ts'
import { root } from '../../src/workspace/root.ts'
import { runAction } from './composite-action.fixture.ts'
import { environmentWith } from './installed.fixture.ts'
import { packPackage } from './packed.fixture.ts'

interface Result {
  locations: [{ physicalLocation: { artifactLocation: { uri: string } } }]
}

const minutes = 60_000
const folder = mkdtempSync(join(tmpdir(), 'rulebound-action-'))
const key = 'k-1-2-3'
const shop = createOrderServer(key)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
let packed: Awaited<ReturnType<typeof packPackage>>
let address = ''

beforeAll(async () => {
  packed = await packPackage()
  await once(shop.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/api`
}, 5 * minutes)
afterAll(() => {
  shop.close().closeAllConnections()
  packed?.[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the action in a job of its own. `cached` is a folder that holds what an earlier job has installed. */
async function run(inputs: Record<string, string>, { temp = newFolder('temp'), isCached = false } = {}) {
  const workspace = newFolder('workspace')
  const target = readFileSync(join(root, 'examples/orders-server/target.yaml'), 'utf8')
  writeFileSync(join(workspace, 'a target.yaml'), target.replace('http://127.0.0.1:4020/api', address))
  const uploaded: string[] = []
  let cacheKey: string | undefined
  const job = await runAction({
    actionPath: root,
    workspace,
    temp,
    inputs,
    env: { ...environmentWith(process.execPath), SHOP_API_KEY: key, RULEBOUND_ORDERS_FULL_KEY: key },
    used: {
      // The Node.js of the repository is on the path.
      'actions/setup-node@v4': () => ({}),
      'actions/cache@v4': (given) => {
        expect(given.path).toBe(join(temp, 'rulebound'))
        cacheKey = given.key
        return isCached ? { 'cache-hit': 'true' } : {}
      },
      'actions/upload-artifact@v4': ({ name = '', path = '' }) => {
        const found = existsSync(join(workspace, path)) ? readdirSync(join(workspace, path)) : []
        for (const file of found) uploaded.push(`${name}/${file}`)
        return {}
      },
      'github/codeql-action/upload-sarif@v3': ({ sarif_file: file = '' }) => {
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

it(
  'installs one package, checks the server of a target file, publishes the reports and fails as the command does',
  async () => {
    const inputs = { target: 'a target.yaml', only: 'ORD-07[2-4]', version: `file:${packed.tarball}`, sarif: 'true' }
    const { code, outputs, uploaded, ran, log } = await run(inputs, { temp })
    expect(readdirSync(join(temp, 'rulebound/node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'rulebound',
    ])
    expect(outputs, log).toEqual({ passed: '1', failed: '1', differs: '1' })
    expect(uploaded.sort()).toEqual([...reports, 'sarif with 2 results'])
    expect(ran).toContain('Install')
    expect(code).toBe(1)
  },
  2 * minutes,
)

it('takes the package of its own version from the cache, and the server from base-url', async () => {
  expect(existsSync(join(temp, 'rulebound')), 'the test before this one installs the package').toBe(true)
  const inputs = { 'base-url': address, interfaces: 'orders', only: 'ORD-00[19]', artifact: '' }
  const { code, outputs, uploaded, ran, cacheKey, log } = await run(inputs, { temp, isCached: true })
  expect(cacheKey).toBe(`rulebound-Linux-${version}`)
  expect(ran).not.toContain('Install')
  expect({ code, outputs }, log).toEqual({ code: 0, outputs: { passed: '1', failed: '0', differs: '0' } })
  expect(uploaded).toEqual([])
})

it('says that it needs a target, and does not check a mock in place of a server', async () => {
  const { code, log, outputs } = await run({}, { temp, isCached: true })
  expect({ code, log }).toEqual({ code: 2, log: '::error::give the input target or base-url\n' })
  expect(outputs).toEqual({ passed: '', failed: '', differs: '' })
})

it('uploads no findings of a server that could not be checked', async () => {
  const inputs = { 'base-url': 'http://127.0.0.1:1/api', interfaces: 'orders', sarif: 'true', artifact: '' }
  const { code, uploaded, log } = await run(inputs, { temp, isCached: true })
  expect(code, log).toBe(2)
  expect(uploaded).toEqual([])
})
