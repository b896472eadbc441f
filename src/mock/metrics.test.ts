import parse from 'parse-prometheus-text-format'
import { expect, it } from 'vitest'
import { Metrics } from './metrics.ts'

it('can be read by another parser, with every bucket of the latency', () => {
  const metrics = new Metrics()
  for (const milliseconds of [0.4, 3, 3, 9000]) metrics.observe('orders', 'getOrder', 200, milliseconds)
  metrics.observe('orders', undefined, null, 1)
  const families = new Map(
    parse(metrics.render({ sessions: 2, engine: { calls: 7, errors: 1, nodes: { all: 3, serving: 2 } } })).map(
      (one) => [one.name, one],
    ),
  )
  expect(families.get('mock_requests_total')?.metrics).toEqual([
    { value: '4', labels: { interface: 'orders', operation: 'getOrder', status: '200' } },
    { value: '1', labels: { interface: 'orders', operation: '', status: '0' } },
  ])
  const [latency] = families.get('mock_request_duration_seconds')?.metrics ?? []
  expect(latency).toMatchObject({
    buckets: { '0.001': '2', '0.0025': '2', '0.01': '4', '5': '4', '+Inf': '5' },
  } as object)
  const values = ['mock_sessions', 'mock_engine_calls_total', 'mock_engine_errors_total', 'mock_engine_nodes']
  expect(values.map((name) => families.get(name)?.metrics[0]?.value)).toEqual(['2', '7', '1', '2'])
  expect(families.get('mock_engine_nodes')?.metrics[1]).toEqual({ value: '1', labels: { state: 'lost' } })
})
