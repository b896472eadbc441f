import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

/** Of the time between two messages. Milliseconds. */
export interface Pauses {
  /** The longest that the event loop was kept from its next turn. */
  longest: number
  /** Processor time of the main thread, 20 to 30 ms a second of it for the measurement. */
  cpu: number
}

/** Milliseconds between two looks. */
const resolution = 1

// Loaded into a server with `--import`: each message ends a measurement, answers with it, and begins the next. Threads of the server load it too.
if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  let since = process.threadCpuUsage()
  process.on('message', () => {
    const { user, system } = process.threadCpuUsage(since)
    const pauses: Pauses = { longest: Math.max(0, delays.max / 1e6 - resolution), cpu: (user + system) / 1000 }
    delays.reset()
    since = process.threadCpuUsage()
    process.send?.(pauses)
  })
  process.channel?.unref()
}
