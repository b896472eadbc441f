import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { UserError } from '../../src/user-error.ts'
import { listInterfaces } from '../../src/workspace/entries.ts'
import { root } from '../../src/workspace/root.ts'
import { copyRepository, cpuSeconds, runToEnd, startChild, type Usage } from './processes.ts'
import { type Options, type Report, type Target, table } from './report.ts'
import { summarise } from './statistics.ts'

/** Milliseconds of an edit in `npm run dev`. */
const maxEdit = 700

/** Times the commands between a source and the mock, the peers' commands, and edits while `npm run dev` runs. */
export async function bench({ quick, rounds = quick ? 1 : 3 }: Options): Promise<Report> {
  const base = copyRepository()
  const samples: Record<string, Usage[]> = {}
  for (let round = 0; round < rounds; round++) {
    console.error(`round ${round + 1} of ${rounds}`)
    for (const [name, run] of Object.entries(commandsIn(base))) {
      const usage = await run()
      const total = (figure: keyof Usage) => usage.reduce((sum, one) => sum + one[figure], 0)
      samples[name] ??= []
      samples[name].push({ seconds: total('seconds'), cpuSeconds: total('cpuSeconds') })
    }
  }
  samples['an edit in `npm run dev`'] = await timeEdits(base, quick ? 5 : 20)
  const rows = Object.entries(samples).map(([name, usage]) => {
    const of = (figure: keyof Usage) => summarise(usage.map((one) => one[figure])).median
    return { name, seconds: of('seconds'), cpu: of('cpuSeconds') }
  })
  const target = (what: string, limit: number): Target => {
    const row = rows.find(({ name }) => name === what)
    const [byClock, byCpu] = [(row?.seconds ?? Number.NaN) * 1000, (row?.cpu ?? Number.NaN) * 1000]
    return { what, bound: 'max', limit, unit: 'ms', byClock, byCpu }
  }
  return {
    sections: [
      table(
        `All interfaces, ${rounds} rounds | Seconds | CPU s`,
        rows.map(({ name, seconds, cpu }) => [name, seconds.toFixed(2), cpu.toFixed(2)]),
      ),
    ],
    targets: [target('an edit in `npm run dev`', maxEdit)],
    results: samples,
  }
}

/** The commands in a copy of this repository, and those of the peers that do the same work file by file. */
function commandsIn(base: string): Record<string, () => Promise<Usage[]>> {
  const documents = listInterfaces(base)
  // The peers run in their own folder: openapi-typescript accepts no file beside a redocly.yaml that lists documents.
  const peers = join(base, '.cache/peers')
  const bin = (name: string) => join(root, 'node_modules/.bin', name)
  const generate = async () => [await runToEnd([process.execPath, 'src/cli/rulebound.ts', 'generate'], base)]
  const each = async (commands: readonly (readonly string[])[]) => {
    const usage: Usage[] = []
    for (const command of commands) usage.push(await runToEnd(command, peers))
    return usage
  }
  return {
    '`generate`': () => {
      for (const name of ['generated', '.cache']) rmSync(join(base, name), { recursive: true, force: true })
      mkdirSync(peers, { recursive: true })
      writeFileSync(join(peers, 'redocly.yaml'), 'telemetry: off\nextends: [minimal]\n')
      return generate()
    },
    '`redocly bundle` and `openapi-typescript`, file by file': () =>
      each(
        documents.flatMap(({ name, document }) => [
          [bin('redocly'), 'bundle', join(base, document), '--output', `${name}.yaml`],
          [bin('openapi-typescript'), `${name}.yaml`, '--output', `${name}.ts`],
        ]),
      ),
  }
}

/** Edits an example while `npm run dev` runs, and measures the time until the mock answers with each edit. */
async function timeEdits(base: string, count: number): Promise<Usage[]> {
  const dev = startChild([process.execPath, 'src/cli/rulebound.ts', 'dev', '--port', '0'], { cwd: base, stdio: 'pipe' })
  await dev.says(/Watching the documents/)
  const [origin] = await dev.says(/http:\/\/127\.0\.0\.1:\d+/)
  const file = join(base, 'specs/orders/examples/problem-order-not-found.yaml')
  const original = readFileSync(file, 'utf8')
  const authorization = `Basic ${btoa('orders.example-key:')}`
  const headers = { accept: 'application/json', authorization, prefer: 'code=404' }
  const ask = () => fetch(`${origin}/orders/api/orders/00000000-0000-4000-8000-000000000000`, { headers })
  const samples: Usage[] = []
  // The first edits load libraries, and are not counted.
  for (let index = -3; index < count; index++) {
    const detail = `Edit ${index} is served.`
    const [started, before] = [performance.now(), cpuSeconds(dev.process.pid ?? 0)]
    writeFileSync(file, original.replace(/^ {2}detail: .*$/m, `  detail: ${detail}`))
    while (!(await (await ask()).text()).includes(detail)) {
      if (performance.now() - started > 60_000) throw new UserError('npm run dev does not serve an edit')
      await setTimeout(10)
    }
    const seconds = (performance.now() - started) / 1000
    const cpu = cpuSeconds(dev.process.pid ?? 0) - before
    if (index >= 0) samples.push({ seconds, cpuSeconds: cpu })
    await setTimeout(200)
  }
  await dev.end()
  return samples
}
