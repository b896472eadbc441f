import { setTimeout } from 'node:timers/promises'
import parse from 'parse-prometheus-text-format'
import { expect, it } from 'vitest'
import { Metrics } from './metrics.ts'

it('another parser reads the metrics, with buckets of the latency that add up', async () => {
  const metrics = new Metrics()
  for (const milliseconds of [0.4, 3, 3, 9000]) metrics.observe('orders', 'getOrder', 200, milliseconds)
  metrics.observe('orders', undefined, null, 1)
  const text = metrics.render({ sessions: 2, stateEngine: { calls: 7, errors: 1, nodes: { all: 3, serving: 2 } } })
  const families = new Map(parse(text).map((one) => [one.name, one.metrics]))
  expect(families.get('mock_requests_total')).toEqual([
    { value: '4', labels: { interface: 'orders', operation: 'getOrder', status: '200' } },
    { value: '1', labels: { interface: 'orders', operation: '', status: '0' } },
  ])
  const buckets = { '0.001': '2', '0.0025': '2', '0.01': '4', '5': '4', '+Inf': '5' }
  expect(families.get('mock_request_duration_seconds')).toMatchObject([{ buckets }])
  expect(text).toMatch(/_sum\{interface="orders"\} 9\.007\d*\n.*_count\{interface="orders"\} 5\n/)
  const values = ['mock_sessions', 'mock_engine_calls_total', 'mock_engine_errors_total', 'mock_engine_nodes']
  expect(values.map((name) => families.get(name)?.[0]?.value)).toEqual(['2', '7', '1', '2'])
  expect(families.get('mock_engine_nodes')?.[1]).toEqual({ value: '1', labels: { state: 'lost' } })
  expect(text).toMatch(/^mock_event_loop_delay_seconds 0$/m)
  const bare = () => metrics.render({ sessions: undefined })
  expect(bare()).not.toMatch(/^mock_(sessions|engine)|^[^m#\n]/m)
  // Node measures while the event loop turns, since the last look.
  while (!/^mock_event_loop_delay_seconds 0\.\d*[1-9]/m.test(bare())) await setTimeout(50)
})
