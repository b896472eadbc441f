import { createLogUpdate } from 'log-update'
import type { Observation } from '../../kv-upgrade/watch/observe.ts'
import { renderTable, safeText } from '../table.ts'

export interface View {
  show(observation: Observation): void
  /** Leaves the terminal as it was before. */
  close(): void
}

interface Output {
  write(text: string): unknown
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

/** How many of the latest events stand below the table. */
const eventsShown = 10

/** A table, the verdict and the latest events, which are drawn again in each round. The last picture stays. */
export function createTableView(output: NodeJS.WriteStream): View {
  const redraw = createLogUpdate(output)
  const latest: string[] = []
  return {
    show({ at, rows, verdict, events }) {
      latest.push(...events.map((event) => `${clock(at)}  ${event}`))
      latest.splice(0, latest.length - eventsShown)
      const head = ['MEMBER', 'SERVER', 'CLUSTER', 'LEADER', 'STEP']
      const cells = rows.map(({ member, server, cluster, leader, step }) => [member, server, cluster, leader, step])
      const expected = verdict.expected.map((line) => `  expected: ${line}`)
      const end = `asked at ${clock(at)}; ends when every member and the cluster run 3.6`
      const below = [...latest, ...(verdict.state === 'done' ? [] : ['', end]), '', verdict.say, ...expected]
      redraw([renderTable([head, ...cells], output.columns), '', ...below.map(safeText)].join('\n'))
    },
    close: () => redraw.done(),
  }
}

function clock(at: number): string {
  return new Date(at).toTimeString().slice(0, 8)
}
