import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accepted, bigint, int, refused } from '../request-params.ts'

const range = 'has to be an integer of at most 15 digits'

describe('int', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['007', 7],
    ['-12', -12],
    ['+12', 12],
    ['-007', -7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991', Number.MIN_SAFE_INTEGER],
    ['0000000000000000000000000000001', 1],
  ])('PRM-010: reads %s', (raw, value) => {
    expect(int.readParameter(raw)).toEqual(accepted(value))
  })

  it('PRM-010: reads -0 as 0, from a string and from JSON', () => {
    expect(int.readParameter('-0')).toStrictEqual(accepted(0))
    expect(int.readParameterJSON(-0)).toStrictEqual(accepted(0))
  })

  it.each([
    '',
    ' ',
    ' 7',
    '7 ',
    '7\n',
    '1.0',
    '1e2',
    '0x10',
    '1_000',
    '1,000',
    '--1',
    '+-1',
    '+',
    '-',
    '٣',
    'Infinity',
    'NaN',
    '7n',
    'null',
  ])('PRM-055: refuses %j for a person', (raw) => {
    expect(int.readParameter(raw)).toEqual(refused('has to be an integer'))
  })

  it.each(['9007199254740992', '-9007199254740992', '9'.repeat(400)])(
    'PRM-010: refuses %s, of which it would make a wrong number',
    (raw) => {
      expect(int.readParameter(raw)).toEqual(refused(range))
    },
  )

  it.each([
    ['1337', 1337],
    ['1.0', 1],
    ['1e2', 100],
    ['-3', -3],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('PRM-056: reads the JSON %s', (json, value) => {
    expect(int.readParameterJSON(JSON.parse(json))).toEqual(accepted(value))
  })

  it.each(['1.5', '"1"', 'true', 'null', '[1]', '{}', '9007199254740992', '1e300'])(
    'PRM-057: refuses the JSON %s for a developer',
    (json) => {
      expect(int.readParameterJSON(JSON.parse(json))).toEqual(refused('Expected Int'))
    },
  )

  it('PRM-010: reads back what it prints', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(int.readParameter(String(value))).toEqual(accepted(value + 0))
        expect(int.readParameterJSON(JSON.parse(JSON.stringify(value)))).toEqual(accepted(value + 0))
      }),
    )
  })
})

describe('bigint', () => {
  it('PRM-010: reads back what it prints, of any size', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(bigint.readParameter(String(value))).toEqual(accepted(value))
        expect(bigint.readParameterJSON(String(value))).toEqual(accepted(value))
      }),
    )
  })

  it.each([
    ['+5', 5n],
    ['-0', 0n],
    ['9007199254740993', 9007199254740993n],
    ['1'.repeat(1000), BigInt('1'.repeat(1000))],
  ])('PRM-010: reads %s', (raw, value) => {
    expect(bigint.readParameter(raw)).toEqual(accepted(value))
  })

  it.each(['', '1.0', '0x10', ' 1', '1'.repeat(1001)])('PRM-055: refuses %s for a person', (raw) => {
    expect(bigint.readParameter(raw)).toEqual(refused('has to be an integer'))
  })

  it.each([
    [1337, 1337n],
    [100.0, 100n],
    ['9007199254740993', 9007199254740993n],
  ])('PRM-056: reads the JSON %j', (json, value) => {
    expect(bigint.readParameterJSON(json)).toEqual(accepted(value))
  })

  it.each([2 ** 53, 1.5, '1.5', null, true, []])('PRM-057: refuses the JSON %j for a developer', (json) => {
    expect(bigint.readParameterJSON(json)).toEqual(refused('Expected Int'))
  })
})
