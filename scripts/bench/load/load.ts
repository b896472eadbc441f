import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endChild, onCores, startChild } from '../processes.ts'
import type { Job, JobResult } from './generator.ts'

/** The process that generates the load; it lives for the whole run, so that it is warm for every server. */
export interface LoadProcess {
  run: (job: Job) => Promise<JobResult>
  end: () => Promise<void>
}

export function startLoad(core: number | undefined): LoadProcess {
  const script = fileURLToPath(new URL('generator.ts', import.meta.url))
  const child = startChild(onCores(core === undefined ? undefined : [core], [process.execPath, script]), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    async run(job) {
      const over = new AbortController()
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(job.seconds * 1000 + 20_000)])
      child.send(job)
      const ended = once(child, 'exit', { signal }).then(() => [{ error: 'the load generator ended' }])
      const [message] = (await Promise.race([once(child, 'message', { signal }), ended]).finally(() =>
        over.abort(),
      )) as [{ result: JobResult } | { error: string }]
      if ('error' in message) throw new Error(message.error)
      return message.result
    },
    end: () => endChild(child),
  }
}
