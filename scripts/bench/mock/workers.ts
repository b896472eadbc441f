import type { LoadProcess } from '../load/load.ts'
import type { Cores } from '../processes.ts'
import { mock, type Peer } from '../servers/peers.ts'
import { NoAnswerError, type ServerProcess, startServer } from '../servers/server.ts'
import { ratio, sampleInTurns } from '../statistics.ts'
import { familyCpuSeconds } from '../usage.ts'
import type { Plan } from './rates.ts'
import type { Scenario } from './scenarios.ts'
import type { Section } from './targets.ts'

/** Lowest ratio of the rate of two workers to the rate of one. */
const minRatio = 1.8

/**
 * Compares two workers with one, both answering examples: by rate where each worker has a core beside the load generator's, and
 * by the processor time of a request, as the rate that workers with a core each would reach.
 *
 * @throws {NoAnswerError} when workers do not start, or answer with a failure
 */
export async function measureWorkers(
  scenario: Scenario,
  load: LoadProcess,
  { rounds, seconds, warmUp, connections, cores }: Omit<Plan, 'serverCores'> & { cores: Cores | undefined },
): Promise<Section> {
  const counts = [1, 2]
  const coreEach = cores !== undefined && cores.others.length >= counts.length
  const servers: ServerProcess[] = []
  for (const workers of counts) {
    console.error(`starting ${workers} of the mock's workers`)
    const serverCores = coreEach ? cores.others : undefined
    servers.push(await startServer(withWorkers(workers), scenario, { cores: serverCores }))
  }
  let next = 1
  const ask = async ({ pid, port }: ServerProcess, seconds: number) => {
    const before = familyCpuSeconds(pid)
    const job = { port, base: mock.base(scenario), recipe: scenario.recipe, first: next, connections, seconds }
    const { requests, failures, seconds: took } = await load.run(job)
    const [failure] = Object.entries(failures)
    if (failure) throw new NoAnswerError(`workers: ${failure.join(' × ')}`)
    next += requests + connections
    const after = familyCpuSeconds(pid)
    const cpu = before === undefined || after === undefined ? undefined : (after - before) / requests
    return { rate: requests / took, cpu }
  }
  try {
    for (const server of servers) await ask(server, warmUp)
    const [one = [], two = []] = await sampleInTurns(rounds, servers, (server, round) => {
      if (server === servers[0]) console.error(`workers: round ${round} of ${rounds}`)
      return ask(server, seconds)
    })
    const rates = (samples: typeof one) => samples.map(({ rate }) => rate)
    const perCpuSecond = (samples: typeof one, cores: number) => samples.flatMap(({ cpu }) => (cpu ? cores / cpu : []))
    const [ofOne, ofTwo] = [perCpuSecond(one, 1), perCpuSecond(two, 2)]
    const byClock = coreEach ? ratio(rates(two), rates(one)).median : undefined
    const byCpu = ofOne.length > 0 && ofOne.length === ofTwo.length ? ratio(ofTwo, ofOne).median : undefined
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

/** The mock with workers, which answer from examples alone. */
function withWorkers(workers: number): Peer {
  return {
    ...mock,
    title: `${mock.title}, ${workers} workers`,
    // The command's last argument takes the port.
    command: (scenario) => mock.command(scenario).toSpliced(-1, 0, '--examples', '--workers', String(workers)),
  }
}
