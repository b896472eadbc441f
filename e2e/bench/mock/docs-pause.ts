import { setTimeout as wait } from 'node:timers/promises'
import { table } from '../report.ts'
import type { Pauses } from '../servers/measure-inside.ts'
import { mock } from '../servers/peers.ts'
import { startMeasured } from '../servers/server.ts'
import { summarise } from '../statistics.ts'
import type { Scenario } from './scenarios.ts'
import type { Section } from './targets.ts'

/** Milliseconds. */
const maxPause = 50

/** Measures how long the first page of the docs blocks the event loop of a mock. The mock is not bound to a core. */
export async function measureDocsPause(scenario: Scenario, starts: number): Promise<Section> {
  console.error('pauses of the event loop')
  const samples: Pauses[][] = []
  for (let start = 0; start < starts; start++) {
    const { port, tell, end } = await startMeasured(mock, scenario)
    const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}/docs/${path}`)).text()
    await wait(500)
    await tell('pauses')
    const sample: Pauses[] = []
    for (const work of [() => wait(1000), () => read(''), () => read('orders/')]) {
      await work()
      sample.push(await tell('pauses'))
    }
    samples.push(sample)
    await end()
  }
  const titles = ['a second without requests', 'first page of the docs', 'second page']
  const rows = titles.map((title, index) => {
    const of = (figure: keyof Pauses) => summarise(samples.map((sample) => sample[index]?.[figure] ?? Number.NaN))
    return { title, ...of('longest'), cpu: of('cpu').median }
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
