import type { Scenario } from '../documents/scenarios.ts'
import type { LoadProcess } from '../load/load.ts'
import type { Cores } from '../processes/affinity.ts'
import { familyCpuSeconds } from '../processes/process-usage.ts'
import { NoAnswerError } from '../servers/first-answer.ts'
import type { Peer } from '../servers/peer.ts'
import { withWorkers } from '../servers/peers.ts'
import { type ServerProcess, startServer } from '../servers/server-process.ts'
import { ratio, type Summary } from './statistics.ts'

export interface WorkerOptions {
  rounds: number
  seconds: number
  warmUpSeconds: number
  connections: number
  cores: Cores | null
  tell: (what: string) => void
}

/** Two workers against one, answering examples. */
export interface WorkerUse {
  /** How many times the rate of one; null where there is no core for each of them beside the load generator's. */
  rate: Summary | null
  /** How many times the rate of one they would reach with a core for each, by the processor time of a request. */
  byCpu: Summary | null
}

interface Sample {
  rate: number
  cpu: number | undefined
}

export async function measureWorkers(
  mock: Peer,
  scenario: Scenario,
  load: LoadProcess,
  { rounds, seconds, warmUpSeconds, connections, cores, tell }: WorkerOptions,
): Promise<WorkerUse> {
  const numbers = [1, 2]
  const servers: ServerProcess[] = []
  // Without a core for each, the two may use the generator's: what they take of processor time still tells.
  const ofTheirOwn = cores !== null && cores.others.length >= numbers.length
  const serverCores = ofTheirOwn ? cores.others : undefined
  for (const workers of numbers) {
    tell(`starting ${workers} of the mock's workers`)
    servers.push(await startServer(withWorkers(mock, workers), scenario, { cores: serverCores }))
  }
  let next = 1
  const ask = async (server: ServerProcess, time: number): Promise<Sample> => {
    const before = familyCpuSeconds(server.pid)
    const job = { port: server.port, base: mock.base(scenario), recipe: scenario.recipe, first: next, connections }
    const { requests, failures, seconds: took } = await load.run({ ...job, seconds: time })
    const [failure] = Object.entries(failures)
    if (failure) throw new NoAnswerError(`workers: ${failure.join(' × ')}`)
    next += requests + connections
    const after = familyCpuSeconds(server.pid)
    const cpu = before === undefined || after === undefined ? undefined : (after - before) / requests
    return { rate: requests / took, cpu }
  }
  try {
    for (const server of servers) await ask(server, warmUpSeconds)
    const samples = servers.map((): Sample[] => [])
    for (let round = 1; round <= rounds; round++) {
      tell(`workers: round ${round} of ${rounds}`)
      for (const [index, server] of servers.entries()) samples[index]?.push(await ask(server, seconds))
    }
    return compare(samples, ofTheirOwn)
  } finally {
    await Promise.all(servers.map((server) => server.end()))
  }
}

function compare([one = [], two = []]: readonly Sample[][], ofTheirOwn: boolean): WorkerUse {
  const rates = (samples: readonly Sample[]) => samples.map(({ rate }) => rate)
  const perSecond = (samples: readonly Sample[], cores: number) =>
    samples.flatMap(({ cpu }) => (cpu === undefined || cpu === 0 ? [] : cores / cpu))
  const [ofOne, ofTwo] = [perSecond(one, 1), perSecond(two, 2)]
  return {
    rate: ofTheirOwn ? ratio(rates(two), rates(one)) : null,
    byCpu: ofOne.length > 0 && ofOne.length === ofTwo.length ? ratio(ofTwo, ofOne) : null,
  }
}
