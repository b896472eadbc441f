import { connect, type Socket } from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import { type Recipe, requestAt, toWire } from './requests.ts'
import { ResponseReader } from './response-reader.ts'

/** What the generator sends; it does one job at a time. */
export interface Job {
  port: number
  base: string
  recipe: Recipe
  /** Number of the first request: jobs in a row do not repeat requests. */
  first: number
  connections: number
  seconds: number
  /** Requests a second, whether the server keeps up or not; without it, as many as the server answers. */
  rate?: number
  maxRequests?: number
}

export interface JobResult {
  requests: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Counts by message: a status other than 2xx, a broken connection. */
  failures: Record<string, number>
  /** Share of one core that the generator used: near 1, the generator is the limit. With a `rate` it always is 1. */
  busy: number
}

/** An answer that comes later than this after the end of a job is a failure. */
const maxDelay = 5000

/** A keep-alive connection with one request under way at most. */
interface Lane {
  socket: Socket
  onAnswer: (status: number) => void
  open: boolean
  /** Resolves with a message when the connection broke. */
  closed: Promise<string | undefined>
}

async function run({ recipe, base, rate, first, seconds, ...job }: Job): Promise<JobResult> {
  const failures: Record<string, number> = {}
  const fail = (what: string) => {
    failures[what] = (failures[what] ?? 0) + 1
  }
  const latencies = createHistogram({ figures: 3 })
  const lanes = await Promise.all(Array.from({ length: job.connections }, () => openLane(job.port)))
  const closed = lanes.map(async (lane) => {
    const failure = await lane.closed
    if (failure !== undefined) fail(failure)
  })
  const due = rate === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.round(rate * seconds))
  const last = first + Math.min(due, job.maxRequests ?? Number.POSITIVE_INFINITY)
  let next = first
  let requests = 0
  const cpu = process.cpuUsage()
  const started = performance.now()
  const deadline = rate === undefined ? started + seconds * 1000 : Number.POSITIVE_INFINITY

  /** Sends the next request, whose time counts from `since`; closes the connection when all are sent. */
  const send = (lane: Lane, since: number, answered: () => void) => {
    if (next >= last || performance.now() >= deadline) return end(lane)
    lane.onAnswer = (status) => {
      requests++
      latencies.record(Math.max(1, Math.round((performance.now() - since) * 1000)))
      if (status < 200 || status > 299) fail(`status ${status}`)
      answered()
    }
    lane.socket.write(toWire(requestAt(recipe, next++), base))
  }
  if (rate === undefined) {
    const goOn = (lane: Lane) => send(lane, performance.now(), () => goOn(lane))
    lanes.forEach(goOn)
  } else sendAtRate(rate)

  /**
   * A request that finds no free connection waits for one, and its time counts from when it was due: so a pause of the
   * server counts for every request that it would have kept waiting.
   */
  function sendAtRate(rate: number): void {
    const free = [...lanes]
    const dueAt = () => started + ((next - first) * 1000) / rate
    const mayBeSent = () => next >= last || dueAt() <= performance.now()
    const goOn = (lane: Lane) => send(lane, dueAt(), () => (mayBeSent() ? goOn(lane) : free.push(lane)))
    // A timer is too coarse: in a millisecond many requests are due, and they would be sent all at once.
    const look = () => {
      while (free.length > 0 && mayBeSent()) goOn(free.pop() as Lane)
      if (lanes.some(({ open }) => open)) setImmediate(look)
    }
    look()
  }

  const late = setTimeout(
    () => {
      for (const { socket } of lanes) socket.destroy(new Error(`no answer within ${maxDelay / 1000} s`))
    },
    seconds * 1000 + maxDelay,
  )
  await Promise.all(closed)
  clearTimeout(late)

  const took = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const [p50, p99] = [latencies.percentile(50) / 1000, latencies.percentile(99) / 1000]
  return { requests, seconds: took, p50, p99, failures, busy: (user + system) / 1e6 / took }
}

function openLane(port: number): Promise<Lane> {
  const { promise, resolve, reject } = Promise.withResolvers<Lane>()
  const closed = Promise.withResolvers<string | undefined>()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(lane))
  const lane: Lane = { socket, onAnswer: () => {}, open: true, closed: closed.promise }
  let failure: string | undefined
  socket.once('error', (error) => {
    failure = error.message
    reject(error)
  })
  socket.once('close', () => {
    closed.resolve(lane.open ? (failure ?? 'the server closed a connection') : undefined)
    lane.open = false
  })
  const reader = new ResponseReader()
  socket.on('data', (chunk) => {
    try {
      const status = reader.push(chunk)
      if (status !== 0) lane.onAnswer(status)
    } catch (error) {
      socket.destroy(error as Error)
    }
  })
  return promise
}

function end(lane: Lane): void {
  lane.open = false
  lane.socket.destroy()
}

process.on('message', (job: Job) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.on('disconnect', () => process.exit())
