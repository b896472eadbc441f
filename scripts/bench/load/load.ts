import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onCores } from '../processes/affinity.ts'
import { endChild, startChild } from '../processes/children.ts'
import type { Job, JobResult } from './load-generator.ts'

/** The process that generates the load; it stays for the whole run, so that it is warm for everyone. */
export interface LoadProcess {
  run: (job: Job) => Promise<JobResult>
  end: () => Promise<void>
}

export function startLoad(core: number | undefined): LoadProcess {
  const script = fileURLToPath(new URL('load-generator.ts', import.meta.url))
  const child = startChild(onCores(core === undefined ? undefined : [core], [process.execPath, script]), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    async run(job) {
      const timeout = new AbortController()
      const expired = setTimeout(() => timeout.abort(), job.seconds * 1000 + 20_000)
      const { signal } = timeout
      child.send(job)
      const [message] = (await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => [{ error: 'the load generator ended' }]),
      ]).finally(() => {
        clearTimeout(expired)
        timeout.abort()
      })) as [{ result: JobResult } | { error: string }]
      if ('error' in message) throw new Error(message.error)
      return message.result
    },
    end: () => endChild(child),
  }
}
