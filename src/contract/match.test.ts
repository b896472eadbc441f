import { expect, it } from 'vitest'
import { loadContract, NoContractError } from '../workspace/contracts.ts'
import { lamps } from './lamps.fixture.ts'

const matched = (method: string, path: string) => {
  const match = lamps.match(method, path)
  return match.kind === 'operation' ? [match.operation.id, match.parameters] : match.kind
}

it.each([
  ['GET', '/v1/lamps/desk', ['getLamp', { lampId: 'desk' }]],
  ['HEAD', '/v1/lamps/a%2Fb', ['getLamp', { lampId: 'a/b' }]],
  ['DELETE', '/v1/lamps/desk', ['removeLamp', { lampId: 'desk' }]],
  ['LIST', '/v1/lamps', ['listLamps', {}]],
  ['LIST', '/v1/lamps/desk', 'method-not-allowed'],
  ['PUT', '/v1/lamps/desk', 'method-not-allowed'],
  ['GET', '/lamps/desk', 'not-found'],
  ['GET', '/v1/lamps/%zz', 'malformed'],
])('%s %s leads to %j', (method, path, expected) => {
  expect(matched(method, path)).toEqual(expected)
})

it('finds the names of interfaces alone', () => {
  expect(loadContract('orders').operations.has('getOrder')).toBe(true)
  for (const name of ['ordres', '../generated/orders', '']) {
    expect(() => loadContract(name)).toThrow(NoContractError)
    expect(() => loadContract(name)).toThrow(
      /^there is no interface '.*'; (known are secrets, |did you mean 'orders'\?$)/,
    )
  }
})
