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

it.each([
  ['addCar takes null at /fuel; also at /doors, /colour; so do putCar (seed 1)', 'known'],
  ['addCar takes null at /fuel; also at /doors (seed 2)', 'known'],
  ['addCar takes null at /fuel (seed 2)', 'known'],
  ['addCar takes null at /fuel; also at /doors, /name (seed 1)', 'failed'],
  ['addCar takes null at /name; also at /doors (seed 1)', 'failed'],
])('a fault that is known at some places is known at fewer, and at no other: %s: %s', (message, result) => {
  const failed = { rule: { id: 'addCar/probes' }, result: 'failed', failure: { message } } as unknown as RuleResult
  const faults = [{ at: 'addCar takes null at /fuel; also at /colour, /doors' }]
  expect(applyKnown(failed, [{ because: 'it is old', faults }], '2027-01-01').result).toBe(result)
})
