import { expect, it } from 'vitest'
import { addChecked, count, describeTally, emptyTally } from './exchange-report.ts'

const wrong = { expected: 'integer', seen: '"3"', rules: ['LMP-001'] }

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
