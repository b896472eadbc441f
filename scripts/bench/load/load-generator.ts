import { createHistogram } from 'node:perf_hooks'
import { Lane } from './lane.ts'
import { askAtRate, askInTurn, type Questions } from './pace.ts'
import { type Recipe, requestAt, toWire } from './requests.ts'

/** What the generator is told to do; it does one job at a time. */
export interface Job {
  port: number
  base: string
  recipe: Recipe
  /** Number of the first request: jobs that follow each other do not repeat requests. */
  first: number
  connections: number
  seconds: number
  /** Requests a second, whatever the server makes of them; as many as it answers when absent. */
  rate?: number
  /** Stops after as many requests, if that is before the time. */
  atMost?: number
}

export interface JobResult {
  requests: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** How often what went wrong: a status other than 2xx, a connection that broke. */
  failures: Record<string, number>
  /** Share of one core that the generator used: near 1, it is the generator that is measured. At a given rate it always is 1. */
  busy: number
}

/** An answer that is later than this is counted as a failure, and ends its connection. */
const graceMilliseconds = 5000

async function run({ recipe, base, ...job }: Job): Promise<JobResult> {
  const failures: Record<string, number> = {}
  const latencies = createHistogram({ figures: 3 })
  const lanes = await Promise.all(Array.from({ length: job.connections }, () => Lane.open(job.port)))
  const ended = lanes.map((lane) => lane.ended.catch((error: Error) => count(failures, error.message)))
  // At a rate, those that were due in time are all asked, however late.
  const maxRequests =
    job.rate === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.round(job.rate * job.seconds))
  const last = job.first + Math.min(maxRequests, job.atMost ?? Number.POSITIVE_INFINITY)
  let next = job.first
  let requests = 0
  const cpu = process.cpuUsage()
  const started = performance.now()
  const deadline = job.rate === undefined ? started + job.seconds * 1000 : Number.POSITIVE_INFINITY

  const questions: Questions = {
    next: () => (next < last && performance.now() < deadline ? toWire(requestAt(recipe, next++), base) : undefined),
    answered(status, since) {
      requests++
      latencies.record(Math.max(1, Math.round((performance.now() - since) * 1000)))
      if (status < 200 || status > 299) count(failures, `status ${status}`)
    },
  }
  if (job.rate === undefined) askInTurn(lanes, questions)
  else askAtRate(lanes, questions, job.rate)
  const late = setTimeout(
    () => {
      for (const lane of lanes) lane.break(`no answer within ${graceMilliseconds / 1000} s`)
    },
    job.seconds * 1000 + graceMilliseconds,
  )
  await Promise.all(ended)
  clearTimeout(late)

  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const percentile = (share: number) => latencies.percentile(share) / 1000
  return {
    requests,
    seconds,
    p50: percentile(50),
    p99: percentile(99),
    failures,
    busy: (user + system) / 1e6 / seconds,
  }
}

function count(failures: Record<string, number>, what: string): void {
  failures[what] = (failures[what] ?? 0) + 1
}

process.on('message', (job: Job) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit())
