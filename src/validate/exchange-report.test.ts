import { expect, it } from 'vitest'
import { lamps } from '../contract/lamps.fixture.ts'
import { addChecked, count, describeFinding, describeTally, emptyTally, type Finding } from './exchange-report.ts'

const finding: Finding = {
  of: 'response',
  number: 7,
  method: 'GET',
  url: 'https://lamps.example/v1/lamps/desk',
  interface: 'lamps',
  operation: 'getLamp',
  status: 200,
  violations: [],
}
const wrong = { expected: 'integer', seen: '"3"', rules: ['LMP-001'] }

it('the same fault of many elements is one line, another fault is another', () => {
  const violations = [
    { ...wrong, at: '/0/watt' },
    { ...wrong, at: '/1/watt', seen: '"4"' },
    { ...wrong, at: '/2/watt', expected: 'a value' },
  ]
  expect(describeFinding({ ...finding, violations }, lamps.rules, 'response').split('\n')).toEqual([
    'response 7: GET https://lamps.example/v1/lamps/desk (getLamp, 200)',
    '  /0/watt: expected integer, seen "3" (and 1 more at /*/watt)',
    '    LMP-001 What LMP-001 says.',
    '  /2/watt: expected a value, seen "3"',
    '    LMP-001 What LMP-001 says.',
    '',
  ])
})

it('lets nothing from elsewhere at the terminal', () => {
  const violations = [{ ...wrong, at: '/\u001b[2Ja', seen: '"\u009b\u202e\u2028"' }]
  const printed = describeFinding({ ...finding, method: 'G\u001bET', violations }, lamps.rules)
  expect(printed).toContain('/\\u001b[2Ja: expected integer, seen "\\u009b\\u202e\\u2028"')
  const tally = emptyTally()
  count(tally.notInContract, 'GET /\u001b[2J\u2066')
  expect(printed + describeTally(tally)).not.toMatch(/[^\P{C}\n]|\p{Zl}|\p{Zp}/u)
})

it('counts differences from assumptions apart', () => {
  const tally = emptyTally()
  tally.responses = 2
  addChecked(tally, [{ ...wrong, at: '', assumption: 'Why.' }])
  addChecked(tally, [
    { ...wrong, at: '' },
    { ...wrong, at: '', assumption: 'Why.' },
  ])
  expect(tally).toMatchObject({ checked: 2, broken: 1, violations: 1, differences: 2 })
  expect(describeTally(tally).split('\n').slice(1)).toEqual([
    '1 violation in 1 response.',
    '2 differences from our assumptions, which break no documented rule.',
    '',
  ])
})

it('stays small and short, however many kinds there are', () => {
  const tally = emptyTally()
  for (let index = 0; index < 2000; index++) count(tally.notInContract, `GET /${index}`)
  expect(tally.notInContract.size).toBe(1001)
  const lines = describeTally(tally).split('\n')
  expect(lines[0]).toBe('0 responses: 0 checked, 2000 not in the contract, 0 skipped')
  expect(lines[1]).toBe('  not in the contract: others (1000)')
  expect(lines.at(-2)).toBe('  not in the contract: 981 more kinds')
})
