import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse, stringify } from 'yaml'
import { orders } from '../../examples/orders-server/orders.ts'
import { createOrderServer } from '../../examples/orders-server/server.ts'
import { listenOnLoopback } from '../listen-on-loopback.fixture.ts'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import type { ShownReport } from '../verify/report/shown-report.ts'
import { callCommand } from './call-command.fixture.ts'
import { runCommand, startCommand } from './run-command.fixture.ts'

const key = 'key-of-the-shop'
const targetFile = 'examples/orders-server/target.yaml'
const folder = temporaryFolder()
let shop: Server
let baseUrl: string
let onShop: string[]

beforeAll(async () => {
  vi.stubEnv('SHOP_API_KEY', key)
  vi.stubEnv('GITHUB_ACTIONS', undefined)
  vi.stubEnv('GITHUB_STEP_SUMMARY', undefined)
  vi.stubEnv('CI', undefined)
  shop = createOrderServer(key)
  baseUrl = `http://127.0.0.1:${await listenOnLoopback(shop)}/api`
  onShop = ['verify', '--target', targetFile, '--base-url', baseUrl]
})
afterAll(async () => {
  vi.unstubAllEnvs()
  shop.close().closeAllConnections()
})

describe('the example server with its three bugs', () => {
  let before: string
  let run: Awaited<ReturnType<typeof runCommand>>
  let report: ShownReport

  beforeAll(async () => {
    before = JSON.stringify(orders)
    const reports = ['html', 'junit', 'sarif', 'json'].flatMap((form) => ['--report', `${form}=${join(folder, form)}`])
    run = await runCommand(['verify', '--target', targetFile, '--base-url', baseUrl, ...reports])
    report = JSON.parse(await readFile(join(folder, 'json'), 'utf8'))
  })

  it('the server fails exactly these three rules', () => {
    const failed = report.results.filter(({ result }) => result === 'failed')
    expect(failed.map(({ rule }) => rule.id)).toEqual(['ORD-006', 'ORD-035', 'ORD-073'])
    expect(run.code).toBe(1)
  })

  it('no rule needs what only the mock offers', () => {
    expect(report.results.filter(({ result }) => result === 'skipped')).toEqual([])
  })

  it('the server has its orders back as they were, but for the payment that a check has captured', () => {
    const [captured, ...others] = JSON.parse(before)
    expect(orders.slice(1)).toEqual(others)
    expect(orders[0]).toEqual({ ...captured, status: 'Processed', paymentStatus: 'Paid' })
  })

  it('no report contains the key of the server', async () => {
    for (const file of await readdir(folder)) {
      const text = await readFile(join(folder, file), 'utf8')
      expect(text, file).not.toContain(key)
      expect(text, file).not.toContain(Buffer.from(`${key}:`).toString('base64').slice(0, 16))
    }
    expect(run.stdout).not.toContain(key)
    expect(run.stdout).toContain('-u "$SHOP_API_KEY":')
  })
})

it('verify ends with 0 on the mock, which keeps all rules', async () => {
  const { stdout, code } = await runCommand(['verify', 'orders', '--only', 'ORD-00[1-4]'])
  expect(stdout).toMatch(/^3 rules on the mock in .* s: 0 failed, 0 differs, 0 inconclusive, 0 skipped, 3 passed$/m)
  expect(code).toBe(0)
})

it('writes a report alone to the standard output, and the rest beside it', async () => {
  for (const flags of [['--json'], ['--report', 'json=-']]) {
    const { stdout, stderr } = await callCommand(['verify', 'orders', '--only', 'ORD-00[1-4]', ...flags])
    expect(JSON.parse(stdout).results).toHaveLength(3)
    expect(stderr).toContain('orders  3 of 3 rules\n')
    expect(stderr).toMatch(/^3 rules on the mock/m)
  }
})

it('says nothing with --quiet where nothing failed', async () => {
  const run = await callCommand(['verify', 'orders', '--only', 'ORD-00[1-4]', '--quiet'])
  expect(run).toEqual({ stdout: '', stderr: '', code: 0 })
})

