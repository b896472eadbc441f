import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const cli = fileURLToPath(new URL('./rulebound.ts', import.meta.url))

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
  [['mock', 'ordres'], /^unknown interface 'ordres'; known are secrets, .*\n$/],
  [['mock', '--port', 'x'], /^error: .*A port is a whole number from 0 to 65535\.\n$/],
  [
    ['mock', 'orders', '--host', 'no.such.host.invalid'],
    /^no\.such\.host\.invalid is not an address of this machine; try --host 127\.0\.0\.1 or --host 0\.0\.0\.0\n$/,
  ],
  [
    ['mock', 'orders', '--host', '0.0.0.0'],
    /^0\.0\.0\.0 can be reached from other machines, so its control plane needs a token: set RULEBOUND_CONTROL_TOKEN, .*\n$/,
  ],
  [['mock', 'orders', '--state', '/no/such/folder/mock.db'], /^\/no\/such\/folder\/mock\.db cannot be opened; .*\n$/],
  [['mock', 'orders', '--state', cli], /rulebound\.ts is no state file of the mock; nothing was changed in it: .*\n$/],
  [['mock', '--max-sessions', '0'], /^error: .*This is a whole number from 1\.\n$/],
  [['mock', '--workers', '0', '--examples'], /^error: .*This is a whole number from 1\.\n$/],
  [['mock', '--workers', '2'], /^what the mock keeps is in one process, .*; add --examples, or leave out --workers\n$/],
  [
    ['mock', '--examples', '--state', 'mock.db'],
    /^with --examples nothing is kept; leave out --state, or --examples\n$/,
  ],
  [['mock', 'ordres', '--workers', '2', '--examples'], /^unknown interface 'ordres'; known are .*\n$/],
])('refuses %j', async (args, message) => {
  const { stderr, code } = await rulebound(args)
  expect(stderr).toMatch(message)
  expect(code).toBe(1)
})
