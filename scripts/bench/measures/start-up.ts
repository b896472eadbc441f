import { join } from 'node:path'
import type { Scenario } from '../documents/scenarios.ts'
import { cpuSeconds } from '../processes/process-usage.ts'
import type { Peer } from '../servers/peer.ts'
import { type ServerProcess, startServer } from '../servers/server-process.ts'

export interface StartUp {
  peer: Peer
  /** Node's compile cache: `cold` the first time on a machine, `warm` from the second; `as it comes` is up to the peer. */
  cache: 'cold' | 'warm' | 'as it comes'
  /** From the start of the process to its first answer, in milliseconds. */
  samples: number[]
  /** Processor time that it used up to then, in milliseconds; empty where the system does not tell. */
  cpu: number[]
}

/** Starts each peer as often as asked, in turns; not bound to a core, as a user would. The mock is started with and without what an earlier start has compiled. */
export async function measureStartUp(
  scenario: Scenario,
  peers: readonly Peer[],
  { times, folder }: { times: number; folder: string },
): Promise<StartUp[]> {
  const results = peers.flatMap((peer) =>
    cachesOf(peer).map((cache): StartUp => ({ peer, cache, samples: [], cpu: [] })),
  )
  for (let time = 0; time < times; time++) {
    for (const result of results) {
      const { peer, cache, samples, cpu } = result
      const compiled = join(folder, `compiled-${cache === 'cold' ? `in-${time}` : 'before'}`)
      const start = () =>
        startServer(peer, scenario, cache === 'as it comes' ? {} : { env: { NODE_COMPILE_CACHE: compiled } })
      if (cache === 'warm' && time === 0) await (await start()).end()
      const server: ServerProcess = await start()
      const used = cpuSeconds(server.pid)
      if (used !== undefined) cpu.push(used * 1000)
      samples.push(server.startedIn)
      await server.end()
    }
  }
  return results
}

function cachesOf({ name }: Peer): StartUp['cache'][] {
  return name === 'mock' ? ['cold', 'warm'] : ['as it comes']
}
