import { expect, it } from 'vitest'
import { runChecks } from './run.ts'
import { runInterface } from './run-interface.ts'

const onMock = (...names: string[]) => new Map(names.map((name) => [name, undefined]))

it('runs the checks of every interface in several threads, and reports each result as it comes', async () => {
  const told: string[] = []
  const report = await runChecks({
    targets: onMock('orders', 'app-distribution'),
    onResult: ({ rule }) => told.push(rule.id),
  })
  const ids = report.results.map(({ rule }) => rule.id)
  expect(ids.filter((id) => id.startsWith('ORD')).length).toBeGreaterThan(3)
  expect(ids.filter((id) => id.startsWith('APD')).length).toBeGreaterThan(3)
  expect(ids).toEqual(ids.toSorted())
  expect(told.toSorted()).toEqual(ids)
  expect(report.results.filter(({ result }) => result === 'failed')).toEqual([])
})

it('reports the number of checks before the first one, only of the interfaces of its shard', async () => {
  const told: string[] = []
  const report = await runChecks({
    targets: onMock('orders', 'kv-cluster', 'app-distribution'),
    only: /(ORD|KVC)-00\d/,
    shard: '1/2',
    onStart: (totals) => told.push(...[...totals].map(([name, count]) => `${name}: ${count}`)),
    onResult: () => told.push('a result'),
  })
  expect(told).toEqual([`orders: ${report.results.length}`, ...report.results.map(() => 'a result')])
})

it('distributes the checks of one interface over threads, and runs each of them once', async () => {
  const taken = new Int32Array(new SharedArrayBuffer(4))
  const job = { name: 'orders', only: /ORD-0/, retries: 0, turns: { count: 60, taken } }
  const byThread: string[][] = [[], []]
  const { signal } = new AbortController()
  await Promise.all(byThread.map((ids) => runInterface(job, ({ rule }) => ids.push(rule.id), signal)))
  const [one = [], other = []] = byThread
  expect(one.length).toBeGreaterThan(5)
  expect(other.length).toBeGreaterThan(5)
  const alone: string[] = []
  await runInterface({ name: 'orders', only: /ORD-0/, retries: 0 }, ({ rule }) => alone.push(rule.id), signal)
  expect([...one, ...other].toSorted()).toEqual(alone.toSorted())
})

it('does not join in if few checks are left', async () => {
  const taken = new Int32Array(new SharedArrayBuffer(4))
  taken[0] = 80
  const ids: string[] = []
  const job = { name: 'orders', retries: 0, turns: { count: 87, taken } }
  await runInterface(job, ({ rule }) => ids.push(rule.id), new AbortController().signal)
  expect(ids).toEqual([])
  expect(taken[0]).toBe(80)
})

it('skips the remaining checks after it is stopped', async () => {
  const stop = new AbortController()
  const { results } = await runChecks({
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
  await expect(runInterface({ name: 'none', retries: 0 }, () => {}, new AbortController().signal)).rejects.toThrow(
    'none',
  )
})
