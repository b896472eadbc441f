import { expect, it } from 'vitest'
import { readMoment } from './moments.ts'

it.each([
  ['2026-03-09T08:30Z', 'Z'],
  ['2026-03-09T08:30:00.1234567Z', 'Z'],
  ['20260309T083000,5+0200', '+0200'],
  ['2026-W11-1T08+00', '+00'],
  ['2024-366T24:00:00', undefined],
  ['2024-02-29T23:59:60-03:30', '-03:30'],
])('reads %s of ISO 8601', (text, zone) => {
  expect(readMoment(text)).toEqual({ zone })
})

it.each([
  ...['2026-02-31T08:30:00Z', '2026-13-01T08:30:00Z', '2026-00-10T08:30:00Z', '2026-W54-1T08:30Z', '2026-367T08:30Z'],
  ...[
    '2026-03-09',
    '2026-03-09T24:01:00Z',
    '2026-03-09T08:60Z',
    '2026-03-09 08:30:00Z',
    '9 March 2026',
    1773045000,
    null,
  ],
])('does not read %s', (value) => {
  expect(readMoment(value)).toBeUndefined()
})
