import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accepted, refused, uuid } from '../request-params.ts'

const lower = '0f8fad5b-d9cb-469f-a165-70867728950e'

it.each([
  lower,
  lower.toUpperCase(),
  '0F8fad5b-D9cb-469f-a165-70867728950E',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
])('PRM-012: reads %s, in any case, and gives it back in lower case', (raw) => {
  expect(uuid.readParameter(raw)).toEqual(accepted(raw.toLowerCase()))
  expect(uuid.readParameterJSON(raw)).toEqual(accepted(raw.toLowerCase()))
})

const wrong = [
  '',
  'abc',
  lower.slice(1),
  `${lower}0`,
  ` ${lower}`,
  `${lower}\n`,
  `{${lower}}`,
  `urn:uuid:${lower}`,
  lower.replaceAll('-', ''),
  lower.replace('-', '_'),
  `g${lower.slice(1)}`,
  '0f8fad5bd-9cb-469f-a165-70867728950e',
]

it.each(wrong)('PRM-055: refuses %j for a person', (raw) => {
  expect(uuid.readParameter(raw)).toEqual(refused('has to be an UUID'))
})

it.each(wrong)('PRM-057: refuses the JSON string %j for a developer', (json) => {
  expect(uuid.readParameterJSON(json)).toEqual(refused('Invalid UUID'))
})

it.each([1, null, true, [lower], {}])('PRM-057: refuses the JSON %j for a developer', (json) => {
  expect(uuid.readParameterJSON(json)).toEqual(refused('Expected String with an UUID'))
})

it('PRM-012: reads back what it prints', () => {
  fc.assert(
    fc.property(fc.uuid(), (value) => {
      expect(uuid.readParameter(value)).toEqual(accepted(value))
    }),
  )
})
