/** The first signal lets what is under way end; a second one does not wait. */
export function stopOnSignal(stop: () => Promise<unknown>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(130))
      void stop().then(() => process.exit(0))
    })
  }
}
