import { systemTimers, type Timers } from '../timers.ts'
import type { RuleResult } from '../verify/runner/report.ts'

export interface Progress {
  add(result: Pick<RuleResult, 'interface' | 'result'>): void
  /** Removes its line from the terminal, before the report follows. */
  end(): void
}

interface Output {
  isTTY?: boolean | undefined
  write(text: string): unknown
}

/**
 * On a terminal one line of what is done, written anew with each result; elsewhere a line for each interface once it is done.
 *
 * @param totals rules to check, by interface
 */
export function createProgress(totals: ReadonlyMap<string, number>, output: Output): Progress {
  const counts = new Map([...totals.keys()].map((name) => [name, { done: 0, failed: 0 }]))
  const width = Math.max(0, ...[...totals.keys()].map((name) => name.length))
  return {
    add({ interface: name, result }) {
      const count = counts.get(name)
      if (!count) return
      count.done++
      if (result === 'failed') count.failed++
      const { done, failed } = count
      const line = `${name.padEnd(width)}  ${done} of ${totals.get(name)} rules${failed > 0 ? `, ${failed} failed` : ''}`
      if (output.isTTY) output.write(`\r\x1b[K${line}`)
      else if (done === totals.get(name)) output.write(`${line}\n`)
    },
    end() {
      if (output.isTTY) output.write('\r\x1b[K')
    },
  }
}

/** Milliseconds without output after which a command says that it works. */
const silence = 2000

/** Shows on a terminal how long a command has worked, until it prints something or ends. */
export async function withProgress<Result>(
  name: string,
  run: () => Promise<Result>,
  streams: readonly Output[] = [process.stderr, process.stdout],
  { now, after }: Timers = systemTimers,
): Promise<Result> {
  const [output] = streams
  if (!output?.isTTY) return run()
  const writes = streams.map(({ write }) => write)
  const show = (text: string) => writes[0]?.call(output, `\r\x1b[K${text}`)
  const started = now()
  let isShown = false
  const tick = () => {
    isShown = true
    show(`${name}: ${Math.floor((now() - started) / 1000)} s …`)
    cancel = after(1000, tick)
  }
  let cancel = after(silence, tick)
  const end = () => {
    cancel()
    if (isShown) show('')
    isShown = false
    for (const [index, stream] of streams.entries()) stream.write = writes[index] as Output['write']
  }
  for (const [index, stream] of streams.entries()) {
    stream.write = (...parts) => {
      end()
      return writes[index]?.apply(stream, parts)
    }
  }
  return run().finally(end)
}
