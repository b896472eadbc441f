import { expect, it } from 'vitest'
import { bundled } from '../../workspace/bundled.ts'
import { runChecks } from './run.ts'
import { runInterface } from './run-interface.ts'

const onMock = (...names: string[]) => new Map(names.map((name) => [name, undefined]))

it('runs the checks of every interface in several threads, and reports each result as it comes', async () => {
  const calls: string[] = []
  const report = await runChecks({
    workspace: bundled,
    targets: onMock('orders', 'app-distribution'),
    onResult: ({ rule }) => calls.push(rule.id),
  })
  const ids = report.results.map(({ rule }) => rule.id)
  expect(ids.filter((id) => id.startsWith('ORD')).length).toBeGreaterThan(3)
  expect(ids.filter((id) => id.startsWith('APD')).length).toBeGreaterThan(3)
  expect(ids).toEqual(ids.toSorted())
  expect(calls.toSorted()).toEqual(ids)
  expect(report.results.filter(({ result }) => result === 'failed')).toEqual([])
})

it('reports the number of checks before the first one, of the interfaces that have any', async () => {
  const calls: string[] = []
  const report = await runChecks({
    workspace: bundled,
    targets: onMock('orders', 'kv-cluster', 'app-distribution'),
    only: /ORD-00\d/,
    onStart: (totals) => calls.push(...[...totals].map(([name, count]) => `${name}: ${count}`)),
    onResult: () => calls.push('a result'),
  })
  expect(calls).toEqual([`orders: ${report.results.length}`, ...report.results.map(() => 'a result')])
})

it('skips the remaining checks after it is stopped', async () => {
  const stop = new AbortController()
  const { results } = await runChecks({
    workspace: bundled,
    targets: onMock('orders'),
    only: /ORD-0/,
    onResult: () => stop.abort(),
    stop: stop.signal,
  })
  const stopped = results.filter(({ result, reason }) => result === 'skipped' && reason === 'the run was stopped')
  expect(stopped.length).toBeGreaterThan(10)
  expect(stopped.length).toBeLessThan(results.length)
})

it('fails as a whole when the checks of an interface cannot be loaded', async () => {
  await expect(
    runInterface(bundled, { name: 'none', checks: 1 }, () => {}, new AbortController().signal),
  ).rejects.toThrow('none')
})
