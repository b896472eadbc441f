const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

let underWay = 0
const held = new Set<NodeJS.Signals>()

function onSignal(signal: NodeJS.Signals): void {
  // The other listeners of the process have received the signal already.
  if (process.listenerCount(signal) > 1) return
  held.add(signal)
  if (underWay === 0) passSignalsOn()
}

function passSignalsOn(): void {
  for (const signal of held) {
    process.off(signal, onSignal)
    process.kill(process.pid, signal)
  }
}

/**
 * Runs an action to its end even if a signal comes meanwhile; the signal takes effect afterwards. The listeners stay until the process
 * ends, because a signal that comes while a listener is being removed reaches nobody.
 */
export async function uninterrupted(action: () => void): Promise<void> {
  for (const signal of signals) {
    // First in the list, because a `once` listener is no longer counted after it ran.
    if (!process.listeners(signal).includes(onSignal)) process.prependListener(signal, onSignal)
  }
  underWay++
  try {
    action()
    // Node.js reports a signal that came during the action in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    underWay--
    if (underWay === 0) passSignalsOn()
  }
}
