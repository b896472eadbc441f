import type { Peer } from './peers.ts'
import type { Scenario } from './scenarios.ts'
import { startServer } from './server-process.ts'

export interface StartUp {
  peer: Peer
  /** Milliseconds from the start of the process to its first answer. */
  samples: number[]
}

/** Starts each peer as often as asked, in turns; not bound to a core, as a user would. */
export async function measureStartUp(scenario: Scenario, peers: readonly Peer[], times: number): Promise<StartUp[]> {
  const results = peers.map((peer): StartUp => ({ peer, samples: [] }))
  for (let time = 0; time < times; time++) {
    for (const { peer, samples } of results) {
      const server = await startServer(peer, scenario)
      samples.push(server.startedIn)
      await server.end()
    }
  }
  return results
}
