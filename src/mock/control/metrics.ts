import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getOrAdd } from '../../memoize.ts'

/** Figures that are read when somebody asks for the metrics. */
export interface Gauges {
  /** Undefined while the sessions cannot be counted. */
  sessions: number | undefined
  /** Of the Valkey or Redis that keeps the sessions; absent where none does. */
  stateEngine?: StateEngineGauges | undefined
}

export interface StateEngineGauges {
  calls: number
  /** Calls that failed. */
  errors: number
  /** Nodes that have sessions, and those of them that serve. */
  nodes: { all: number; serving: number }
}

/** Upper bounds of the latency classes, in seconds. */
const bounds = [0.001, 0.0025, 0.01, 0.05, 0.25, 1, 5, Number.POSITIVE_INFINITY]

/** Counts of one interface. */
interface Observed {
  /** By operation and status. A joined key would have to be built, and hashed, for each request. */
  requests: Map<string | undefined, Map<number, number>>
  latency: Latency
}

const observed = (): Observed => ({
  requests: new Map(),
  latency: { counts: bounds.map(() => 0), sum: 0 },
})

interface Latency {
  /** A counter for each bound. Each counts its own class only. */
  counts: number[]
  sum: number
}

/** Counts the requests of this process. A library would cost more for each request than the counting does. */
export class Metrics {
  readonly #interfaces = new Map<string, Observed>()
  #delay: ReturnType<typeof monitorEventLoopDelay> | undefined

  /** @param status null when the caller got no answer */
  observe(name: string, operation: string | undefined, status: number | null, milliseconds: number): void {
    const { requests, latency } = getOrAdd(this.#interfaces, name, observed)
    const counts = getOrAdd(requests, operation, () => new Map<number, number>())
    counts.set(status ?? 0, (counts.get(status ?? 0) ?? 0) + 1)
    const seconds = milliseconds / 1000
    latency.sum += seconds
    const bound = bounds.findIndex((bound) => seconds <= bound)
    latency.counts[bound] = (latency.counts[bound] ?? 0) + 1
  }

  /**
   * Writes the Prometheus text format. The delay of the event loop covers the time since the last call; the first call has
   * none.
   */
  render({ sessions, stateEngine }: Gauges): string {
    this.#delay ??= startMonitor()
    const delay = this.#delay
    // Without a value, the histogram's percentile is the top of its lowest class.
    const nanoseconds = delay.count > 0 ? delay.percentile(99) : 0
    delay.reset()
    return [
      ...metric(
        'mock_requests_total',
        'counter',
        'Requests to an interface that were answered; a status of 0 is a connection that was dropped.',
        [...this.#interfaces].flatMap(([name, { requests }]) => countsOf(name, requests)),
      ),
      ...metric(
        'mock_request_duration_seconds',
        'histogram',
        'Time from the request to its answer.',
        [...this.#interfaces].flatMap(([name, { latency }]) => classesOf(name, latency)),
      ),
      ...metric('mock_sessions', 'gauge', 'Sessions of the mock.', sessions === undefined ? [] : [['', sessions]]),
      ...metric('mock_event_loop_delay_seconds', 'gauge', 'Delay of the event loop that 1 % exceeds.', [
        ['', nanoseconds / 1e9],
      ]),
      ...(stateEngine ? stateEngineMetrics(stateEngine) : []),
      '',
    ].join('\n')
  }
}

function startMonitor() {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return delay
}

type Sample = readonly [rest: string, value: number]

function stateEngineMetrics({ calls, errors, nodes }: StateEngineGauges): string[] {
  return [
    ...metric('mock_engine_calls_total', 'counter', 'Calls to the state engine.', [['', calls]]),
    ...metric('mock_engine_errors_total', 'counter', 'Calls to the state engine that failed.', [['', errors]]),
    ...metric(
      'mock_engine_nodes',
      'gauge',
      'Nodes of the state engine; a session whose node is lost is answered 503.',
      [
        ['{state="serving"}', nodes.serving],
        ['{state="lost"}', nodes.all - nodes.serving],
      ],
    ),
  ]
}

function metric(name: string, type: string, help: string, samples: readonly Sample[]): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(([rest, value]) => `${name}${rest} ${value}`),
  ]
}

function countsOf(name: string, requests: Observed['requests']): Sample[] {
  return [...requests].flatMap(([operation = '', counts]) =>
    Array.from(
      counts,
      ([status, count]): Sample => [`{interface="${name}",operation="${operation}",status="${status}"}`, count],
    ),
  )
}

function classesOf(name: string, { counts, sum }: Latency): Sample[] {
  let total = 0
  const classes = counts.map((count, index): Sample => {
    total += count
    return [`_bucket{interface="${name}",le="${String(bounds[index]).replace('Infinity', '+Inf')}"}`, total]
  })
  return [...classes, [`_sum{interface="${name}"}`, sum], [`_count{interface="${name}"}`, total]]
}
