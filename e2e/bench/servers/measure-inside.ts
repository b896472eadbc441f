import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

// Loaded into a server with `--import`, also into its threads: answers each message after a garbage collection.
if (isMainThread) {
  process.on('message', () => {
    global.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    process.send?.('collected')
  })
  // The channel must not keep the server alive.
  process.channel?.unref()
}
