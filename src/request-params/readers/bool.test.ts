import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accepted, bool, refused, strictBool } from '../request-params.ts'

describe('bool', () => {
  it.each(['on', 'true', 'TRUE', 'True', 'tRuE'])('PRM-011: %s is true', (raw) => {
    expect(bool.readParameter(raw)).toEqual(accepted(true))
  })

  it.each(['', 'off', 'false', 'On', 'ON', '1', '0', 'yes', 'on ', ' true', 'true\n', '\udcff'])(
    'PRM-011: %j is false, as is everything else',
    (raw) => {
      expect(bool.readParameter(raw)).toEqual(accepted(false))
    },
  )

  it('PRM-011: no string is refused', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (raw) => bool.readParameter(raw).ok))
  })

  it.each([bool, strictBool])('PRM-056: reads JSON booleans', (reader) => {
    expect(reader.readParameterJSON(true)).toEqual(accepted(true))
    expect(reader.readParameterJSON(false)).toEqual(accepted(false))
  })

  it.each(['true', 'on', 1, 0, null, [], {}])('PRM-057: refuses the JSON %j for a developer', (json) => {
    expect(bool.readParameterJSON(json)).toEqual(refused('Expected Bool'))
    expect(strictBool.readParameterJSON(json)).toEqual(refused('Expected Bool'))
  })
})

describe('strictBool', () => {
  it.each([
    ['true', true],
    ['ON', true],
    ['False', false],
    ['off', false],
  ])('PRM-011: %s is %s', (raw, value) => {
    expect(strictBool.readParameter(raw)).toEqual(accepted(value))
  })

  it.each(['', '1', '0', 'yes', 'truely', ' true', 'true\n'])('PRM-055: refuses %j for a person', (raw) => {
    expect(strictBool.readParameter(raw)).toEqual(refused('has to be true or false'))
  })

  it('PRM-011: both read back what they print', () => {
    fc.assert(
      fc.property(fc.boolean(), (value) => {
        expect(bool.readParameter(String(value))).toEqual(accepted(value))
        expect(strictBool.readParameter(String(value))).toEqual(accepted(value))
      }),
    )
  })
})
