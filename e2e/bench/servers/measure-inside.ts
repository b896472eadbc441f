import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

/** Measured between two messages `pauses`, in milliseconds. */
export interface Pauses {
  /** The longest time between two turns of the event loop. */
  longest: number
  /** Processor time of the main thread; the measurement itself takes 20 to 30 ms of each second. */
  cpu: number
}

/** Milliseconds between two looks. */
const resolution = 1

// Loaded into a server with `--import`, also into its threads. Answers the message `collect` after a garbage collection, and the message
// `pauses` with the pauses since the last one.
if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution })
  let since = process.threadCpuUsage()
  process.on('message', (message) => {
    if (message === 'collect') {
      global.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      return process.send?.('collected')
    }
    const { user, system } = process.threadCpuUsage(since)
    const pauses: Pauses = { longest: Math.max(0, delays.max / 1e6 - resolution), cpu: (user + system) / 1000 }
    delays.enable()
    delays.reset()
    since = process.threadCpuUsage()
    return process.send?.(pauses)
  })
  // The channel must not keep the server alive.
  process.channel?.unref()
}
