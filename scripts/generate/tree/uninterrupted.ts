const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

let underWay = 0
const held = new Set<NodeJS.Signals>()

function onSignal(signal: NodeJS.Signals): void {
  // A process with listeners of its own has heard it already.
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
 * Runs an action to its end even if the process is told to stop meanwhile; the signal takes effect behind it. The signals are
 * listened to from then on until the process ends: one that comes while a listener is taken away is told to nobody.
 */
export async function uninterrupted(action: () => void): Promise<void> {
  for (const signal of signals) {
    // Before others, for those that listen once are gone when they have been told.
    if (!process.listeners(signal).includes(onSignal)) process.prependListener(signal, onSignal)
  }
  underWay++
  try {
    action()
    // A signal that came during the action is only told in the event loop's next turn.
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    underWay--
    if (underWay === 0) passSignalsOn()
  }
}
