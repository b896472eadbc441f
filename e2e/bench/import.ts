import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { root } from '../../src/workspace/root.ts'
import { copyRepository, cpuSeconds, residentMegabytes, runToEnd } from './processes.ts'
import { fixed, type Options, type Report, table, whole } from './report.ts'
import { prismCommand } from './servers/peers.ts'
import { ask, type Startable, startServer } from './servers/server.ts'

const basic = { authorization: 'Basic bW9jazptb2Nr' }
const documents = [
  { name: 'petstore', file: 'petstore.yaml', base: '/v1', path: '/pets', headers: {} },
  { name: 'gotify', file: 'gotify.json', base: '', path: '/application', headers: basic },
  { name: 'box', file: 'box.json.gz', base: '/2.0', path: '/users/me', headers: { authorization: 'Bearer mock' } },
]

/** Measures what an imported document costs, beside `prism mock` over the same file. */
export async function bench({ quick }: Options): Promise<Report> {
  const cwd = copyRepository()
  const rows = []
  for (const { name, file, base, path, headers } of documents) {
    console.error(`importing ${name}`)
    const bytes = readFileSync(join(root, 'src/pipeline/new/import/documents', file))
    const from = join(cwd, file.replace(/\.gz$/, ''))
    writeFileSync(from, file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    const imported = await runToEnd([process.execPath, 'src/cli/rulebound.ts', 'new', name, '--from', from], cwd)
    const mock = [process.execPath, 'src/cli/rulebound.ts', 'mock', name, '--no-explain', '--port']
    const measured: number[] = []
    for (const [command, prefix] of [
      [mock, `/${name}${base}`],
      [[...prismCommand, from, '--port'], ''],
    ] as const) {
      const start = { title: command.join(' '), command: (port: number) => [...command, `${port}`] }
      measured.push(...(await serve(start, cwd, { target: prefix + path, headers }, quick ? 300 : 3000)))
    }
    rows.push([name, fixed(imported.cpuSeconds, 1), ...measured.map(whole)])
  }
  const columns = ['first answer, ms', 'memory, MB', 'CPU, µs a request']
  const head = ['mock', '`prism mock`'].flatMap((server) => columns.map((what) => `${server}: ${what}`))
  return {
    sections: [table(`document | import, s of CPU | ${head.join(' | ')}`, rows)],
    results: { rows },
  }
}

/** Starts a server twice, since the first start compiles its code, and sends the second one requests, one after the other. */
async function serve(
  start: Startable,
  cwd: string,
  request: { target: string; headers: Readonly<Record<string, string>> },
  requests: number,
): Promise<[started: number, megabytes: number, cpu: number]> {
  const sent = { method: 'GET' as const, body: '', ...request }
  await (await startServer(start, sent, { cwd })).end()
  const { pid, port, startedIn, end } = await startServer(start, sent, { cwd })
  for (let count = 0; count < requests / 3; count++) await ask(port, sent)
  const before = cpuSeconds(pid)
  for (let count = 0; count < requests; count++) await ask(port, sent)
  const [megabytes, cpu] = [residentMegabytes(pid), ((cpuSeconds(pid) - before) / requests) * 1e6]
  await end()
  return [startedIn, megabytes, cpu]
}
