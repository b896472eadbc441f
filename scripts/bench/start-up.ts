import type { Peer } from './peers.ts'
import { cpuSeconds } from './process-usage.ts'
import type { Scenario } from './scenarios.ts'
import { startServer } from './server-process.ts'

export interface StartUp {
  peer: Peer
  /** From the start of the process to its first answer, in milliseconds. */
  samples: number[]
  /** Processor time that it used up to then, in milliseconds; empty where the system does not tell. */
  cpu: number[]
}

/** Starts each peer as often as asked, in turns; not bound to a core, as a user would. */
export async function measureStartUp(scenario: Scenario, peers: readonly Peer[], times: number): Promise<StartUp[]> {
  const results = peers.map((peer): StartUp => ({ peer, samples: [], cpu: [] }))
  for (let time = 0; time < times; time++) {
    for (const { peer, samples, cpu } of results) {
      const server = await startServer(peer, scenario)
      const used = cpuSeconds(server.pid)
      if (used !== undefined) cpu.push(used * 1000)
      samples.push(server.startedIn)
      await server.end()
    }
  }
  return results
}
