import { expect, it } from 'vitest'
import type { RuntimeOperation } from '../../contract/runtime.ts'
import { openMock } from '../open-mock.fixture.ts'
import { compileIgnoredMembers } from './unknown-members.ts'

const text = { type: 'string' }
const schema = {
  type: 'object',
  allOf: [{ properties: { name: text } }],
  properties: {
    metadata: { type: 'object', additionalProperties: true },
    lamps: { type: 'array', items: { type: 'object', properties: { lit: { type: 'boolean' } } } },
  },
}
const describeFor = compileIgnoredMembers({
  request: { body: { contents: [{ schema }] } },
} as unknown as RuntimeOperation['http'])

it.each([
  [{ name: 'hall', metadata: { any: { member: 1 } }, lamps: [{ lit: true }] }, undefined],
  [{ name: 'hall', colour: 'red', lamps: [{ lit: true }, { dim: 1 }] }, '/colour, /lamps/1/dim'],
  [{ 'a/b~\r\nü': 1, __proto__: 1, constructor: 1 }, '/a~1b~0%0D%0A%C3%BC, /constructor'],
  [JSON.parse('{"__proto__": 1}'), '/__proto__'],
  [{ '\ud800': 1 }, '/%EF%BF%BD'],
  [{ ['x'.repeat(200)]: 1 }, `/${'x'.repeat(100)}`],
  [Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`m${index}`, 1])), /^(\/m\d, ){9}\/m9$/],
  [null, undefined],
  ['text', undefined],
])('of %j, ignored are %s', (body, expected) => {
  const described = describeFor(body)
  if (expected instanceof RegExp) expect(described).toMatch(expected)
  else expect(described).toBe(expected)
})

const mock = openMock('orders')

it('tells the caller of an update which members had no effect', async () => {
  const update = (body: object) =>
    fetch(`${mock.origin}/orders/api/orders/3d4c1f6a-7b52-4f0e-9a61-2c8e5d7b9f10`, {
      method: 'PUT',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...mock.interfaces[0]?.credentials[0]?.headers,
      },
      body: JSON.stringify(body),
    })
  const known = await update({ status: 'Shipped', metadata: { colour: 'red' } })
  expect([known.status, known.headers.get('x-mock-ignored')]).toEqual([200, null])
  const unknown = await update({ status: 'Shipped', trackingNumbr: 'x' })
  expect([unknown.status, unknown.headers.get('x-mock-ignored')]).toEqual([200, '/trackingNumbr'])
})
