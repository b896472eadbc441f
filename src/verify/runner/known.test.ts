import { expect, it } from 'vitest'
import { judgeKnown } from './known.ts'
import type { RuleResult } from './report.ts'

const deviation = { because: 'the default is 1 s', until: '2027-03-01' }
const rule = { id: 'AGT-139', statement: '', kind: 'behaviour', source: { document: '', section: '' } } as const

function judged(result: RuleResult['result'], known: Parameters<typeof judgeKnown>[1], today = '2026-11-22') {
  const failure = result === 'failed' ? { failure: { message: 'seconds', expected: '10', seen: '1' } } : {}
  const given: RuleResult = { interface: 'cluster-agent', rule, result, ...failure, exchanges: [], milliseconds: 1 }
  return judgeKnown(given, known, today)
}

it('expects the failure of a known deviation, up to and with its date', () => {
  const known = { result: 'known', reason: 'the default is 1 s, until 2027-03-01', failure: { seen: '1' } }
  expect(judged('failed', deviation)).toMatchObject(known)
  expect(judged('failed', deviation, '2027-03-01')).toMatchObject(known)
  expect(judged('failed', { because: 'by design' })).toMatchObject({ result: 'known', reason: 'by design' })
})

it('fails once the date is over', () => {
  expect(judged('failed', deviation, '2027-03-02')).toMatchObject({
    result: 'failed',
    failure: { message: 'seconds (known until 2027-03-01, which is over: the default is 1 s)', expected: '10' },
  })
})

it('fails until somebody says why', () => {
  expect(judged('failed', { because: 'not explained yet' })).toMatchObject({
    result: 'failed',
    failure: { message: 'seconds (known, but not explained yet: say why in the target file)' },
  })
})

it.each(['passed', 'differs'] as const)('fails when the rule holds again: %s', (result) => {
  expect(judged(result, deviation)).toMatchObject({
    result: 'failed',
    failure: { message: expect.stringContaining("remove the rule from 'known'") },
  })
})

it.each(['skipped', 'inconclusive'] as const)('leaves a rule that %s as it is', (result) => {
  expect(judged(result, deviation).result).toBe(result)
})

it('leaves a rule that is not known as it is', () => {
  expect(judged('failed', undefined).result).toBe('failed')
})
