import { expect, it } from 'vitest'
import { describeViolation } from '../validate/contract-violation.ts'
import { lamps } from './lamps.fixture.ts'
import { preview } from './violation.ts'

it.each([
  [undefined, 'nothing'],
  [null, 'null'],
  ['3', '"3"'],
  ['use Bearer abc.def', '"use Bearer …"'],
  [3, '3'],
  [[1, 2], 'an array of 2'],
  [{}, 'an object with no members'],
  [{ password: 'hunter2', 'a"b': 1 }, 'an object with "password", "a\\"b"'],
])('shows %j as %s', (value, shown) => {
  expect(preview(value)).toBe(shown)
})

it('shortens a long value', () => {
  expect(preview('x'.repeat(1000))).toMatch(/^"x{119}…$/)
})

it.each(['/apiToken', '/data/secret/id', '/items/0/client_password', 'Set-Cookie'])(
  'shows nothing of a value at %s',
  (at) => {
    expect(preview('hunter2', at)).toBe('a string that is not shown')
  },
)

it('names the rules with their statements, and marks an assumption', () => {
  const violation = { at: '', expected: 'JSON', seen: '"<html>"' }
  expect(describeViolation({ ...violation, rules: ['LMP-001', 'LMP-009'] }, lamps.rules)).toEqual([
    'body: expected JSON, seen "<html>"',
    '  LMP-001 What LMP-001 says.',
    '  LMP-009',
  ])
  expect(describeViolation({ ...violation, at: '/x', rules: [], assumption: 'Why.' })).toEqual([
    'differs from our assumption: /x: expected JSON, seen "<html>"',
    '  assumed: Why.',
  ])
})
