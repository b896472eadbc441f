import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { listenOnLoopback } from '../../../src/listen-on-loopback.fixture.ts'
import { type StartedProcess, startProcess } from '../../../src/start-process.fixture.ts'
import { root } from '../../../src/workspace/root.ts'
import { freePort } from '../../free-port.fixture.ts'
import { install, type PublicServer, servers } from './servers.ts'

// npm run servers -- --sums   sums what findings.md has, and writes it at its top
// npm run servers [-- --tools default,all,schemathesis] [--max-requests 3000] [--for 120s] [<server>…]
// Runs `rulebound verify` and Schemathesis on servers that others wrote, each by its own document alone. findings.md has what was judged.

const { values, positionals } = parseArgs({
  options: {
    tools: { type: 'string', default: 'schemathesis,default,all' },
    'max-requests': { type: 'string', default: '3000' },
    'max-examples': { type: 'string', default: '5' },
    for: { type: 'string', default: '120s' },
    sums: { type: 'boolean' },
  },
  allowPositionals: true,
})
const results = join(root, '.cache/servers/results')
const table = fileURLToPath(new URL('findings.md', import.meta.url))

if (values.sums) writeSums()
else await tryServers(positionals.length > 0 ? positionals : Object.keys(servers))

async function tryServers(names: readonly string[]): Promise<void> {
  mkdirSync(results, { recursive: true })
  console.log('| server | tool | requests | seconds | exit code |\n|---|---|---|---|---|')
  for (const name of names) {
    const server = servers[name]
    if (!server) throw new Error(`${name} is not one of ${Object.keys(servers).join(', ')}`)
    for (const tool of values.tools.split(',')) await tryServer(name, server, tool)
  }
}

/** Counts the judged causes of each server, and writes the sums between the marks of the table. */
function writeSums(): void {
  const text = readFileSync(table, 'utf8')
  const rows = text
    .split('\n')
    .filter((line) => /^\| \w+ \|.*\| (true|false) \|/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '')))
  const sums = [...Map.groupBy(rows, ([name = '']) => name), ['all', rows] as const].map(([name, own]) => {
    const found = (column: number, judged: string, isKnown = (_: readonly string[]) => true) =>
      own.filter((row) => row[column] === 'yes' && row[6] === judged && isKnown(row)).length
    const isAsked = (row: readonly string[]) => row[7] === 'default' && row[5] === 'yes'
    const ofTheirs = `${found(3, 'true', isAsked)} of ${own.filter((row) => isAsked(row) && row[6] === 'true').length}`
    const ofAll = `${found(4, 'true', (row) => row[5] === 'yes')} of ${found(5, 'true')}`
    const numbers = [found(3, 'true'), found(4, 'true'), found(5, 'true'), ofTheirs, ofAll]
    const isFalse = (row: readonly string[]) => row[6] === 'false' && (row[3] === 'yes' || row[4] === 'yes')
    return `| ${[name, ...numbers, own.filter(isFalse).length, found(5, 'false')].join(' | ')} |`
  })
  const head =
    '| server | true, default | true, all | true, Schemathesis | its, asked by default | its, all | false, verify | false, Schemathesis |'
  const written = ['<!-- sums -->', head, head.replaceAll(/[^|]+/g, '---'), ...sums, '<!-- /sums -->'].join('\n')
  writeFileSync(
    table,
    text.replace(/<!-- sums -->[\s\S]*<!-- \/sums -->/, () => written),
  )
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
    ...[
      join(install('pip', 'schemathesis', 'schemathesis==4.32.5'), 'bin/schemathesis'),
      'run',
      document,
      '--url',
      baseUrl,
      '--checks',
      'all',
    ],
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
