import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { table } from '../report.ts'
import { mock, withNodeFlags } from '../servers/peers.ts'
import { startServer } from '../servers/server.ts'
import { summarise } from '../statistics.ts'
import type { Pauses } from './pause-on-request.ts'
import type { Scenario } from './scenarios.ts'
import type { Section } from './targets.ts'

/** Milliseconds. */
const maxPause = 50

/** Measures how long the first page of the docs keeps the event loop of a mock from other requests, not bound to a core. */
export async function measureDocsPause(scenario: Scenario, starts: number): Promise<Section> {
  console.error('pauses of the event loop')
  const peer = withNodeFlags(mock, '--import', join(import.meta.dirname, 'pause-on-request.ts'))
  const samples: { idle: Pauses; first: Pauses; second: Pauses }[] = []
  for (let start = 0; start < starts; start++) {
    const { child, port, end } = await startServer(peer, scenario, { ipc: true })
    const during = async (work: () => Promise<unknown>): Promise<Pauses> => {
      await work()
      child.send('measure')
      const [pauses] = await once(child, 'message')
      return pauses
    }
    const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}/docs/${path}`)).text()
    await during(() => wait(500))
    samples.push({
      idle: await during(() => wait(1000)),
      first: await during(() => read('')),
      second: await during(() => read('orders/')),
    })
    await end()
  }
  const rows = (['idle', 'first', 'second'] as const).map((when) => {
    const of = samples.map((sample) => sample[when])
    const cpu = summarise(of.map(({ cpu }) => cpu)).median
    return { title: titles[when], ...summarise(of.map(({ longest }) => longest)), cpu }
  })
  const what = 'longest pause while the first page of the docs is rendered'
  return {
    tables: [
      table(
        ['Longest pause of the event loop', 'Median ms', 'Least', 'Most', 'CPU ms of the main thread'],
        rows.map(({ title, median, min, max, cpu }) => [title, ...[median, min, max, cpu].map((ms) => ms.toFixed(1))]),
      ),
    ],
    targets: [{ what, bound: 'max', limit: maxPause, unit: 'ms', byClock: rows[1]?.median }],
    results: samples,
  }
}

const titles = { idle: 'a second without requests', first: 'first page of the docs', second: 'second page' }
