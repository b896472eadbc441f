import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const cli = fileURLToPath(new URL('./rulebound.ts', import.meta.url))
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

interface Run {
  stdout: string
  stderr: string
  code: number | null
}

/** Runs the command until it ends. Calls `then`, which may end it, once it has printed `until`. */
function rulebound(args: string[], until?: RegExp, then?: (printed: string, stop: () => void) => void): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...args])
    const run: Run = { stdout: '', stderr: '', code: null }
    let acted = false
    child.stdout.on('data', (chunk) => {
      run.stdout += chunk
      if (!until || acted || !until.test(run.stdout)) return
      acted = true
      then?.(run.stdout, () => child.kill('SIGTERM'))
    })
    child.stderr.on('data', (chunk) => {
      run.stderr += chunk
    })
    child.on('close', (code) => resolve({ ...run, code }))
  })
}

it('logs each request as an object a line, and nothing else on stdout', async () => {
  const { stdout, stderr, code } = await new Promise<Run>((resolve) => {
    const child = spawn(process.execPath, [cli, 'mock', 'orders', '--port', '0', '--log', 'json', '--strict'])
    const run: Run = { stdout: '', stderr: '', code: null }
    child.stderr.on('data', async (chunk) => {
      run.stderr += chunk
      const origin = /(http:\/\/\S+)\/orders\/api/.exec(run.stderr)?.[1]
      if (origin === undefined || run.stdout !== '') return
      run.stdout = ' '
      const headers = { accept: 'application/json', authorization: `Basic ${btoa('orders.example-key:')}` }
      await fetch(`${origin}/orders/api/orders?limt=1`, { headers })
      await fetch(`${origin}/nowhere/orders`)
      child.kill('SIGTERM')
    })
    child.stdout.on('data', (chunk) => {
      run.stdout += chunk
    })
    child.on('close', (code) => resolve({ ...run, code }))
  })
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
  const { stderr, code } = await rulebound(['mock', ...args])
  expect([stderr, code]).toEqual([expect.stringContaining(message), expect.any(Number)])
  expect(code).not.toBe(0)
})

it('prints what is where, and a first call that works when pasted', async () => {
  let status = ''
  const { stdout, stderr, code } = await rulebound(
    ['mock', '--port', '0'],
    /Try:[\s\S]*\/orders\n/,
    (printed, stop) => {
      const command = /^ {2}(curl .*)$/m.exec(printed)?.[1] ?? ''
      const shell = spawn('bash', ['-c', `${command} -s -o /dev/null -w '%{http_code}'`])
      shell.stdout.on('data', (chunk) => {
        status += chunk
      })
      shell.on('close', stop)
    },
  )
  expect(stderr).toBe('')
  expect(status).toBe('200')
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

it('gives each interface a port of its own when asked, at the root path', async () => {
  let listed: { interfaces: { baseUrls: string[] }[] } | undefined
  await rulebound(
    ['mock', 'orders', '--port', '0', '--port-per-interface'],
    /_control\/interfaces/,
    (printed, stop) => {
      const url = /http:\/\/\S+_control\/interfaces/.exec(printed)?.[0] ?? ''
      fetch(url)
        .then((response) => response.json())
        .then(async (body) => {
          listed = body as typeof listed
          const own = listed?.interfaces[0]?.baseUrls[1] ?? ''
          expect(new URL(own).pathname).toBe('/api')
          expect((await fetch(`${own}/orders`)).status).toBe(401)
        })
        .finally(stop)
    },
  )
  expect(listed?.interfaces[0]?.baseUrls).toHaveLength(2)
})

it('says in one line that the port is in use', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => blocker.once('listening', resolve))
  const { port } = blocker.address() as { port: number }
  const { stderr, code } = await rulebound(['mock', 'orders', '--port', String(port)])
  blocker.close()
  expect(stderr).toBe(`port ${port} on 127.0.0.1 is in use; stop what listens there, or choose another: --port 4011\n`)
  expect(code).toBe(1)
})