it('writes a target file to fill in, whose servers it then finds', async () => {
  const file = join(folder, 'new-target.yaml')
  const { stdout: done, code: written } = await callCommand(['verify', 'init', 'orders', '--out', file])
  expect([written, done]).toEqual([0, expect.stringContaining(`verify plan --target ${file}`)])
  const text = await readFile(file, 'utf8')
  expect(text).toMatch(/^ {4}# {3}# Token of an order .* Needed by \d+ checks\.\n {4}# {3}order: …$/m)
  vi.stubEnv('ORDERS_FULL_KEY', key)
  const { stdout, code } = await callCommand(['verify', 'plan', '--target', file])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^orders: My server, https:\/\/orders\.example\/api\n/)])
  const again = await callCommand(['verify', 'init', 'orders', '--out', file])
  expect([again.code, again.stderr]).toEqual([2, `${file} is there already: name another file, or remove it\n`])
})

it('adds the failed rules to the target file, whose comments stay', async () => {
  const file = join(folder, 'merged.yaml')
  await writeFile(file, `# our shop\n${await readFile(targetFile, 'utf8')}    known: {}\n`)
  const run = () => callCommand(['verify', '--target', file, '--base-url', baseUrl, '--only', 'ORD-006', '--merge'])
  expect((await run()).code).toBe(1)
  const text = await readFile(file, 'utf8')
  expect(text).toMatch(/^# our shop\n/)
  expect(text).toMatch(/^ {4}known:\n {6}ORD-006:\n {8}because: not explained yet\n/m)
  await writeFile(file, text.replace('not explained yet', 'it is old'))
  expect((await run()).code).toBe(0)
})

it('expects known deviations, locates what fails in the target file, and leads to no loopback docs in CI', async () => {
  vi.stubEnv('CI', 'true')
  const recorded = join(folder, 'known.yaml')
  const sarif = join(folder, 'known.sarif')
  const first = await callCommand([
    ...onShop,
    '--only',
    'ORD-00|ORD-073',
    '--record',
    recorded,
    '--report',
    `sarif=${sarif}`,
  ])
  const { orders: found } = parse(await readFile(recorded, 'utf8')).interfaces
  expect([first.code, Object.keys(found.known)]).toEqual([1, ['ORD-006', 'ORD-073']])
  expect(first.stdout).not.toContain('/docs/')
  const [{ results }] = JSON.parse(await readFile(sarif, 'utf8')).runs
  const { artifactLocation, region } = results[0].locations[0].physicalLocation
  expect([artifactLocation.uri, region.startLine]).toEqual([targetFile, expect.any(Number)])

  await writeFile(recorded, (await readFile(recorded, 'utf8')).replaceAll('not explained yet', 'they are old'))
  const explained = await callCommand([...onShop, '--only', 'ORD-00|ORD-073', '--known', recorded])
  expect([explained.code, explained.stdout]).toEqual([0, expect.stringMatching(/ 0 failed, .* 2 known, /)])

  const own = join(folder, 'target.yaml')
  const target = parse(await readFile(targetFile, 'utf8'))
  const withKnown = async (known: object) => {
    await writeFile(own, stringify({ ...target, interfaces: { orders: { ...target.interfaces.orders, known } } }))
    return callCommand(['verify', '--target', own, '--base-url', baseUrl, '--only', 'ORD-00|ORD-073'])
  }
  const unexplained = await withKnown(found.known)
  expect([unexplained.code, unexplained.stdout]).toEqual([1, expect.stringContaining('not explained yet: say why')])
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const known = await withKnown({ 'ORD-006, ORD-073': { because: 'they are old', until: tomorrow } })
  expect(known.code).toBe(0)
  expect(known.stdout).toMatch(/ 0 failed, .* 2 known, /)
  // ORD-002 passes, and ORD-003 differs from an assumption.
  const passing = await withKnown({ 'ORD-006, ORD-073': { because: 'x' }, 'ORD-002, ORD-003': { because: 'once' } })
  expect([passing.code, passing.stdout]).toEqual([1, expect.stringContaining("remove the rule from 'known'")])
  expect(passing.stdout).toMatch(/ 2 failed, .* 2 known, /)
  const over = await withKnown({ 'ORD-006': { because: 'once', until: '2020-01-01' }, 'ORD-073': { because: 'x' } })
  expect([over.code, over.stdout]).toEqual([1, expect.stringContaining('known until 2020-01-01, which is over')])
  const wrong = await withKnown({ 'ORD-999': { because: 'x', until: 'soon' } })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/ORD-999: is an unknown rule/)])
  expect(wrong.stderr).toContain('must be a date, such as 2027-03-01')
  vi.stubEnv('CI', undefined)
})

