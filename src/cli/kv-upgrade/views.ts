import type { Observation } from '../../kv-upgrade/watch/observe.ts'
import { drawScreen } from './screen.ts'
import { safeText } from './table.ts'

/** Shows the rounds of a watch. */
export interface View {
  show(observation: Observation): void
  /** Leaves the terminal as it was before. */
  close(): void
}

interface Output {
  write(text: string): unknown
}

/** The part of a terminal that the table uses. */
interface Terminal extends Output {
  columns: number
  rows: number
  on(event: 'resize', listener: () => void): unknown
  off(event: 'resize', listener: () => void): unknown
}

/** A line for each change, for logs and pipes. */
export function createLineView(output: Output): View {
  let said = ''
  return {
    show({ at, rows, verdict, events }) {
      const time = clock(at)
      const first = said === ''
      const members = first
        ? rows.map(
            ({ member, server, cluster, leader }) =>
              `${member} runs ${server}, cluster ${cluster}${leader === 'yes' ? ', leads' : ''}`,
          )
        : []
      // After a replacement the verdict is printed even when it is the same.
      const replaced = events.some((event) => /is (replaced|put back)/.test(event))
      const verdicts =
        verdict.say !== said || replaced ? [verdict.say, ...verdict.expected.map((line) => `  expected: ${line}`)] : []
      for (const line of [...members, ...events, ...verdicts]) output.write(`${time}  ${safeText(line)}\n`)
      said = verdict.say
    },
    close() {},
  }
}

/** One line of JSON for each round that differs from the round before. */
export function createJsonView(output: Output): View {
  let before = ''
  return {
    show({ at, ...observation }) {
      const line = JSON.stringify(observation)
      if (line === before) return
      before = line
      output.write(`${JSON.stringify({ at: new Date(at).toISOString(), ...observation })}\n`)
    },
    close() {},
  }
}

/** How many events the table keeps. */
const eventsKept = 200

/**
 * A table that redraws itself on the alternate screen, so that nothing stays behind when the terminal changes its size. The last
 * picture stays on the normal screen.
 */
export function createTableView(output: Terminal): View {
  const events: string[] = []
  let shown: Observation | undefined
  const draw = () => {
    if (!shown) return
    const lines = drawScreen(shown, events, { columns: output.columns, rows: output.rows })
    output.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\n')}\u001b[J`)
  }
  // The alternate screen, without a cursor and without wrapping, so that wide characters move no line.
  output.write('\u001b[?1049h\u001b[?25l\u001b[?7l')
  output.on('resize', draw)
  return {
    show(observation) {
      shown = observation
      events.push(...observation.events.map((event) => `${clock(observation.at)}  ${event}`))
      events.splice(0, events.length - eventsKept)
      draw()
    },
    close() {
      output.off('resize', draw)
      output.write('\u001b[?7h\u001b[?25h\u001b[?1049l')
      if (shown) output.write(`${drawScreen(shown, events, { columns: output.columns, rows: 1000 }).join('\n')}\n`)
      shown = undefined
    },
  }
}

function clock(at: number): string {
  return new Date(at).toTimeString().slice(0, 8)
}
