import { expect, it } from 'vitest'
import baseline from './baseline.json' with { type: 'json' }
import { describeBaseline } from './baseline.ts'
import { sampleResult } from './sample-report.fixture.ts'

it('counts the rules of the report that the plain Prism mock keeps', () => {
  const [kept = ''] = baseline.orders
  const rule = (id: string) => ({
    ...sampleResult(1, {}),
    interface: 'orders',
    rule: { ...sampleResult(1, {}).rule, id },
  })
  const results = [rule(kept), rule('ORD-035')]
  expect(describeBaseline({ target: 'the mock', results })).toBe(
    'A plain prism mock of the same documents keeps 1 of these 2.',
  )
  expect(describeBaseline({ target: 'my server', results })).toBe('')
})
