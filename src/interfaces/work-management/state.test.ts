import { expect, it } from 'vitest'
import { hasExpired, merge, resource, workflowId } from './state.ts'

it('WRK-G02: a field that is sent is set as it stands, the others keep their values', () => {
  expect(merge({ a: 1, b: { c: 1, d: 2 } }, { b: { c: 3 }, e: null })).toEqual({ a: 1, b: { c: 3 }, e: null })
})

it('WRK-G02: a key named __proto__ is a field like any other', () => {
  const merged = merge({ a: 1 }, JSON.parse('{"__proto__":{"b":2}}'))
  expect(Object.keys(merged)).toEqual(['a', '__proto__'])
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
})

it('WRK-005: the id of a record is the one that it is kept under', () => {
  expect(resource('WFAAAA01', { id: 5, name: 'a' })).toEqual({ id: 'WFAAAA01', name: 'a' })
})

it('WRK-016: ids of workflows go on from those of the examples', () => {
  expect([4, 10, 100].map(workflowId)).toEqual(['WFAAAA04', 'WFAAAA10', 'WFAAAA100'])
})

it.each([
  [undefined, false],
  ['2026-03-09T12:00:01Z', false],
  ['2026-03-09T12:00:00Z', true],
  ['2026-03-09T13:30:00+02:00', true],
  ['whenever', true],
])('WRK-008: at noon, a token that expires at %s has expired: %s', (expiresAt, expired) => {
  const token = { scopes: [], ...(expiresAt === undefined ? {} : { expiresAt }) }
  expect(hasExpired(token, new Date('2026-03-09T12:00:00Z'))).toBe(expired)
})
