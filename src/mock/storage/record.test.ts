import { expect, it } from 'vitest'
import { decodeRecord, encodeRecord, freezeRecord, isFrozenRecord } from './record.ts'

it('stores a frozen copy, which every reader gets, and reuses the parts that are stored already', () => {
  const given = JSON.parse('{"a":[{"b":null}],"__proto__":{"c":1},"d":"x"}')
  const stored = freezeRecord(given)
  expect(stored).toStrictEqual(given)
  expect(stored).not.toBe(given)
  for (const part of [stored, stored.a, stored.a[0], Object.getOwnPropertyDescriptor(stored, '__proto__')?.value]) {
    expect([Object.isFrozen(part), isFrozenRecord(part)]).toEqual([true, true])
  }
  expect(Object.isFrozen(given.a)).toBe(false)
  expect(freezeRecord(stored)).toBe(stored)
  expect(freezeRecord({ ...stored, d: 'y' }).a).toBe(stored.a)
  expect(freezeRecord(Object.assign(Object.create(null), { a: 1 }))).toEqual({ a: 1 })
  // An object that somebody else has frozen may have parts that change.
  const shallow = Object.freeze({ a: {} })
  expect(freezeRecord(shallow)).not.toBe(shallow)
})

it.each([
  ['a date', { at: new Date(0) }, 'a value of type Date'],
  ['a map', new Map(), 'a value of type Map'],
  ['a function', [() => 1], 'a function'],
  ['a symbol', { at: Symbol('x') }, 'a symbol'],
  ['what contains itself', ring(), 'more than 2000 levels'],
])('refuses %s', (_, value, what) => {
  expect(() => freezeRecord(value)).toThrow(`A record cannot hold ${what}; store JSON, such as the text of a date.`)
})

function ring(): object {
  const one: { self?: object } = {}
  one.self = one
  return one
}

it('keeps the digits of integers, and hostile names, as text', () => {
  const text = ' {"id":9223372036854775807,"__proto__":{"a":"1234567890123456"},"b":[1.5,-0.25]}'
  const record = decodeRecord(text)
  expect(record).toMatchObject({ id: 9223372036854775807n, b: [1.5, -0.25] })
  expect(encodeRecord(record)).toBe(text)
})
