import { type Paint, plain } from '../../verify/report/colour.ts'
import type { RuleResult } from '../../verify/runner/report.ts'

export interface Progress {
  add(result: Pick<RuleResult, 'interface' | 'result'>): void
  /** Removes its lines from the terminal, before the report follows. */
  end(): void
}

interface Output {
  isTTY?: boolean | undefined
  write(text: string): unknown
}

/**
 * A line for each interface: on a terminal the lines are drawn again as results come, elsewhere a line is written once its interface
 * is done.
 *
 * @param totals rules to check, by interface
 */
export function createProgress(totals: ReadonlyMap<string, number>, output: Output, paint: Paint = plain): Progress {
  const counts = new Map([...totals.keys()].map((name) => [name, { done: 0, failed: 0 }]))
  const width = Math.max(0, ...[...totals.keys()].map((name) => name.length))
  let linesDrawn = 0
  let drawing: NodeJS.Timeout | undefined

  return {
    add({ interface: name, result }) {
      const count = counts.get(name)
      if (!count) return
      count.done++
      if (result === 'failed') count.failed++
      if (output.isTTY) drawing ??= setTimeout(draw, 50)
      else if (count.done === totals.get(name)) output.write(`${lineOf(name)}\n`)
    },
    end() {
      clearTimeout(drawing)
      clear()
    },
  }

  function draw(): void {
    drawing = undefined
    clear()
    output.write([...counts.keys()].map((name) => `${lineOf(name)}\n`).join(''))
    linesDrawn = counts.size
  }

  function clear(): void {
    if (linesDrawn > 0) output.write(`\x1b[${linesDrawn}A\x1b[J`)
    linesDrawn = 0
  }

  function lineOf(name: string): string {
    const { done = 0, failed = 0 } = counts.get(name) ?? {}
    const text = `${name.padEnd(width)}  ${done} of ${totals.get(name)} rules`
    return failed > 0 ? `${text}, ${paint('bad', `${failed} failed`)}` : text
  }
}
