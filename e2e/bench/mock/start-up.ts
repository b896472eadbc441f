import { join } from 'node:path'
import { table, whole } from '../report.ts'
import type { Peer } from '../servers/peers.ts'
import { startServer } from '../servers/server.ts'
import { sampleInTurns, summarise } from '../statistics.ts'
import { cpuSeconds } from '../usage.ts'
import type { Scenario } from './scenarios.ts'
import type { Section, Target } from './targets.ts'

/** Milliseconds. */
const maxStart = 400

/**
 * Measures the start of each peer up to its first answer, as a user starts it: not bound to a core. The mock starts with an empty compile
 * cache of Node (`cold`) and with the cache of an earlier start (`warm`).
 */
export async function measureStartUp(
  scenario: Scenario,
  peers: readonly Peer[],
  { starts, folder, interfaces }: { starts: number; folder: string; interfaces: number },
): Promise<Section> {
  console.error('timing start-up')
  const starters = peers.flatMap((peer) =>
    (peer.name === 'mock' ? ['cold', 'warm'] : ['as it comes']).map((cache) => ({ peer, cache })),
  )
  const samples = await sampleInTurns(starts, starters, async ({ peer, cache }, round) => {
    const compiled = join(folder, cache === 'cold' ? `compiled-${round}` : 'compiled')
    const env = cache === 'as it comes' ? {} : { NODE_COMPILE_CACHE: compiled }
    if (cache === 'warm' && round === 1) await (await startServer(peer, scenario, { env })).end()
    const { pid, startedIn, end } = await startServer(peer, scenario, { env })
    const cpu = cpuSeconds(pid) * 1000
    await end()
    return { clock: startedIn, cpu }
  })
  const rows = starters.map(({ peer, cache }, index) => {
    const of = (figure: 'clock' | 'cpu') => summarise((samples[index] ?? []).map((sample) => sample[figure]))
    return { peer, cache, clock: of('clock'), cpu: of('cpu'), samples: samples[index] }
  })
  return {
    tables: [
      table(
        ['Start to first answer', 'Compile cache', 'Median ms', 'Least', 'Most', 'CPU ms'],
        rows.map(({ peer, cache, clock, cpu }) => {
          const what = `${peer.title}, ${peer.name === 'mock' ? `${interfaces} interfaces` : '1 interface'}`
          return [what, cache, ...[clock.median, clock.min, clock.max, cpu.median].map(whole)]
        }),
      ),
    ],
    targets: rows
      .filter(({ cache }) => cache === 'warm')
      .map(({ clock, cpu }): Target => {
        const what = 'start to first answer, all interfaces'
        return { what, bound: 'max', limit: maxStart, unit: 'ms', byClock: clock.median, byCpu: cpu.median }
      }),
    results: rows.map(({ peer, ...row }) => ({ peer: peer.name, ...row })),
  }
}
