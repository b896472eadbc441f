/** Collects edits, and starts one run for all that come close together. */
export interface DevQueue {
  add(names: Iterable<string>): void
  /** Starts no further run, and resolves when the current run has ended. */
  close(): Promise<void>
}

/**
 * @param run is never started twice at once; edits that come during a run lead to one more run
 * @param quiet milliseconds without a further edit after which a run starts; one save of an editor causes several events
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
