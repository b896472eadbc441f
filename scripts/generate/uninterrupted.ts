const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs an action to its end even if the process is told to stop meanwhile; the signal takes effect behind it. */
export async function uninterrupted(action: () => void): Promise<void> {
  let held: NodeJS.Signals | undefined
  const hold = (signal: NodeJS.Signals) => {
    held = signal
  }
  for (const signal of signals) process.on(signal, hold)
  try {
    action()
    // A signal that came during the action is only told in the event loop's next turn.
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    for (const signal of signals) process.off(signal, hold)
    // With listeners of its own, the process has heard it already.
    if (held && process.listenerCount(held) === 0) process.kill(process.pid, held)
  }
}
