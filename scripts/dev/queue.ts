/** Collects what was touched, and hands it over when nothing more comes. */
export interface DevQueue {
  add(names: Iterable<string>): void
  /** Resolves when a run that is under way has ended; nothing starts any more. */
  close(): Promise<void>
}

/**
 * @param run never at work twice at once: what is added meanwhile waits, and leads to one more run
 * @param quiet milliseconds without a further edit after which a run starts: an editor's save is several events
 */
export function createQueue(run: (names: ReadonlySet<string>) => Promise<void>, quiet: number): DevQueue {
  let waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let closed = false

  return {
    add(names) {
      for (const name of names) waiting.add(name)
      clearTimeout(timer)
      if (!running && !closed && waiting.size > 0) timer = setTimeout(start, quiet)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await running
    },
  }

  function start(): void {
    running = work().finally(() => {
      running = undefined
    })
  }

  async function work(): Promise<void> {
    while (waiting.size > 0 && !closed) {
      const names = waiting
      waiting = new Set()
      await run(names)
    }
  }
}
