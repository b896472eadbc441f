import { expect, it } from 'vitest'
import { accepted, enumReader, refused } from '../request-params.ts'

const status = enumReader(['Processed', 'Shipped'])
const size = enumReader({ small: 1, large: 2 })

it('PRM-058: reads the exact name of a member, from a string and from JSON', () => {
  expect(status.readParameter('Shipped')).toEqual(accepted('Shipped'))
  expect(status.readParameterJSON('Processed')).toEqual(accepted('Processed'))
})

it('PRM-058: gives the value of a member that has one', () => {
  expect(size.readParameter('large')).toEqual(accepted(2))
})

it.each(['', 'shipped', 'SHIPPED', 'Shipped ', 'Ship', 'constructor', '__proto__', 'toString', 'length', '0'])(
  'PRM-055: refuses %j',
  (raw) => {
    expect(status.readParameter(raw)).toEqual(refused('Invalid value'))
    expect(size.readParameter(raw)).toEqual(refused('Invalid value'))
  },
)

it.each([0, 1, null, true, ['Shipped'], {}])('PRM-057: refuses the JSON %j', (json) => {
  expect(status.readParameterJSON(json)).toEqual(refused('Invalid value'))
})
