import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

/** Between two messages `pauses`, in milliseconds. */
export interface Pauses {
  /** The longest time that the event loop was kept from its next turn. */
  longest: number
  /** Processor time of the main thread, 20 to 30 ms a second of it for the measurement. */
  cpu: number
}

/** Milliseconds between two looks. */
const resolution = 1

// Loaded into a server with `--import`, into its threads too. The message `collect` collects garbage and is answered when that is done; the
// message `pauses` is answered with the pauses since the last one.
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
  // The channel does not keep the server from ending.
  process.channel?.unref()
}
