import type { LoadProcess, Round } from '../load/load.ts'
import type { Cores } from '../processes.ts'
import { mock, withFlags } from '../servers/peers.ts'
import { type ServerProcess, startServer } from '../servers/server.ts'
import { ratio, sampleInTurns } from '../statistics.ts'
import type { Plan } from './rates.ts'
import type { Scenario } from './scenarios.ts'
import type { Section } from './targets.ts'

/** Lowest ratio of the rate of two workers to the rate of one. */
const minRatio = 1.8

/**
 * Compares two workers with one, both answering examples: by rate if each worker has a core beside the load generator's, and by processor
 * time, as the rate that workers with a core each would reach.
 *
 * @throws {NoAnswerError} when workers do not start, or answer with a failure
 */
export async function measureWorkers(
  scenario: Scenario,
  load: LoadProcess,
  { rounds, seconds, warmUp, connections, cores }: Omit<Plan, 'serverCores'> & { cores: Cores | undefined },
): Promise<Section> {
  const coreEach = cores !== undefined && cores.others.length >= 2
  const servers: ServerProcess[] = []
  try {
    for (const workers of ['1', '2']) {
      console.error(`starting ${workers} of the mock's workers`)
      const peer = withFlags(mock, '--examples', '--workers', workers)
      servers.push(await startServer(peer, scenario, { cores: coreEach ? cores.others : undefined }))
    }
    for (const server of servers) await load.ask(server, scenario, { connections, seconds: warmUp })
    const [one = [], two = []] = await sampleInTurns(rounds, servers, (server, round) => {
      if (server === servers[0]) console.error(`workers: round ${round} of ${rounds}`)
      return load.ask(server, scenario, { connections, seconds })
    })
    const of = (rounds: readonly Round[], figure: 'rate' | 'cpu') => rounds.map((round) => round[figure])
    const byClock = coreEach ? ratio(of(two, 'rate'), of(one, 'rate')).median : undefined
    const byCpu = 2 * ratio(of(one, 'cpu'), of(two, 'cpu')).median
    const what = 'examples with 2 workers, against 1'
    return {
      tables: [],
      targets: [{ what, bound: 'min', limit: minRatio, unit: '×', byClock, byCpu }],
      results: { one, two },
    }
  } finally {
    await Promise.all(servers.map((server) => server.end()))
  }
}
