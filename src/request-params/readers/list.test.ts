import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { accepted, int, list, refused, strictBool, text } from '../request-params.ts'

it.each([
  ['1,2,3', [1, 2, 3]],
  ['7', [7]],
  ['', []],
])('PRM-013: reads %j with the reader of its elements', (raw, values) => {
  expect(list(int).readParameter(raw)).toEqual(accepted(values))
})

it.each(['1,', ',1', '1,,2', 'a', '1, 2', ','])('PRM-055: refuses %j with the reason of the element', (raw) => {
  expect(list(int).readParameter(raw)).toEqual(refused('has to be an integer'))
})

it('PRM-055: gives the reason of the first element that is refused', () => {
  expect(list(strictBool).readParameter('true,maybe,on')).toEqual(refused('has to be true or false'))
})

it('PRM-056: reads a JSON array with the JSON reader of its elements', () => {
  expect(list(int).readParameterJSON([1, 2.0, 3])).toEqual(accepted([1, 2, 3]))
  expect(list(int).readParameterJSON([])).toEqual(accepted([]))
  expect(list(list(int)).readParameterJSON([[1], [2, 3]])).toEqual(accepted([[1], [2, 3]]))
})

it('PRM-057: refuses other JSON, and elements with their own reason', () => {
  for (const json of ['1,2', 1, null, {}]) expect(list(int).readParameterJSON(json)).toEqual(refused('Expected Array'))
  expect(list(int).readParameterJSON([1, '2'])).toEqual(refused('Expected Int'))
})

it('PRM-013: takes a schema for the elements', () => {
  expect(list(z.coerce.number()).readParameter('1,2.5')).toEqual(accepted([1, 2.5]))
  expect(list(z.number()).readParameterJSON([1, 2.5])).toEqual(accepted([1, 2.5]))
})

it('PRM-013: reads back what it prints, if no element holds a comma', () => {
  const word = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes(','))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (values) => {
      fc.pre(values.join(',') !== '')
      expect(list(text).readParameter(values.join(','))).toEqual(accepted(values))
    }),
  )
  fc.assert(
    fc.property(fc.array(fc.integer()), (values) => {
      expect(list(int).readParameter(values.join(','))).toEqual(accepted(values))
    }),
  )
})
