import { connect, type Socket } from 'node:net'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { type Recipe, requestAt, toWire } from './requests.ts'
import { ResponseReader } from './response-reader.ts'

/** What the generator is told to do; it does one job at a time. */
export interface Job {
  port: number
  base: string
  recipe: Recipe
  /** Number of the first request: jobs that follow each other do not repeat requests. */
  first: number
  connections: number
  seconds: number
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
  /** Share of one core that the generator used: near 1, it is the generator that is measured. */
  busy: number
}

/** An answer that is later than this is counted as a failure, and ends its connection. */
const graceMilliseconds = 5000

/** Asks over so many keep-alive connections, on each of them the next request as soon as the last is answered. */
async function run(job: Job): Promise<JobResult> {
  const { recipe, base, connections, port } = job
  const failures: Record<string, number> = {}
  const latencies = createHistogram({ figures: 3 })
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const last = job.first + (job.atMost ?? Number.POSITIVE_INFINITY)
  let next = job.first
  let requests = 0
  const cpu = process.cpuUsage()
  const started = performance.now()
  const deadline = started + job.seconds * 1000

  const lanes = sockets.map((socket) =>
    ask(socket, {
      latencies,
      nextRequest: () =>
        next < last && performance.now() < deadline ? toWire(requestAt(recipe, next++), base) : undefined,
      onStatus(status) {
        requests++
        if (status < 200 || status > 299) count(failures, `status ${status}`)
      },
    }).catch((error: Error) => count(failures, error.message)),
  )
  const late = setTimeout(
    () => {
      for (const socket of sockets) socket.destroy(new Error(`no answer within ${graceMilliseconds / 1000} s`))
    },
    job.seconds * 1000 + graceMilliseconds,
  )
  await Promise.all(lanes)
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

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

interface Lane {
  /** Takes microseconds. */
  latencies: RecordableHistogram
  /** Undefined when it is time to stop. */
  nextRequest(): string | undefined
  onStatus(status: number): void
}

function ask(socket: Socket, { nextRequest, onStatus, latencies }: Lane): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = new ResponseReader()
    let sentAt = 0
    let done = false
    const send = () => {
      const request = nextRequest()
      if (request === undefined) {
        done = true
        socket.destroy()
        return
      }
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('data', (chunk) => {
      try {
        const status = reader.push(chunk)
        if (status === 0) return
        latencies.record(Math.max(1, Math.round((performance.now() - sentAt) * 1000)))
        onStatus(status)
        send()
      } catch (error) {
        socket.destroy(error as Error)
      }
    })
    socket.once('error', reject)
    socket.once('close', () => (done ? resolve() : reject(new Error('the server closed a connection'))))
    send()
  })
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
