import type { RuleResult } from '../../verify/runner/report.ts'

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