it('sends the headers of a gateway, and shows their values nowhere', async () => {
  const seen = new Set<unknown>()
  const note = ({ headers }: IncomingMessage) => void seen.add(headers['x-gateway-key'])
  shop.on('request', note)
  const header = ['--header', 'X-Gateway-Key: secret-of-the-gateway']
  const { stdout } = await callCommand([...onShop, '--only', 'ORD-073', '--verbose', ...header])
  shop.off('request', note)
  expect([...seen]).toEqual(['secret-of-the-gateway'])
  expect(stdout).toContain('x-gateway-key: ')
  expect(stdout).not.toContain('secret-of-the-gateway')
})

it('lists what it would send and change with verify plan, and sends nothing', async () => {
  let requests = 0
  const note = () => void requests++
  shop.on('request', note)
  const { stdout, code } = await callCommand(['verify', 'plan', ...onShop.slice(1), '--only', 'ORD-03'])
  shop.off('request', note)
  expect([requests, code]).toEqual([0, 0])
  expect(stdout).toMatch(/^orders: the shop, /)
  expect(stdout).toMatch(/^ {4}PUT \/orders\/\{token\} +\d+$/m)
  expect(stdout).toMatch(/These may change the server:\n {4}PUT \/orders\/\{token\} {2}by .*ORD-032/)
})

it('lists with verify plan what could be checked if the target named more', async () => {
  const { stdout } = await callCommand(['verify', 'plan', 'secrets', '--base-url', 'http://127.0.0.1:1'])
  expect(stdout).toMatch(/^ {2}0 rules would be checked/m)
  expect(stdout).toMatch(/^ {4}a credential 'full' and the resource 'sealed node': SEC-014, SEC-045$/m)
  expect(stdout).toMatch(/^ {4}sealed node: Base URL of a node that is sealed\.$/m)
})

it('writes what the server does where the documents are silent, in a file for its owner alone', async () => {
  const file = join(folder, 'answers.yaml')
  await callCommand([...onShop, '--only', 'ORD-0[01]', '--learn', file])
  const text = await readFile(file, 'utf8')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { title, interfaces } = parse(text)
  expect(title).toBe('the shop')
  expect(interfaces.orders['ORD-G04'].seen).toContainEqual({
    operation: 'updateOrder',
    status: 415,
    mediaType: 'application/problem+json',
    type: 'object',
    members: ['detail', 'status', 'title', 'type'],
  })
  for (const { token, email } of orders) {
    expect(text).not.toContain(token)
    expect(text).not.toContain(email)
  }
})

it('puts back what it changed, and sums up, when a signal stops it', async () => {
  const before = JSON.stringify(orders)
  const reached = Promise.withResolvers<void>()
  shop.on('request', ({ method }) => void (method === 'PUT' && reached.resolve()))
  const run = startCommand(['verify', '--target', targetFile, '--base-url', baseUrl])
  await reached.promise
  const { stdout, code } = await run.end('SIGINT')
  expect(code).toBe(130)
  expect(stdout).toContain('the run was stopped')
  expect(stdout).toMatch(/^\d+ rules on/m)
  expect(JSON.stringify(orders.slice(1))).toBe(JSON.stringify(JSON.parse(before).slice(1)))
})

