/** The first signal waits for work in progress; a second one ends the process at once. */
export function stopOnSignal(stop: () => Promise<unknown>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(130))
      void stop().then(() => process.exit(0))
    })
  }
}
