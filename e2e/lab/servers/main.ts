import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listenOnLoopback } from '../../../src/listen-on-loopback.fixture.ts'
import { type StartedProcess, startProcess } from '../../../src/start-process.fixture.ts'
import { root } from '../../../src/workspace/root.ts'
import { freePort } from '../../free-port.fixture.ts'
import { install, type PublicServer, servers } from './servers.ts'

// npm run servers [-- --tools default,all,schemathesis] [--max-requests 3000] [--for 120s] [<server>…]
// Runs `rulebound verify` and Schemathesis on servers that others wrote, each by its own document alone. findings.yaml has what was judged.

const { values, positionals } = parseArgs({
  options: {
    tools: { type: 'string', default: 'schemathesis,default,all' },
    'max-requests': { type: 'string', default: '3000' },
    'max-examples': { type: 'string', default: '5' },
    for: { type: 'string', default: '120s' },
  },
  allowPositionals: true,
})
const results = join(root, '.cache/servers/results')
mkdirSync(results, { recursive: true })
const schemathesis = install('pip', 'schemathesis', 'schemathesis==4.32.5')

const chosen = positionals.length > 0 ? positionals : Object.keys(servers)
console.log('| server | tool | requests | seconds | exit code |\n|---|---|---|---|---|')
for (const name of chosen) {
  const server = servers[name]
  if (!server) throw new Error(`${name} is none of ${Object.keys(servers).join(', ')}`)
  for (const tool of values.tools.split(',')) await tryServer(name, server, tool)
}

async function tryServer(name: string, server: PublicServer, tool: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), `${name}-`))
  const commands = install(server.from, name, ...server.packages)
  const port = await freePort()
  const { command, env } = server.start(commands, port, data)
  const running = startProcess(command, { cwd: data, env: { ...process.env, ...env } })
  const origin = `http://127.0.0.1:${port}`
  await untilItListens(running, port)
  const document = join(results, `${name}.${server.document.endsWith('.yaml') ? 'yaml' : 'json'}`)
  const text = server.document.startsWith('/')
    ? await (await fetch(origin + server.document)).text()
    : readFileSync(join(commands, server.document), 'utf8')
  writeFileSync(document, text)
  const secret = server.secret?.(data)
  const proxy = await countRequests(port)
  const baseUrl = `http://127.0.0.1:${proxy.port}${server.basePath ?? ''}`
  const output = join(results, `${name}-${tool}`)
  const started = Date.now()
  const run = startProcess(
    tool === 'schemathesis'
      ? bySchemathesis(document, baseUrl, output, server, secret)
      : byVerify(document, baseUrl, output, server, tool === 'all'),
    { cwd: data, env: { ...process.env, API_TOKEN: secret } },
  )
  const { code, stdout, stderr } = await run.ended
  writeFileSync(`${output}.txt`, stdout + stderr)
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`| ${[name, tool, proxy.requests(), seconds, code].join(' | ')} |`)
  proxy.close()
  await running.end()
  rmSync(data, { recursive: true, force: true })
}

function byVerify(document: string, baseUrl: string, output: string, server: PublicServer, isAll: boolean): string[] {
  return [
    ...[process.execPath, join(root, 'src/cli/rulebound.ts'), 'verify', document, '--base-url', baseUrl],
    ...['--allow', 'lasting', '--report', `json=${output}.json`, '--max-requests', values['max-requests']],
    ...['--for', values.for, ...(isAll ? ['--may', 'all'] : [])],
    ...(server.credential ? ['--credential', `${server.credential}=env:API_TOKEN`] : []),
    ...(server.header ? ['--header', `${server.header}: env:API_TOKEN`] : []),
  ]
}

function bySchemathesis(
  document: string,
  baseUrl: string,
  output: string,
  { sends = 'Authorization' }: PublicServer,
  secret?: string,
): string[] {
  return [
    ...[join(schemathesis, 'bin/schemathesis'), 'run', document, '--url', baseUrl, '--checks', 'all'],
    ...['--max-examples', values['max-examples'], '--seed', '1', '--continue-on-failure', '--no-color'],
    ...['--request-timeout', '10', '--suppress-health-check', 'all', '--report-json-path', `${output}.json`],
    ...(secret ? ['--header', `${sends}: ${secret}`] : []),
  ]
}

/** Programs of others say that they are ready in their own words, or too early. */
async function untilItListens({ output }: StartedProcess, port: number): Promise<void> {
  const isListening = async () => {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return isOpen
  }
  while (!(await isListening())) {
    if (output.code !== null) throw new Error(`the server ended with ${output.code}: ${output.stderr || output.stdout}`)
    await wait(300)
  }
}

/** Passes bytes on as they are, since what a tool sends may be malformed, and counts the lines that begin a request. */
async function countRequests(upstream: number) {
  let requests = 0
  const server = createServer((client) => {
    const target = connect(upstream, '127.0.0.1')
    client.on('data', (bytes) => {
      requests += bytes.toString('latin1').match(/(?:^|\n)[A-Z]+ \S+ HTTP\/1\.1\r\n/g)?.length ?? 0
    })
    client.pipe(target).pipe(client)
    client.on('error', () => target.destroy())
    target.on('error', () => client.destroy())
  })
  const port = await listenOnLoopback(server)
  return { port, requests: () => requests, close: () => server.close() }
}
