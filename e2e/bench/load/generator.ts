import { createHistogram } from 'node:perf_hooks'
import { Client, type Dispatcher } from 'undici'
import { type Recipe, requestAt } from './requests.ts'

/** The work of the generator, which runs one job at a time. */
export interface Job {
  port: number
  recipe: Recipe
  /** Number of the first request, so that successive jobs do not repeat requests. */
  first: number
  connections: number
  seconds: number
  /** Requests a second, even if the server is slower; without it, as many as the server answers. */
  rate?: number
}

export interface JobResult {
  requests: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Share of one core that the generator used. Near 1, the generator limits the rate. With a `rate` it is always 1. */
  busy: number
}

/** Milliseconds. An answer that comes later than this after the end of a job is a failure. */
const maxDelay = 5000

/** @throws {Error} at the first answer that is not a 2xx, and at the first broken connection */
async function run({ port, recipe, rate, first, seconds, connections }: Job): Promise<JobResult> {
  const latencies = createHistogram({ figures: 3 })
  const clients = Array.from({ length: connections }, () => new Client(`http://127.0.0.1:${port}`))
  const last = first + (rate === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.round(rate * seconds)))
  let next = first
  let requests = 0
  const cpu = process.cpuUsage()
  const started = performance.now()
  const deadline = rate === undefined ? started + seconds * 1000 : Number.POSITIVE_INFINITY
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>()
  let open = connections

  const use = (client: Client) => {
    let since = 0
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_, status) {
        if (status < 200 || status > 299) fail(new Error(`a request was answered ${status}`))
      },
      onResponseData() {},
      onResponseEnd() {
        requests++
        latencies.record(Math.max(1, Math.round((performance.now() - since) * 1000)))
        goOn()
      },
      onResponseError: (_, error) => fail(error),
    }
    const goOn = () => {
      const now = performance.now()
      if (next >= last || now >= deadline) return --open === 0 && end()
      // At a rate, a request without a free connection waits, and its time counts from when it was due: so a pause of the server counts for
      // every request that it delays.
      const dueAt = rate === undefined ? now : started + ((next - first) * 1000) / rate
      // A timer is too coarse: many requests are due in one millisecond, and it would send them together.
      if (dueAt > now) return setImmediate(goOn)
      since = dueAt
      const { method, target, headers, body } = requestAt(recipe, next++)
      return client.dispatch({ method, path: target, headers, body: body || null }, handler)
    }
    goOn()
  }

  const late = setTimeout(
    () => {
      for (const client of clients) client.destroy(new Error(`no answer within ${maxDelay / 1000} s`))
    },
    seconds * 1000 + maxDelay,
  )
  try {
    clients.forEach(use)
    await ended
  } finally {
    clearTimeout(late)
    for (const client of clients) client.destroy()
  }
  const took = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const [p50, p99] = [latencies.percentile(50) / 1000, latencies.percentile(99) / 1000]
  return { requests, seconds: took, p50, p99, busy: (user + system) / 1e6 / took }
}

process.on('message', (job: Job) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit())
