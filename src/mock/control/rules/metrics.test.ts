import { expect } from 'vitest'
import { it, type Session } from './session.fixture.ts'

/** The text of several readings, because each process behind a load balancer has its own metrics. */
async function readAll(s: Session): Promise<string> {
  const texts: string[] = []
  while (texts.length < 4) {
    const { status, body } = await s.call('getMetrics')
    expect(status).toBe(200)
    texts.push(String(body))
  }
  return texts.join('')
}

/** The sum of the samples with these labels, in any order. */
function sumOf(text: string, ...labels: string[]): number {
  const lines = text.split('\n').filter((line) => line.startsWith('mock_requests_total{'))
  const counted = lines.filter((line) => labels.every((label) => line.includes(label)))
  return counted.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

it('CTL-080: the metrics of a process are answered in the Prometheus text format', async ({ s }) => {
  await s.statuses(4)
  const text = await readAll(s)
  for (const line of [
    /^# TYPE mock_requests_total counter$/m,
    /^# TYPE mock_request_duration_seconds histogram$/m,
    /^# TYPE mock_sessions gauge$/m,
    /^# TYPE mock_event_loop_delay_seconds gauge$/m,
    /^mock_request_duration_seconds_bucket\{interface="orders",le="\+Inf"\} \d+$/m,
    /^mock_sessions \d+$/m,
  ])
    expect(text).toMatch(line)
})

it('CTL-081: each answered request to an interface is counted under its interface', async ({ s }) => {
  const labels = ['interface="orders"', 'operation="getOrder"', 'status="404"']
  const before = sumOf(await readAll(s), ...labels)
  for (let request = 0; request < 8; request++) await s.order('00000000-0000-4000-8000-000000000000')
  expect(sumOf(await readAll(s), ...labels) - before).toBeGreaterThanOrEqual(8)
})
