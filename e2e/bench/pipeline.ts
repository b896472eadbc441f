import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { listInterfaces } from '../../src/workspace/entries.ts'
import { root } from '../../src/workspace/root.ts'
import type { Options } from './options.ts'
import { timeEdits } from './pipeline/edits.ts'
import { runToEnd, temporaryFolder, type Usage } from './processes.ts'
import { percent, type Report, table } from './report.ts'
import { ratio, summarise } from './statistics.ts'

/** Milliseconds. */
const [maxUnchanged, maxEdit] = [300, 700]
/** With more interfaces the peers are not run: their cost grows in proportion. */
const maxPeerSize = 80

const cold = 'generate, from cold'
const unchanged = 'generate, nothing changed'
const peer = '`redocly bundle` and `openapi-typescript`, file by file'

type Samples = Record<string, Usage[]>

/** Times the commands between a source and the mock, the peers' commands, and edits while `npm run dev` runs. */
export async function bench(options: Options): Promise<Report> {
  const { quick, rounds = quick ? 1 : 3, sizes = quick ? [8] : [8, 80, 800], edits = quick ? 5 : 20 } = options
  const folder = temporaryFolder()
  const measured: { size: number; samples: Samples }[] = []
  for (const size of sizes) measured.push({ size, samples: await measure(folder, size, rounds) })
  if (edits > 0) console.error(`${edits} edits in npm run dev`)
  const edited = edits > 0 ? await timeEdits(edits) : []
  const [elapsed, cpu] = [edited.map(({ seconds }) => seconds), edited.map(({ cpuSeconds }) => cpuSeconds)].map(
    (samples) => (samples.length > 0 ? summarise(samples.map((seconds) => seconds * 1000)) : undefined),
  )
  const slowEdit = elapsed && cpu ? Math.min(elapsed.median, cpu.median) : 0
  return {
    sections: [
      `Node ${process.version}; whole processes, by turns; medians of ${rounds} rounds; CPU of a command and all that it starts.`,
      table(
        ['Interfaces', 'What', 'Seconds', 'Spread', 'CPU s', 'Spread', 'CPU ms an interface'],
        measured.flatMap(({ size, samples }) =>
          Object.entries(samples).map(([name, usage]) => {
            const [seconds, cpu] = [summarise(usage.map((one) => one.seconds)), summarise(usage.map(cpuOf))]
            const figures = [seconds, cpu].flatMap(({ median, spread }) => [median.toFixed(2), percent(spread)])
            return [String(size), name, ...figures, ((cpu.median / size) * 1000).toFixed(0)]
          }),
        ),
      ),
      elapsed && cpu
        ? `${edits} edits in \`npm run dev\` until the mock answers by them: ${inWords(elapsed)}; CPU ${inWords(cpu)}.`
        : '',
    ],
    results: { rounds, sizes: measured, edits: edited },
    failures: [
      ...measured.flatMap(({ size, samples }) => missed(size, samples)),
      ...(slowEdit > maxEdit ? [`An edit takes ${Math.round(slowEdit)} ms.`] : []),
    ],
  }
}

const cpuOf = ({ cpuSeconds }: Usage) => cpuSeconds
const inWords = ({ median, min, max }: { median: number; min: number; max: number }) =>
  `median ${Math.round(median)} ms, ${Math.round(min)} to ${Math.round(max)}`

/**
 * The missed limits. A limit is missed if both clock and processor time are above it, because on a busy machine the clock alone says
 * little.
 */
function missed(size: number, samples: Samples): string[] {
  const [ours = [], peers = [], none = []] = [samples[cold], samples[peer], samples[unchanged]]
  const share = peers.length > 0 ? ratio(ours.map(cpuOf), peers.map(cpuOf)).median : 0
  // The limit is for the eight interfaces of this repository.
  const idle = Math.min(summarise(none.map(({ seconds }) => seconds)).median, summarise(none.map(cpuOf)).median) * 1000
  return [
    ...(share > 1 ? [`${cold} takes ${share.toFixed(2)} times what the peers take, at ${size} interfaces.`] : []),
    ...(size <= 8 && idle > maxUnchanged ? [`${unchanged} takes ${Math.round(idle)} ms.`] : []),
  ]
}

async function measure(folder: string, size: number, rounds: number): Promise<Samples> {
  const { base, peers, documents } = copyInterfaces(folder, size)
  const bin = (name: string) => join(root, 'node_modules/.bin', name)
  const generate = [[process.execPath, join(root, 'e2e/bench/pipeline/generate-at.ts'), base]]
  const bundleAndType = [...documents].flatMap(([name, document]) => [
    [bin('redocly'), 'bundle', `../${document}`, '--output', `${name}.yaml`],
    [bin('openapi-typescript'), `${name}.yaml`, '--output', `${name}.ts`],
  ])
  const lint = [...documents.values()].map((document) => [bin('redocly'), 'lint', `../${document}`])
  const samples: Samples = {}
  const note = async (name: string, commands: readonly (readonly string[])[], cwd: string) => {
    console.error(`${size} interfaces: ${name}`)
    const total: Usage = { seconds: 0, cpuSeconds: 0, megabytes: 0 }
    for (const command of commands) {
      const { seconds, cpuSeconds, megabytes } = await runToEnd(command, cwd)
      total.seconds += seconds
      total.cpuSeconds += cpuSeconds
      total.megabytes = Math.max(total.megabytes, megabytes)
    }
    samples[name] = [...(samples[name] ?? []), total]
  }
  for (let round = 0; round < rounds; round++) {
    for (const name of ['generated', '.cache']) rmSync(join(base, name), { recursive: true, force: true })
    await note(cold, generate, base)
    await note(unchanged, generate, base)
    const [first = ''] = documents.values()
    appendFileSync(join(base, first), '# Edited.\n')
    await note('generate, one edited', generate, base)
    if (size > maxPeerSize) continue
    await note(peer, bundleAndType, peers)
    await note('`redocly lint`, file by file', lint, peers)
  }
  return samples
}

/** Creates a repository with this one's interfaces and renamed copies of them, up to a number. */
function copyInterfaces(folder: string, count: number) {
  const base = `${mkdtempSync(join(folder, `${count}-`))}/`
  const originals = listInterfaces().filter(({ name }) => name !== 'mock-control')
  const documents = new Map<string, string>()
  for (let index = 0; index < count; index++) {
    const { name, source } = originals[index % originals.length] ?? { name: '', source: '' }
    const turn = Math.floor(index / originals.length)
    const copy = turn === 0 ? name : `${name}-${turn + 1}`
    cpSync(join(root, source), join(base, 'specs', copy), { recursive: true })
    documents.set(copy, `specs/${copy}/openapi.yaml`)
  }
  const apis = Object.fromEntries([...documents].map(([name, document]) => [name, { root: document }]))
  writeFileSync(join(base, 'redocly.yaml'), stringify({ telemetry: 'off', apis }))
  // The peers run in their own folder: openapi-typescript accepts no file beside a redocly.yaml that lists documents.
  const peers = join(base, 'peers')
  mkdirSync(peers)
  writeFileSync(join(peers, 'redocly.yaml'), stringify({ telemetry: 'off', extends: ['minimal'] }))
  return { base, peers, documents }
}
