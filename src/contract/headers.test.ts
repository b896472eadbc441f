import { expect, it } from 'vitest'
import { json, violationsOf } from './lamps.fixture.ts'

it('asks for a header that is required, and for no other', () => {
  expect(violationsOf({ headers: { 'content-type': 'application/json' } })).toEqual([
    { at: 'header X-Watt', expected: 'a value', seen: 'nothing', rules: ['LMP-003'] },
  ])
})

it.each([
  ['x-watt', '40', []],
  ['x-watt', 'forty', [{ at: 'header X-Watt', expected: 'integer', seen: '"forty"', rules: ['LMP-003'] }]],
  ['x-watt', '0', [{ at: 'header X-Watt', expected: '>= 1', seen: '"0"', rules: ['LMP-003'] }]],
  ['x-watt', '', [{ at: 'header X-Watt', expected: 'integer', seen: '""', rules: ['LMP-003'] }]],
  ['x-lit', 'true', []],
  ['x-lit', 'yes', [{ at: 'header X-Lit', expected: 'boolean', seen: '"yes"', rules: ['LMP-002'] }]],
  ['x-undocumented', 'anything', []],
])('reads %s: %s by the type of its schema', (name, value, violations) => {
  expect(violationsOf({ headers: { ...json, [name]: value } })).toEqual(violations)
})
