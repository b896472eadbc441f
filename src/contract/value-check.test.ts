import { expect, it } from 'vitest'
import { createValueCheck } from './value-check.ts'

const document = {
  lamp: {
    required: ['id', 'lit'],
    'x-required-by': 'LMP-001',
    'x-rules': ['LMP-002'],
    properties: {
      id: { type: 'integer', format: 'int64', 'x-rules': ['LMP-003'] },
      watts: { type: 'integer', minimum: 0, 'x-rules': ['LMP-005'], 'x-assumption': 'Only the minimum is assumed.' },
      lit: { $ref: '#/moment', type: 'string', 'x-rules': ['LMP-004'] },
    },
  },
  moment: { type: 'string', format: 'date-time', 'x-assumption': 'Only the format is assumed.' },
}
const lamp = { id: 1, lit: '2026-03-09T08:30:00Z' }

it.each([
  [lamp, []],
  [{ id: 1 }, [['/lit', 'LMP-001']]],
  [{ ...lamp, id: 2 ** 63 }, []],
  [{ ...lamp, id: 1e19 }, [['/id', 'LMP-003']]],
  [{ ...lamp, lit: '2026-03-09T08:30Z' }, [['/lit', 'Only the format is assumed.']]],
  [{ ...lamp, watts: -1 }, [['/watts', 'Only the minimum is assumed.']]],
  [{ ...lamp, watts: 'many' }, [['/watts', 'LMP-005']]],
  [{ ...lamp, lit: 7 }, [['/lit', 'LMP-004']]],
])('finds in %j what breaks a rule, and what differs from an assumption', (value, expected) => {
  const found = createValueCheck(document).checkValue('/lamp', value)
  const places = found.map(({ at, rules, assumption }) => [at, assumption ?? rules.join()])
  expect([...new Map(places.map((place) => [place.join(), place])).values()]).toEqual(expected)
})
