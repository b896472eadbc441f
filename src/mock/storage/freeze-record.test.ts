import { expect, it } from 'vitest'
import { freezeRecord, isFrozenRecord, thawRecord } from './freeze-record.ts'

it('stores plain data as a frozen copy, which every reader gets, and reuses the parts that are stored already', () => {
  const given = JSON.parse('{"a":[{"b":null}],"__proto__":{"c":1},"d":"x"}')
  const stored = freezeRecord(given)
  expect(stored).toStrictEqual(given)
  expect(stored).not.toBe(given)
  for (const part of [stored, stored.a, stored.a[0], Object.getOwnPropertyDescriptor(stored, '__proto__')?.value]) {
    expect([Object.isFrozen(part), isFrozenRecord(part)]).toEqual([true, true])
  }
  expect(Object.isFrozen(given.a)).toBe(false)
  expect(thawRecord(stored)).toBe(stored)
  expect(freezeRecord(stored)).toBe(stored)
  expect(freezeRecord({ ...stored, d: 'y' }).a).toBe(stored.a)
  // An object that somebody else has frozen may have parts that change.
  const shallow = Object.freeze({ a: {} })
  expect(freezeRecord(shallow)).not.toBe(shallow)
})

it('clones what is not plain data, when it is stored and for each reader', () => {
  for (const given of [new Map([['a', 1]]), { at: new Date(0) }, [new Uint8Array([1])]]) {
    const stored = freezeRecord<object>(given)
    expect(stored).toStrictEqual(given)
    expect(stored).not.toBe(given)
    expect([Object.isFrozen(stored), isFrozenRecord(stored)]).toEqual([false, false])
    expect(thawRecord(stored)).toStrictEqual(given)
    expect(thawRecord(stored)).not.toBe(stored)
  }
  expect(() => freezeRecord({ a: Symbol('x') })).toThrow('could not be cloned')
  expect(() => freezeRecord(() => 1)).toThrow('could not be cloned')
  for (const value of [1, null, undefined, 'x'])
    expect([freezeRecord(value), thawRecord(value)]).toEqual([value, value])
})

it('clones what contains itself', () => {
  const ring: { self?: object } = {}
  ring.self = ring
  expect(isFrozenRecord(freezeRecord(ring))).toBe(false)
})
