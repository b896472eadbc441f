import { expect } from '../../../check/expect.ts'
import { changesBody, on } from '../../../check/sabotage.ts'
import { ordersOf } from './callers.ts'
import { type Context, inSessions } from './session.ts'

/** More than one, since each process behind a load balancer has metrics of its own. */
const readings = 4

/** All readings together. */
async function readAll(t: Context): Promise<string> {
  const texts: string[] = []
  while (texts.length < readings) {
    const { status, body } = await t.attempt('getMetrics')
    expect(status, 'status of the metrics').toBe(200)
    texts.push(String(body))
  }
  return texts.join('')
}

/** Sum of the samples that have these labels, in any order. */
function sumOf(text: string, ...labels: string[]): number {
  const lines = text.split('\n').filter((line) => line.startsWith('mock_requests_total{'))
  const counted = lines.filter((line) => labels.every((label) => line.includes(label)))
  return counted.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

export const metrics = inSessions({
  'CTL-080': {
    async run({ t, session }) {
      await (await ordersOf(t, session)).statuses(4)
      const text = await readAll(t)
      for (const name of [
        'mock_requests_total counter',
        'mock_request_duration_seconds histogram',
        'mock_sessions gauge',
        'mock_event_loop_delay_seconds gauge',
      ]) {
        expect(text, 'the metrics').toMatch(new RegExp(`^# TYPE ${name}$`, 'm'))
      }
      expect(text, 'the metrics').toMatch(
        /^mock_request_duration_seconds_bucket\{interface="orders",le="\+Inf"\} \d+$/m,
      )
      expect(text, 'the metrics').toMatch(/^mock_sessions \d+$/m)
    },
    sabotage: [
      on('getMetrics', changesBody, (text: string) => text.replaceAll('mock_sessions', 'sessions')),
      on('getMetrics', changesBody, (text: string) => text.replaceAll('+Inf', 'inf')),
      on('getMetrics', changesBody, (text: string) => text.replaceAll('histogram', 'summary')),
    ],
  },
  'CTL-081': {
    async run({ t, session }) {
      const orders = await ordersOf(t, session)
      const labels = ['interface="orders"', 'operation="getOrder"', 'status="404"']
      const before = sumOf(await readAll(t), ...labels)
      for (let request = 0; request < 8; request++) await orders.get('00000000-0000-4000-8000-000000000000')
      expect(sumOf(await readAll(t), ...labels) - before, 'requests counted since').toBeGreaterThanOrEqual(8)
    },
    sabotage: [
      on('getMetrics', changesBody, (text: string) => text.replaceAll('status="404"', 'status="200"')),
      on('getMetrics', changesBody, (text: string) => text.replaceAll('operation="getOrder"', 'operation=""')),
      on('getMetrics', changesBody, (text: string) => text.replaceAll('interface="orders"', 'interface=""')),
    ],
  },
})
