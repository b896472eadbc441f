import { expect, it } from 'vitest'
import { applyKnown } from './known.ts'
import type { RuleResult } from './report.ts'

it.each([
  ['2027-03-01', 'known'],
  ['2027-03-02', 'failed'],
])('a deviation that is known until 2027-03-01 is %s: %s', (today, result) => {
  const failed = { rule: { id: 'LMP-001' }, result: 'failed', failure: { message: 'wrong' } } as unknown as RuleResult
  expect(applyKnown(failed, [{ because: 'it is old', until: '2027-03-01' }], today).result).toBe(result)
})
