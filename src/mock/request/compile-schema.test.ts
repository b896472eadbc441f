import { date_time } from '@stoplight/prism-http/dist/validator/validators/dateTime.js'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileCheck } from './compile-schema.ts'

const isMoment = compileCheck({ type: 'string', format: 'date-time' }, undefined, { all: false })

const twoDigits = fc.nat(99).map((number) => String(number).padStart(2, '0'))
const zone = fc.oneof(
  fc.constantFrom('Z', 'z', '', '+00:00', '-0330', '+24:00', '+1:00'),
  fc.tuple(fc.constantFrom('+', '-'), twoDigits, fc.constantFrom(':', ''), twoDigits).map((parts) => parts.join('')),
)
const moment = fc
  .tuple(
    fc.tuple(fc.constantFrom('2023', '2024', '1900', '2000', '0000', '24'), twoDigits, twoDigits),
    fc.constantFrom('T', 't', ' ', '', 'TT'),
    fc.tuple(twoDigits, twoDigits, twoDigits),
    fc.constantFrom('', '.1', '.123456789', '.'),
    zone,
  )
  .map(([date, separator, time, fraction, offset]) => date.join('-') + separator + time.join(':') + fraction + offset)

it('accepts the same date-times as Prism', () => {
  fc.assert(
    fc.property(moment, (text) => {
      expect(isMoment(text)).toBe(date_time(text))
    }),
    { numRuns: 20_000, seed: 9 },
  )
})

it('knows the days of each month, in leap years and in other years', () => {
  for (const year of ['2023', '2024', '1900', '2000']) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T23:59:59Z`
        expect(isMoment(text), text).toBe(date_time(text))
      }
    }
  }
})