it.each([
  [['mock', 'ordres'], /^unknown interface 'ordres'; did you mean 'orders'\?\n$/],
  [['mock', '--port', 'x'], /^error: .*A port is a whole number from 0 to 65535\.\n$/],
  [
    ['mock', 'orders', '--host', 'no.such.host.invalid'],
    /^no\.such\.host\.invalid is not an address of this machine; try --host 127\.0\.0\.1 or --host 0\.0\.0\.0\n$/,
  ],
  [
    ['mock', 'orders', '--host', '0.0.0.0'],
    /^0\.0\.0\.0 can be reached from other machines, so its control plane needs a token: set RULEBOUND_CONTROL_TOKEN, .*\n$/,
  ],
  [
    ['mock', 'orders', '--state', '/no/such/folder/mock.db'],
    /^\/no\/such\/folder\/mock\.db cannot be opened: there is no folder .*; create it, .*\n$/,
  ],
  [['mock', '--check-state'], /^--check-state and --state-sync are about a state file; add --state <file>\n$/],
  [['mock', '--state-sync', 'off'], /^error: .*Allowed choices are normal, full\.\n$/],
  [['mock', 'orders', '--state', cli], /rulebound\.ts is not a state file of the mock, and was not changed; .*\n$/],
  [['mock', '--max-sessions', '0'], /^error: .*Give a whole number from 1\.\n$/],
  [['mock', '--workers', '0', '--examples'], /^error: .*Give a whole number from 1\.\n$/],
  [
    ['mock', '--workers', '2'],
    /^several processes do not share records in memory; add --state valkey:\/\/host:6379 or --examples, or leave out --workers\n$/,
  ],
  [
    ['mock', '--workers', '2', '--state', 'mock.db'],
    /^a state file belongs to one process; for several, use --state valkey:\/\/host:6379\n$/,
  ],
  [
    ['mock', '--state', 'valkey://127.0.0.1:1'],
    /^valkey:\/\/127\.0\.0\.1:1: the state engine cannot be reached \(.*\)\n$/,
  ],
  [
    ['mock', '--state', 'valkey://127.0.0.1:1', '--workers', '2'],
    /^valkey:\/\/127\.0\.0\.1:1: the state engine cannot be reached \(.*\)\n$/,
  ],
  [
    ['mock', '--state', 'valkey://me:secret@127.0.0.1:1'],
    /^leave the user and the password out of the URL of the state engine, .* set RULEBOUND_STATE_USER and RULEBOUND_STATE_PASSWORD\n$/,
  ],
  [
    ['mock', '--state', 'redis://a b'],
    /^'redis:\/\/a b' is not the URL of a state engine; write valkey:\/\/host:6379, .*\n$/,
  ],
  [['mock', '--state', 'http://x'], /^'http:\/\/x' is not the URL of a state engine; .*, or the name of a file\n$/],
  [['mock', '--state', 'REDIS:127.0.0.1'], /^'REDIS:127\.0\.0\.1' is not the URL of a state engine; .*\n$/],
  [
    ['mock', '--state', 'Redis://127.0.0.1:1', '--state-ca', cli],
    /^certificates are for TLS, which 'Redis:\/\/127\.0\.0\.1:1' does not use; write rediss:\/\/127\.0\.0\.1:1\n$/,
  ],
  [['mock', '--state', 'valkey://x', '--state-prefix', 'a{b}'], /^'a\{b\}' cannot be a prefix of keys; .*\n$/],
  [
    ['mock', '--state-prefix', 'x'],
    /^--state-prefix is about Valkey or Redis; add --state valkey:\/\/host:6379, .*\n$/,
  ],
  [['mock', '--state', 'valkeys://x', '--state-cert', cli], /^a client certificate needs its key; give both .*\n$/],
  [
    ['mock', '--state', 'valkeys://127.0.0.1:1', '--state-cert', cli, '--state-key', cli],
    /^valkeys:\/\/127\.0\.0\.1:1: --state-cert and --state-key are not a certificate and its key \(.*\)\n$/,
  ],
  [['mock', '--state', 'valkeys://x', '--state-ca', '/no/ca.pem'], /^\/no\/ca\.pem cannot be read: ENOENT: .*\n$/],
  [
    ['mock', '--state', 'valkey://x', '--max-sessions', '9'],
    /^the memory of Valkey or Redis limits the sessions .*\n$/,
  ],
  [['mock', '--state', 'valkey://x', '--check-state'], /^--check-state and --state-sync are about a state file; .*\n$/],
  [
    ['mock', '--examples', '--state', 'mock.db'],
    /^with --examples nothing is kept; leave out --state, or --examples\n$/,
  ],
  [
    ['mock', '--examples', '--seed', 'seed.yaml'],
    /^with --examples nothing is kept; leave out --seed, or --examples\n$/,
  ],
  [['mock', 'orders', '--seed', '/no/such/seed.yaml'], /^\/no\/such\/seed\.yaml cannot be read: ENOENT: .*\n$/],
  [['mock', 'orders', '--tls-cert', cli], /^HTTPS needs a certificate and its key; give both .*\n$/],
  [
    ['mock', 'orders', '--tls-cert', cli, '--tls-key', cli],
    /^--tls-cert and --tls-key are not a certificate and its key: .*\n$/,
  ],
  [['mock', 'ordres', '--workers', '2', '--examples'], /^unknown interface 'ordres'; did you mean 'orders'\?\n$/],
])('refuses %j', async (args, message) => {
  const { stderr, code } = await rulebound(args)
  expect(stderr).toMatch(message)
  expect(code).toBe(1)
})