it('heeds a signal while the server answers with a megabyte of dashes', async () => {
  const reached = Promise.withResolvers<void>()
  let count = 0
  const server = createServer((_, response) => {
    if (++count === 3) reached.resolve()
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"token=${'-'.repeat(1_000_000)}`)
  })
  const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`
  const run = startCommand(['verify', '--target', targetFile, '--base-url', origin])
  await reached.promise
  expect((await run.end('SIGTERM')).code).toBe(130)
  server.close().closeAllConnections()
})

it('a run in which no check could look ends with 2 and the reason', async () => {
  const { stdout, stderr, code } = await runCommand([
    'verify',
    'orders',
    '--base-url',
    baseUrl,
    '--only',
    'ORD-00[1-4]',
  ])
  expect(stdout).toMatch(/0 failed, 0 differs, 0 inconclusive, 3 skipped, 0 passed$/m)
  expect(stderr).toContain("no check showed anything: needs a credential 'full': set RULEBOUND_ORDERS_FULL_KEY\n")
  expect(code).toBe(2)
  vi.stubEnv('RULEBOUND_ORDERS_FULL_KEY', key)
  const found = await callCommand(['verify', 'orders', '--base-url', `${baseUrl}/`, '--only', 'ORD-073'])
  expect([found.code, found.stdout]).toEqual([1, expect.stringContaining('-u "$RULEBOUND_ORDERS_FULL_KEY":')])
})

it('verify clean removes what the undo file names, and checks nothing', async () => {
  const undoFile = join(folder, 'undo.jsonl')
  const creation = {
    id: 'a',
    interface: 'orders',
    method: 'DELETE',
    url: `${baseUrl}/nothing`,
    headers: { accept: 'application/json' },
    role: 'full',
  }
  await writeFile(undoFile, `${JSON.stringify(creation)}\n`)
  const clean = ['verify', 'clean', '--target', targetFile, '--base-url', baseUrl, '--undo-file', undoFile]
  expect(await runCommand(clean)).toEqual({ stdout: '', stderr: 'removed a thing that checks had made\n', code: 0 })
  expect(await readdir(folder)).not.toContain('undo.jsonl')
})

it('GitHub gets annotations and the summary of the job', async () => {
  const summary = join(folder, 'summary.md')
  vi.stubEnv('GITHUB_ACTIONS', 'true')
  vi.stubEnv('GITHUB_STEP_SUMMARY', summary)
  const { stdout } = await runCommand(['verify', '--target', targetFile, '--base-url', baseUrl, '--only', 'ORD-073'])
  vi.stubEnv('GITHUB_ACTIONS', undefined)
  vi.stubEnv('GITHUB_STEP_SUMMARY', undefined)
  expect(stdout).toMatch(/^::error file=examples\/orders-server\/target\.yaml,line=\d+.*ORD-073/m)
  expect(await readFile(summary, 'utf8')).toContain('1 of 1 rules failed')
})

describe('what cannot be checked ends with 2 and one message', () => {
  let page: Server
  beforeAll(async () => {
    page = createServer((_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'))
    await once(page.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => void page.close().closeAllConnections())
  const pageUrl = () => `http://127.0.0.1:${(page.address() as AddressInfo).port}`

  it.each<[string, () => string[], RegExp]>([
    ['an interface that there is not', () => ['orderz'], /unknown interface 'orderz'; did you mean 'orders'\?/],
    ['a pattern that no rule matches', () => ['orders', '--only', 'XYZ'], /no rule matches \/XYZ\//],
    ['words that stand in no rule', () => ['orders', '--only', 'rules of'], /no rule matches \/rules of\//],
    ['an invalid pattern', () => ['--only', '('], /Unterminated group/],
    ['a server that is not there', () => ['orders', '--base-url', 'http://127.0.0.1:1'], /nothing listens there/],
    ['a page in place of an API', () => ['orders', '--base-url', pageUrl()], /answers with an HTML page/],
    ['an address without an interface', () => ['--base-url', pageUrl()], /name it, as in verify orders/],
    ['an invalid address', () => ['orders', '--base-url', 'shop'], /The URL begins with http:/],
    [
      'an address with a password',
      () => ['orders', '--base-url', 'https://me:pw@shop.example'],
      /URL has no user and no password/,
    ],
    ['a target file that is not there', () => ['--target', 'nowhere.yaml'], /nowhere\.yaml/],
    [
      'an interface that the file does not have',
      () => ['secrets', '--target', targetFile],
      /describes no server of sec/,
    ],
    ['a report of no known form', () => ['--report', 'pdf=x'], /formats are text, json, junit, sarif, /],
    [
      'a resource that no check knows',
      () => ['orders', '--base-url', pageUrl(), '--resource', 'ordr=1'],
      /did you mean 'order'\?/,
    ],
  ])('%s', async (_, args, message) => {
    const { stderr, stdout, code } = await callCommand(['verify', ...args()])
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect([stdout, code]).toEqual(['', 2])
  })
})
