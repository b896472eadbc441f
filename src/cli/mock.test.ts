import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeCertificates, whyNoCertificates } from '../kv-upgrade/members/certificates.fixture.ts'
import { listenOnLoopback } from '../listen-on-loopback.fixture.ts'
import { startProcess } from '../start-process.fixture.ts'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { cli, runCommand, startCommand } from './run-command.fixture.ts'

it('logs each request as an object a line, and nothing else on stdout', async () => {
  const mock = startCommand(['mock', 'orders', '--port', '0', '--log', 'json', '--strict'])
  const [, origin] = await mock.says(/(http:\/\/\S+)\/orders\/api/)
  const headers = { accept: 'application/json', authorization: `Basic ${btoa('orders.example-key:')}` }
  await fetch(`${origin}/orders/api/orders?limt=1`, { headers })
  await fetch(`${origin}/nowhere/orders`)
  const { stdout, stderr, code } = await mock.end()
  expect(code).toBe(0)
  expect(stderr).toMatch(/^interface +base URL/m)
  const logged = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(logged).toMatchObject([
    {
      session: 'default',
      interface: 'orders',
      operation: 'listOrders',
      status: 400,
      warnings: [expect.stringContaining("'limit'")],
    },
    { interface: null, status: 404, path: '/…' },
  ])
})

it.each([
  [
    ['--strict', 'orders'],
    "error: option '--strict [level]' is invalid. Write '--strict' after the interfaces, or '--strict=documented'.\n",
  ],
  [['--quiet', '--log', 'text'], '--quiet and --log contradict each other; leave out one of them\n'],
])('refuses %j in one line', async (args, message) => {
  const { stderr, code } = await runCommand(['mock', ...args])
  expect([stderr, code]).toEqual([expect.stringContaining(message), expect.any(Number)])
  expect(code).not.toBe(0)
})

it('prints what is where, and a first call that works when pasted', async () => {
  const mock = startCommand(['mock', '--port', '0'])
  const [, call] = await mock.says(/^ {2}(curl .*)\n/m)
  const called = await startProcess(['bash', '-c', `${call} -s -o /dev/null -w '%{http_code}'`]).ended
  const { stdout, stderr, code } = await mock.end()
  expect(stderr).toBe('')
  expect(called.stdout).toBe('200')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^interface +base URL +documentation$/m)
  for (const path of [
    'secrets',
    'cluster-agent',
    'kv-cluster/m2',
    'orders/api',
    'oauth-token/payments',
    'document-templates/2.0',
  ]) {
    expect(stdout).toContain(`/${path} `.trimEnd())
  }
})

it('gives each interface a separate port when asked, at the root path', async () => {
  const mock = startCommand(['mock', 'orders', '--port', '0', '--port-per-interface'])
  const [url] = await mock.says(/http:\/\/\S+_control\/interfaces/)
  const { interfaces } = (await (await fetch(url)).json()) as { interfaces: { baseUrls: string[] }[] }
  const [, own = '', ...more] = interfaces[0]?.baseUrls ?? []
  expect([new URL(own).pathname, more]).toEqual(['/api', []])
  expect((await fetch(`${own}/orders`)).status).toBe(401)
  await mock.end()
})

it('says in one line that the port is in use', async () => {
  const blocker = createServer()
  const port = await listenOnLoopback(blocker)
  const { stderr, code } = await runCommand(['mock', 'orders', '--port', String(port)])
  blocker.close()
  const [, told, free] =
    /^port (\d+) on 127\.0\.0\.1 is in use; stop what listens there, or take one that is free: --port (\d+)\n$/.exec(
      stderr,
    ) ?? []
  expect([told, code]).toEqual([String(port), 2])
  expect(Number(free)).not.toBe(port)
})