it.each([
  ['interfaces: {ordres: {}}\n', /'ordres'/],
  ['a: [\n', /is not YAML/],
])('refuses the seed file %j as the control plane does', async (text, reason) => {
  const { write } = temporaryFolder()
  const file = write('seed.yaml', text)
  const { stderr, code } = await rulebound(['mock', 'orders', '--port', '0', '--seed', file])
  expect(stderr).toMatch(reason)
  expect(stderr.startsWith(file)).toBe(true)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
})

it('gives the records of a seed file to every session, also after a reset', async () => {
  const { write } = temporaryFolder()
  const file = write('seed.yaml', 'interfaces: {orders: {records: {api-keys: {team-key: {owner: our team}}}}}\n')
  const statuses: number[] = []
  await rulebound(['mock', 'orders', '--port', '0', '--seed', file], /Try:[\s\S]*\/orders\n/, (printed, stop) => {
    const origin = /http:\/\/[\d.]+:\d+/.exec(printed)?.[0]
    const headers = { authorization: `Basic ${btoa('team-key:')}`, accept: 'application/json' }
    const list = async (session: string) => {
      const answer = await fetch(`${origin}/orders/api/orders`, { headers: { ...headers, 'x-mock-session': session } })
      statuses.push(answer.status)
    }
    const run = async () => {
      await list('default')
      await list('another')
      await fetch(`${origin}/_control/sessions/another/reset`, { method: 'POST' })
      await list('another')
    }
    run().finally(stop)
  })
  expect(statuses).toEqual([200, 200, 200])
})

it('serves HTTPS with a certificate, LIST included', async ({ skip }) => {
  skip(!hasOpenssl, 'there is no openssl')
  const { folder } = temporaryFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', [...words, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const statuses: (number | undefined)[] = []
  const flags = ['--port', '0', '--tls-cert', cert, '--tls-key', key]
  await rulebound(['mock', 'secrets', ...flags], /https:\/\/\S+\/secrets/, (printed, stop) => {
    const url = `${/https:\/\/\S+\/secrets/.exec(printed)?.[0]}/v1/secret/`
    const headers = { 'x-svc-token': 'svc.example-full-access' }
    const ask = (method: string) =>
      new Promise<void>((resolve, reject) => {
        request(url, { method, headers, ca: readFileSync(cert) }, (answer) => {
          statuses.push(answer.statusCode)
          answer.resume().on('end', resolve)
        })
          .on('error', reject)
          .end()
      })
    ask('LIST')
      .then(() => ask('GET'))
      .finally(stop)
  })
  expect(statuses).toEqual([200, expect.any(Number)])
})

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'mock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  return { folder, write }
}
