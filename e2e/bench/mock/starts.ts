import { statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../src/workspace/root.ts'
import { cpuSeconds, residentMegabytes } from '../processes.ts'
import { type Report, table, whole } from '../report.ts'
import { prismCommand, rulebound } from '../servers/peers.ts'
import { startServer } from '../servers/server.ts'
import { median, sampleInTurns } from '../statistics.ts'
import { headers } from './scenarios.ts'

/** Documents of three sizes, each with a path that answers. */
const documents = { 'kv-cluster': '/version', orders: '/orders', secrets: '/v1/sys/health' }

/** The start with one document up to the first answer, beside `prism mock`, which serves it at the same path. */
export async function measureStarts(rounds: number): Promise<Report> {
  const starts = Object.entries(documents).flatMap(([name, target]) => {
    const file = join(root, `generated/${name}/openapi.yaml`)
    const size = `${Math.round(statSync(file).size / 1000)} kB`
    const of = (program: string, words: readonly string[]) => {
      const samples: { clock: number; cpu: number; memory: number }[] = []
      return { title: `${program}, ${name}, ${size}`, command: [...words, file, '--port'], target, samples }
    }
    return [of('this mock', rulebound), of('`prism mock`', prismCommand)]
  })
  await sampleInTurns(rounds, starts, async ({ title, command, target, samples }) => {
    const started = performance.now()
    const { pid, end } = await startServer(title, command, { method: 'GET', target, headers, body: '' })
    const clock = performance.now() - started
    samples.push({ clock, cpu: cpuSeconds(pid) * 1000, memory: residentMegabytes(pid) })
    await end()
  })
  const rows = starts.map(({ title, samples }) => {
    const of = (figure: 'clock' | 'cpu' | 'memory') => whole(median(samples.map((sample) => sample[figure])))
    return [title, of('clock'), of('cpu'), of('memory')]
  })
  return {
    sections: [table('Start to the first answer | ms | CPU ms | MB', rows)],
    results: starts.map(({ title, samples }) => ({ title, samples })),
  }
}
