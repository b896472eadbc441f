import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { UserError } from '../../../src/user-error.ts'
import { cpuSeconds, onCore, startChild } from '../processes.ts'
import type { Server } from '../servers/server.ts'
import type { Job, JobResult } from './generator.ts'
import type { Recipe } from './requests.ts'

/** The process that generates the load. It lives for the whole run, so that its code is compiled for every server. */
export interface LoadProcess {
  /**
   * Sends different requests to a server.
   *
   * @throws {UserError} when an answer is not a 2xx, or a connection breaks
   */
  ask(server: Server, recipe: Recipe, how: Amount): Promise<Round>
  end(): Promise<unknown>
}

export type Amount = Pick<Job, 'connections' | 'seconds' | 'rate'>

export interface Round extends JobResult {
  /** Requests a second. */
  rate: number
  /** Microseconds of processor time for a request, in the server. */
  cpu: number
  /** Share of a core that the server got. */
  used: number
}

export function startLoad(core: number | undefined): LoadProcess {
  const script = fileURLToPath(new URL('generator.ts', import.meta.url))
  const command = onCore(core, [process.execPath, script])
  const { process: child, end } = startChild(command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  let first = 1
  return {
    end,
    async ask({ title, pid, port }, recipe, how) {
      const before = cpuSeconds(pid)
      const signal = AbortSignal.timeout(how.seconds * 1000 + 20_000)
      child.send({ port, recipe, first, ...how } satisfies Job)
      const [message] = (await once(child, 'message', { signal })) as [{ result: JobResult } | { error: string }]
      if ('error' in message) throw new UserError(`${title}, ${recipe.kind}: ${message.error}`)
      const { result } = message
      const [cpu, { requests, seconds }] = [cpuSeconds(pid) - before, result]
      first += requests + how.connections
      return { ...result, rate: requests / seconds, cpu: (cpu / requests) * 1e6, used: cpu / seconds }
    },
  }
}
