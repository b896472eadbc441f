import { expect, it } from 'vitest'
import { lampOperation, lampsCheck, violationsOf } from './lamps.fixture.ts'

it('takes a status that is documented, by number or class', () => {
  expect(violationsOf({ status: 204, headers: {} })).toEqual([])
  expect(violationsOf({ status: 418, headers: {} })).toEqual([])
})

it('takes any status where a default is documented', () => {
  expect(lampsCheck.check(lampOperation('removeLamp'), { status: 599, headers: {} })).toEqual([])
})

it('names the documented ones, and the rules of the operation', () => {
  expect(violationsOf({ status: 500 })).toEqual([
    { at: 'status', expected: 'one of 200, 202, 204, 4XX', seen: '500', rules: ['LMP-001'] },
  ])
})

it.each([
  ['https://elsewhere.example/login?code=1', '302, which leads to https://elsewhere.example'],
  ['/login', '302, which leads to the same origin'],
])('says where a redirection to %s leads, and not more', (location, seen) => {
  expect(violationsOf({ status: 302, headers: { location } })).toMatchObject([{ seen }])
})
