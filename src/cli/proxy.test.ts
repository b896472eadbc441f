import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { listenOnLoopback } from '../listen-on-loopback.fixture.ts'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { callCommand } from './call-command.fixture.ts'
import { runCommand, startCommand } from './run-command.fixture.ts'

const folder = temporaryFolder()
const server = createServer((request, response) => {
  const answers: Record<string, [number, string, object]> = {
    '/api/orders': [200, 'application/json', { totalItems: '0', offset: 0, limit: 20, items: [] }],
    '/api/orders/7f': [404, 'application/problem+json', { type: 3 }],
  }
  if (request.url === '/api/hang') return
  const [status, type, body] = answers[request.url ?? ''] ?? [500, 'text/plain', {}]
  if (request.url === '/api/drop') return void request.socket.destroy()
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
})
let upstream = ''

beforeAll(async () => {
  upstream = `http://127.0.0.1:${await listenOnLoopback(server)}`
})
afterEach(() => void vi.unstubAllEnvs())
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** Runs the proxy until it has answered a request for this path. */
async function proxied(path: string, ...args: string[]) {
  const { proxy, origin } = await startProxy(...args)
  await (await fetch(origin + path)).text()
  return proxy.end()
}

async function startProxy(...args: string[]) {
  const proxy = startCommand(['proxy', 'orders', '--upstream', upstream, '--port', '0', ...args])
  const [, origin = ''] = await proxy.says(/at (http:\S+),/)
  return { proxy, origin }
}

it('prints each finding and a summary, writes the report, and ends with 1', async () => {
  const report = join(folder, 'report.json')
  const { stdout, stderr, code } = await proxied('/api/orders', '--report', `json=${report}`)
  expect(stdout).toMatch(/^Order API at http:\S+, from http:\S+\nStop it with Ctrl-C for the report\.\n\n/)
  expect(stdout).toContain('\nexchange 1: GET ')
  expect(stdout).toContain('(listOrders, 200)\n  /totalItems: expected integer, seen "0"\n    ORD-010 ')
  expect(stdout).toMatch(/\n1 response: 1 checked, 0 not in the contract, 0 skipped\n1 violation in 1 response\.\n$/)
  expect([stderr, code]).toEqual(['', 1])
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    findings: [{ id: 'response-body', level: 'error', rules: ['ORD-010'] }],
    summary: { responses: 1, violations: 1 },
  })
})

it.each([
  ['/api/orders', 'never', 0],
  ['/api/orders/7f', 'error', 0],
  ['/api/orders/7f', 'assumption', 1],
])('%s under --fail-on %s ends with %i', async (path, failOn, expected) => {
  expect((await proxied(path, '--fail-on', failOn)).code).toBe(expected)
})

it('ends with 2 when the upstream has answered nothing', async () => {
  const { stderr, code } = await proxied('/api/drop')
  expect([stderr, code]).toEqual([`--upstream: ${upstream} answered none of 1 requests\n`, 2])
})

it.each([
  [
    'orders --upstream http://127.0.0.1:1',
    /^--upstream: http:\/\/127\.0\.0\.1:1 cannot be used: nothing listens there; .*\n$/,
  ],
  ['orders --upstream ftp://x', /The URL begins with http:\/\/ or https:\/\/\./],
  ['ordres --upstream http://127.0.0.1:1', /^unknown interface 'ordres'; did you mean 'orders'\?/],
  ['orders', /required option '--upstream <url>' not specified/],
  ['orders --upstream http://127.0.0.1:1 --report x.json', /Write it as junit=junit\.xml; formats are /],
  [
    'orders --upstream http://127.0.0.1:1 --report json=/dev/null/x',
    /^\S+: a file is where a folder has to be; name another place \(\w+\)\n$/,
  ],
  [
    'orders --upstream http://127.0.0.1:1 --har /no/such/x.har',
    /^--har: \/no\/such\/x\.har cannot be written \(ENOENT\)\n$/,
  ],
  ['orders --upstream http://127.0.0.1:1 --fail-on all', /Allowed choices are error, assumption, never/],
])('%s is unusable, and ends with 2', async (args, message) => {
  const { stderr, code } = await callCommand(['proxy', ...args.split(' ')])
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})

it('says that its port is taken', async () => {
  const { port } = new URL(upstream)
  const { stderr, code } = await callCommand(['proxy', 'orders', '--upstream', upstream, '--port', port])
  expect(stderr).toMatch(`port ${port} on 127.0.0.1 is in use`)
  expect(code).toBe(2)
})

/** Makes the proxy fail at SIGUSR2, and send itself a second SIGINT when it has the first. */
const faults = [
  "data:text/javascript,process.on('SIGUSR2',()=>{throw%20Error('boom')})",
  "data:text/javascript,process.once('SIGINT',()=>setImmediate(()=>process.kill(process.pid,'SIGINT')))",
]

it.each([
  ['SIGTERM', 'SIGTERM', undefined, '', 1],
  ['SIGINT', 'SIGINT', undefined, '', 1],
  ['SIGHUP', 'SIGHUP', undefined, '', 1],
  ['two signals', 'SIGINT', faults[1], '', 130],
  ['an error that nobody catches', 'SIGUSR2', faults[0], 'the proxy failed, which is a fault of rulebound: boom\n', 2],
] as const)('the report is written on %s, while an answer is awaited', async (_, signal, fault, message, expected) => {
  if (fault) vi.stubEnv('NODE_OPTIONS', `--import=${fault}`)
  const report = join(folder, 'ended.json')
  const { proxy, origin } = await startProxy('--report', `json=${report}`)
  await (await fetch(`${origin}/api/orders`)).text()
  const hanging = once(server, 'request')
  fetch(`${origin}/api/hang`).catch(() => {})
  await hanging
  const { stderr, code } = await proxy.end(signal)
  expect([stderr, code]).toEqual([message, expected])
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    findings: [{ operation: 'listOrders' }],
    summary: { violations: 1 },
  })
})

it('keeps what passes as a HAR, in which validate finds the same', async () => {
  const har = join(folder, 'passed.har')
  const { code } = await proxied('/api/orders', '--har', har, '--fail-on', 'never')
  const again = await runCommand(['validate', har, '--base-url', `orders=${upstream}`])
  expect([code, again.code]).toEqual([0, 1])
  expect(again.stdout).toContain('/totalItems: expected integer, seen "0"')
})

it('does not start when a recording has no room', async () => {
  const words = ['proxy', 'orders', '--upstream', upstream, '--port', '0', '--har', '/dev/full']
  const { stderr, stdout, code } = await runCommand(words)
  expect([stderr, code]).toEqual(['--har: /dev/full cannot be written (ENOSPC)\n', 2])
  expect(stdout).toBe('')
})

it('warns of a path that stands in the upstream and in the request', async () => {
  const { stderr } = await proxied('/api/orders', '--upstream', `${upstream}/api`)
  expect(stderr).toMatch(/^warning: http:\S+\/api ends with \/api, and .*; leave \/api out of one of the two\n$/)
})
