import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Scenario } from '../mock/scenarios.ts'
import { endChild, onCores, startChild } from '../processes.ts'
import { NoAnswerError, type ServerProcess } from '../servers/server.ts'
import { familyCpuSeconds } from '../usage.ts'
import type { Job, JobResult } from './generator.ts'

/** The process that generates the load. It lives for the whole run, so that its code is compiled for every server. */
export interface LoadProcess {
  /**
   * Sends requests of a scenario to servers, none of them twice.
   *
   * @throws {NoAnswerError} when an answer is not a 2xx, or a connection breaks
   */
  ask: (
    servers: ServerProcess | readonly [ServerProcess, ...ServerProcess[]],
    scenario: Scenario,
    how: Amount,
  ) => Promise<Round>
  end: () => Promise<void>
}

export type Amount = Pick<Job, 'connections' | 'seconds' | 'rate' | 'maxRequests'>

export interface Round extends JobResult {
  /** Requests a second. */
  rate: number
  /** Microseconds of processor time for a request, in all processes of the servers. */
  cpu: number
  /** Share of a core that the server got. */
  used: number
}

export function startLoad(core: number | undefined): LoadProcess {
  const script = fileURLToPath(new URL('generator.ts', import.meta.url))
  const child = startChild(onCores(core === undefined ? undefined : [core], [process.execPath, script]), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let first = 1
  return {
    async ask(asked, scenario, how) {
      const servers = 'pid' in asked ? ([asked] as const) : asked
      const [{ peer }] = servers
      const ports = servers.map(({ port }) => port)
      const used = () => servers.reduce((sum, { pid }) => sum + familyCpuSeconds(pid), 0)
      const over = new AbortController()
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(how.seconds * 1000 + 20_000)])
      const before = used()
      child.send({ ports, base: peer.base(scenario), recipe: scenario.recipe, first, ...how } satisfies Job)
      const ended = once(child, 'exit', { signal }).then(() => [{ error: 'the load generator ended' }])
      const [message] = (await Promise.race([once(child, 'message', { signal }), ended]).finally(() =>
        over.abort(),
      )) as [{ result: JobResult } | { error: string }]
      if ('error' in message) throw new NoAnswerError(`${peer.title}, ${scenario.name}: ${message.error}`)
      const { result } = message
      const seconds = used() - before
      first += result.requests + how.connections
      const { requests } = result
      return {
        ...result,
        rate: requests / result.seconds,
        cpu: (seconds / requests) * 1e6,
        used: seconds / result.seconds,
      }
    },
    end: () => endChild(child),
  }
}
