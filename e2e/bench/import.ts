import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { root } from '../../src/workspace/root.ts'
import type { Options } from './options.ts'
import { copyRepository, endChild, runToEnd, startChild } from './processes.ts'
import { fixed, type Report, table, whole } from './report.ts'
import { cpuSeconds, residentMegabytes } from './usage.ts'

const basic = { authorization: 'Basic bW9jazptb2Nr' }
const documents = [
  { name: 'petstore', file: 'petstore.yaml', base: '/v1', path: '/pets', headers: {} },
  { name: 'gotify', file: 'gotify.json', base: '', path: '/application', headers: basic },
  { name: 'box', file: 'box.json.gz', base: '/2.0', path: '/users/me', headers: { authorization: 'Bearer mock' } },
]
const prism = join(root, 'e2e/node_modules/@stoplight/prism-cli/dist/index.js')

/** Measures what an imported document costs, beside `prism mock` over the same file. */
export async function bench({ quick }: Options): Promise<Report> {
  const cwd = copyRepository()
  const requests = quick ? 300 : 3000
  const rows = []
  for (const [index, { name, file, base, path, headers }] of documents.entries()) {
    console.error(`importing ${name}`)
    const bytes = readFileSync(join(root, 'src/pipeline/new/import/documents', file))
    const from = join(cwd, file.replace(/\.gz$/, ''))
    writeFileSync(from, file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    const imported = await runToEnd([process.execPath, 'scripts/new/main.ts', name, '--from', from], cwd)
    const runtime = statSync(join(cwd, `generated/${name}/runtime.json`)).size / 1e6
    const [port, peerPort] = [4600 + index, 4700 + index].map(String)
    const ask = (start: string) => () => fetch(`http://127.0.0.1:${start}${path}`, { headers })
    const ours = ['src/cli/rulebound.ts', 'mock', name, '--no-explain', '--port', `${port}`]
    const mock = await serve(ours, { cwd, requests, ask: ask(`${port}/${name}${base}`) })
    const peer = await serve([prism, 'mock', from, '--port', `${peerPort}`], { cwd, requests, ask: ask(`${peerPort}`) })
    const import_ = [fixed(imported.cpuSeconds, 1), whole(imported.megabytes), fixed(runtime, 2)]
    rows.push([name, ...import_, ...[mock, peer].flatMap((one) => one.map(whole))])
  }
  const of = (server: string) =>
    ['first answer, ms', 'memory, MB', 'CPU, µs a request'].map((what) => `${server}: ${what}`)
  const head = [
    'document',
    'import, s of CPU',
    'memory, MB',
    '`runtime.json`, MB',
    ...of('mock'),
    ...of('`prism mock`'),
  ]
  return { sections: [table(head, rows)], results: { head, rows }, failures: [] }
}

/** Starts a server twice, since the first start compiles its code, and sends the second one requests, one after the other. */
async function serve(
  command: readonly string[],
  { cwd, requests, ask }: { cwd: string; requests: number; ask: () => Promise<Response> },
): Promise<[started: number, megabytes: number, cpu: number]> {
  const status = () => ask().then((answer) => answer.text().then(() => answer.status))
  for (let starts = 1; ; starts++) {
    const begun = performance.now()
    const child = startChild([process.execPath, ...command], { cwd, stdio: 'ignore' })
    const pid = child.pid ?? 0
    while ((await status().catch(() => 0)) !== 200) {
      if (performance.now() - begun > 60_000) throw new Error(`${command.join(' ')} answers no 200`)
      await wait(5)
    }
    const started = performance.now() - begun
    for (let sent = 0; sent < requests / 3; sent++) await status()
    const before = cpuSeconds(pid)
    for (let sent = 0; sent < requests; sent++) await status()
    const [megabytes, cpu] = [residentMegabytes(pid), ((cpuSeconds(pid) - before) / requests) * 1e6]
    await endChild(child)
    if (starts === 2) return [started, megabytes, cpu]
  }
}
