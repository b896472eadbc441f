import { expect, it } from 'vitest'
import type { Observation } from '../../kv-upgrade/watch/observe.ts'
import { drawScreen } from './screen.ts'

const row = (member: string) =>
  ({ member, server: '3.5.21', cluster: '3.5', leader: 'no', health: 'healthy', step: 'to replace' }) as const
const observation: Observation = {
  at: 0,
  rows: Array.from({ length: 9 }, (_, index) => row(`https://member-${index}.a-long-zone-name.of.an.example.com:2379`)),
  verdict: { state: 'wait', say: 'Wait: \u001b[2Jwith a sequence of a terminal.', expected: ['connection errors'] },
  events: [],
}
const events = Array.from({ length: 50 }, (_, index) => `event ${index} ${'x'.repeat(100)}`)

it.each([
  [80, 24],
  [200, 50],
  [40, 10],
  [20, 3],
])('fits %d columns and %d rows', (columns, rows) => {
  const lines = drawScreen(observation, events, { columns, rows })
  expect(lines.length).toBeLessThanOrEqual(rows)
  for (const line of lines) expect(line.length).toBeLessThan(columns)
  expect(lines.join('')).not.toContain('\u001b')
})

it('keeps both ends of an address, which tell members apart', () => {
  const [, first] = drawScreen(observation, [], { columns: 80, rows: 24 })
  expect(first).toMatch(/^https:\/\/member-0.*….*:2379 {2}3\.5\.21 {2}3\.5 {6}no {6}healthy {2}to replace$/)
})