it.each([
  ['--port x', /^error: .*Give a whole number from 0 to 65535\.\n$/],
  [
    'orders --host no.such.host.invalid',
    /^no\.such\.host\.invalid is not an address of this machine; try --host 127\.0\.0\.1 or --host 0\.0\.0\.0\n$/,
  ],
  [
    'orders --host 0.0.0.0',
    /^0\.0\.0\.0 can be reached from other machines, so its control plane needs a token: set RULEBOUND_CONTROL_TOKEN, .*\n$/,
  ],
  [
    'orders --state /no/such/folder/mock.db',
    /^\/no\/such\/folder\/mock\.db cannot be used: .*check that its folder exists.*\n$/,
  ],
  ['--state-sync full', /^--state-sync is about a state file; add --state <file>\n$/],
  ['--state-sync off', /^error: .*Allowed choices are normal, full\.\n$/],
  [`orders --state ${cli}`, /rulebound\.ts is not a state file of the mock, and was not changed; .*\n$/],
  ['--max-sessions 0', /^error: .*Give a whole number from 1\.\n$/],
  ['--workers 0 --examples', /^error: .*Give a whole number from 1\.\n$/],
  [
    '--workers 2',
    /^several processes do not share records in memory; add --state valkey:\/\/host:6379 or --examples, or leave out --workers\n$/,
  ],
  [
    '--workers 2 --state mock.db',
    /^a state file belongs to one process; for several, use --state valkey:\/\/host:6379\n$/,
  ],
  ['--state valkey://127.0.0.1:1', /^valkey:\/\/127\.0\.0\.1:1: the state engine cannot be reached \(.*\)\n$/],
  [
    '--state valkey://127.0.0.1:1 --workers 2',
    /^valkey:\/\/127\.0\.0\.1:1: the state engine cannot be reached \(.*\)\n$/,
  ],
  [
    '--state valkey://me:secret@127.0.0.1:1',
    /^leave the user and the password out of the URL of the state engine, .* set RULEBOUND_STATE_USER and RULEBOUND_STATE_PASSWORD\n$/,
  ],
  ['--state redis://a<b', /^'redis:\/\/a<b' is not the URL of a state engine; write valkey:\/\/host:6379, .*\n$/],
  ['--state http://x', /^'http:\/\/x' is not the URL of a state engine; .*, or the name of a file\n$/],
  ['--state REDIS:127.0.0.1', /^'REDIS:127\.0\.0\.1' is not the URL of a state engine; .*\n$/],
  [
    `--state Redis://127.0.0.1:1 --state-ca ${cli}`,
    /^certificates are for TLS, which 'Redis:\/\/127\.0\.0\.1:1' does not use; write rediss:\/\/127\.0\.0\.1:1\n$/,
  ],
  ['--state valkey://x --state-prefix a{b}', /^'a\{b\}' cannot be a prefix of keys; .*\n$/],
  ['--state-prefix x', /^--state-prefix is about Valkey or Redis; add --state valkey:\/\/host:6379, .*\n$/],
  [`--state valkeys://x --state-cert ${cli}`, /^--state-cert and --state-key go together\.\n$/],
  [
    `--state valkeys://127.0.0.1:1 --state-cert ${cli} --state-key ${cli}`,
    /^--state-cert .* holds no certificate in PEM, .*\n$/,
  ],
  ['--state valkeys://x --state-ca /no/ca.pem', /^\/no\/ca\.pem: there is no such file or folder; .*\n$/],
  ['--state valkey://x --max-sessions 9', /^the memory of Valkey or Redis limits the sessions .*\n$/],
  ['--state valkey://x --state-sync full', /^--state-sync is about a state file; .*\n$/],
  ['--examples --state mock.db', /^with --examples nothing is kept; leave out --state, or --examples\n$/],
  ['--examples --seed seed.yaml', /^with --examples nothing is kept; leave out --seed, or --examples\n$/],
  ['orders --seed /no/such/seed.yaml', /^\/no\/such\/seed\.yaml: there is no such file or folder; .*\n$/],
  [`orders --tls-cert ${cli}`, /^--tls-cert and --tls-key go together\.\n$/],
  [`orders --tls-cert ${cli} --tls-key ${cli}`, /^--tls-cert .* holds no certificate in PEM, .*\n$/],
])('refuses %s', async (flags, message) => {
  const { stderr, code } = await runCommand(['mock', ...flags.split(' ')])
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})

it.each(['mock ordres', 'mock ordres --workers 2 --examples', 'dev ordres'])(
  'refuses the name of %s',
  async (words) => {
    const { stderr, code } = await runCommand(words.split(' '))
    expect([code, stderr]).toEqual([2, "unknown interface 'ordres'; did you mean 'orders'?\n"])
  },
)

it.each([
  ['interfaces: {ordres: {}}\n', /'ordres'/],
  ['a: [\n', /yaml:\d+:1 {2}YAML: /],
])('refuses the seed file %j as the control plane does', async (text, reason) => {
  const file = seedFile(text)
  const { stderr, code } = await runCommand(['mock', 'orders', '--port', '0', '--seed', file])
  expect(stderr).toMatch(reason)
  expect(stderr.startsWith(file)).toBe(true)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(2)
})

it('gives the records of a seed file to every session, also after a reset', async () => {
  const file = seedFile('interfaces: {orders: {records: {api-keys: {team-key: {owner: our team}}}}}\n')
  const mock = startCommand(['mock', 'orders', '--port', '0', '--seed', file])
  const [, origin] = await mock.says(/(http:\/\/[\d.]+:\d+)\/orders/)
  const list = async (session: string) => {
    const headers = { authorization: `Basic ${btoa('team-key:')}`, accept: 'application/json' }
    return (await fetch(`${origin}/orders/api/orders`, { headers: { ...headers, 'x-mock-session': session } })).status
  }
  expect([await list('default'), await list('another')]).toEqual([200, 200])
  await fetch(`${origin}/_control/sessions/another/reset`, { method: 'POST' })
  expect(await list('another')).toBe(200)
  await mock.end()
})

it('serves HTTPS with a certificate, LIST included', async ({ skip }) => {
  const missing = whyNoCertificates()
  if (missing) skip(missing)
  const folder = temporaryFolder()
  const { ca } = makeCertificates(folder)
  const [key, cert] = [join(folder, 'm.key'), join(folder, 'm.pem')]
  const mock = startCommand(['mock', 'secrets', '--port', '0', '--tls-cert', cert, '--tls-key', key])
  const [url] = await mock.says(/https:\/\/\S+\/secrets/)
  const headers = { 'x-svc-token': 'svc.example-full-access' }
  for (const method of ['LIST', 'GET']) {
    const asked = request(`${url}/v1/secret/`, { method, headers, ca }).end()
    const [answer] = await once(asked, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(method === 'LIST' ? 200 : 404)
  }
  await mock.end()
})

function seedFile(text: string): string {
  const file = join(temporaryFolder(), 'seed.yaml')
  writeFileSync(file, text)
  return file
}
