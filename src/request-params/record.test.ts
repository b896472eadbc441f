import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { post, sent } from './params.fixture.ts'
import {
  asRecord,
  bool,
  emptyValueToNothing,
  fill,
  ifNew,
  ifValid,
  int,
  list,
  optional,
  type ParamRecord,
  type Params,
  readQuery,
  runAction,
  text,
  validationErrors,
} from './request-params.ts'

interface Person {
  firstName: string
  age: number
  nickname?: string | undefined
  admin: boolean
}

const ada: Person = { firstName: 'Ada', age: 36, admin: false }
const fields = { firstName: text, age: int, nickname: optional(text) }
const person = () => asRecord(ada, fields)
const tooOld = { field: 'age', message: 'has to be an integer' }

describe('fill', () => {
  it('PRM-005: one call assigns several parameters to the fields of a record', async () => {
    const params = await sent.form('firstName=Grace&age=85&nickname=Amazing')
    const filled = params.fill(person(), ['firstName', 'age', 'nickname'])
    expect(filled).toMatchObject({ firstName: 'Grace', age: 85, nickname: 'Amazing', admin: false })
    expect(validationErrors(filled)).toEqual([])
  })

  it('PRM-046: fill is given a record and the names to read, and reads no others', () => {
    const params = readQuery('firstName=Grace&age=85')
    expect(params.fill(person(), ['age'])).toMatchObject({ firstName: 'Ada', age: 85 })
    expect(runAction(params, () => fill(person(), ['age']))).toMatchObject({ firstName: 'Ada', age: 85 })
  })

  it('PRM-047: fill reads each parameter as param does, with the reader of its field', async () => {
    const record = asRecord({ active: false, ids: [0], age: 0 }, { active: bool, ids: list(int), age: int })
    const names = ['active', 'ids', 'age'] as const
    const filled = { active: true, ids: [1, 2], age: 7 }
    expect(readQuery('active=on&ids=1,2&ids=3&age=007').fill(record, names)).toMatchObject(filled)
    expect((await sent.json(filled)).fill(record, names)).toMatchObject(filled)
    expect((await sent.form('age=7', 'age=1&active=on&ids=1,2')).fill(record, names)).toMatchObject(filled)
  })

  it('PRM-048: fill writes what it has read, also values that count as false', () => {
    const record = asRecord({ active: true, age: 1, name: 'a' }, { active: bool, age: int, name: text })
    const filled = readQuery('active=off&age=0&name=').fill(record, ['active', 'age', 'name'])
    expect({ ...filled }).toMatchObject({ active: false, age: 0, name: '' })
  })

  it('PRM-050, PRM-051: fill makes a validation error of a parse error, keeps the old value, and reads on', async () => {
    const params = await sent.json({ firstName: 1, age: 'old', nickname: 'Amazing' })
    const given = Object.freeze(person())
    const filled = params.fill(given, ['firstName', 'age', 'nickname'])
    expect(filled).toMatchObject({ ...ada, nickname: 'Amazing' })
    expect(validationErrors(filled)).toEqual([
      { field: 'firstName', message: 'Expected String' },
      { field: 'age', message: 'Expected Int' },
    ])
    expect([validationErrors(given), given.nickname]).toEqual([[], undefined])
  })

  it('PRM-052: fill ignores a missing parameter, and a name that is given without a value', () => {
    const filled = readQuery('age&firstName=Grace').fill(person(), ['firstName', 'age', 'nickname'])
    expect(filled).toMatchObject({ firstName: 'Grace', age: 36 })
    expect(filled).not.toHaveProperty('nickname')
    expect(validationErrors(filled)).toEqual([])
  })

  it('fill keeps the errors of earlier calls, but for fields that it has read since', () => {
    const names = ['firstName', 'age'] as const
    const first = readQuery('firstName=%ff&age=old').fill(person(), names)
    const second = readQuery('age=85').fill({ ...first }, names)
    expect(validationErrors(first).map(({ field }) => field)).toEqual(['firstName', 'age'])
    expect(validationErrors(second).map(({ field }) => field)).toEqual(['firstName'])
    expect(second.age).toBe(85)
  })
})

describe('names that are no fields', () => {
  class Account {
    name = 'Ada'
    role = 'user'
  }
  const account = () => asRecord(new Account(), { name: text })
  const form = new FormData()
  for (const name of ['name', 'role', '__proto__', 'constructor']) form.append(name, 'Eve')

  it.each<[string, Params | Promise<Params>]>([
    ['a query', readQuery('name=Eve&role=admin&__proto__=x&constructor=x&prototype=x&%5f%5fproto%5f%5f=x&r%6Fle=x')],
    ['brackets', readQuery('name=Eve&__proto__[role]=admin&constructor[prototype][role]=admin&[__proto__][role]=x')],
    ['a form', sent.form('name=Eve&role=admin&__proto__=x&constructor=x&__proto__.role=admin')],
    [
      'JSON',
      post('application/json', '{"name":"Eve","role":"x","__proto__":{"role":"x"},"constructor":{"prototype":{}}}'),
    ],
    ['a multipart form', sent.multipart(form)],
  ])('PRM-049: %s reaches only fields, even if it chooses the names', async (_what, attack) => {
    const params = await attack
    const filled = params.fill(account(), ['name'])
    expect(filled).toMatchObject({ name: 'Eve', role: 'user' })
    expect(Object.keys(filled)).toEqual(['name', 'role'])
    expect(Object.getPrototypeOf(filled)).toBe(Account.prototype)
    expect(({} as { role?: string }).role).toBeUndefined()
    const record: Account & ParamRecord<string> = account()
    const names = params.allParams().map(([name]) => name)
    expect(() => params.fill(record, names)).toThrow(/is not a field of the record/)
    expect(record).toMatchObject({ name: 'Ada', role: 'user' })
  })

  it.each(['__proto__', 'constructor', 'prototype'])('PRM-049: %s is not a field, even if it is declared', (name) => {
    const declared: object = asRecord({ name: 'Ada' } as Record<string, string>, { [name]: text, name: text })
    const record = declared as { name: string } & ParamRecord<string>
    expect(() => readQuery(`${name}=x`).fill(record, [name])).toThrow(
      new TypeError(`'${name}' is not a field of the record`),
    )
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype)
  })

  it('PRM-049: a record of JSON that has a member __proto__ keeps its prototype', () => {
    const row: { name: string } = JSON.parse('{"name":"Ada","__proto__":{"role":"admin"}}')
    const filled = readQuery('name=Eve').fill(asRecord(row, { name: text }), ['name'])
    expect(filled.name).toBe('Eve')
    expect('role' in filled).toBe(false)
  })

  it('PRM-049: an object that is not a record is refused', () => {
    const impostor = { age: 1 } as { age: number } & ParamRecord<'age'>
    const refusal = new TypeError('the object is not a record: create one with asRecord')
    expect(() => readQuery('age=2').fill(impostor, ['age'])).toThrow(refusal)
    expect(() => validationErrors(impostor)).toThrow(refusal)
    expect(() => ifValid(impostor, vi.fn(), vi.fn())).toThrow(refusal)
  })
})

describe('asRecord', () => {
  class Temperature {
    celsius = 20
    get fahrenheit() {
      return this.celsius * 1.8 + 32
    }
    set fahrenheit(value: number) {
      this.celsius = (value - 32) / 1.8
    }
  }

  it('PRM-048: asRecord copies a plain object, and shows nothing but its fields', () => {
    const row = { firstName: 'Ada', age: 36 }
    const filled = readQuery('age=85').fill(asRecord(row, { age: int }), ['age'])
    expect(row).toEqual({ firstName: 'Ada', age: 36 })
    expect(JSON.stringify(filled)).toBe('{"firstName":"Ada","age":85}')
  })

  it('PRM-048: asRecord keeps the class of an instance, and writes through its setters', () => {
    const filled = readQuery('fahrenheit=212').fill(asRecord(new Temperature(), { fahrenheit: int }), ['fahrenheit'])
    expect(filled).toBeInstanceOf(Temperature)
    expect(filled.celsius).toBeCloseTo(100)
  })

  const zod = z.object({ firstName: z.string().min(2), age: z.coerce.number().int(), nickname: z.string().optional() })
  const valibot = v.object({
    firstName: v.pipe(v.string(), v.minLength(2)),
    age: v.pipe(v.string(), v.transform(Number), v.integer()),
    nickname: v.optional(v.string()),
  })
  const arktype = type({ firstName: 'string >= 2', age: 'string.integer.parse', 'nickname?': 'string' })

  it.each([
    ['Zod', asRecord(ada, zod)],
    ['Valibot', asRecord(ada, valibot)],
    ['ArkType', asRecord(ada, arktype)],
  ])('PRM-047: asRecord reads each field with its own schema of %s', (_vendor, record) => {
    const names = ['firstName', 'age', 'nickname'] as const
    const filled = readQuery('firstName=Eve&age=37&nickname=Countess').fill(record, names)
    expect(filled).toMatchObject({ firstName: 'Eve', age: 37, nickname: 'Countess' })
    const wrong = readQuery('firstName=A&age=old').fill(record, names)
    expect(wrong).toMatchObject(ada)
    expect(validationErrors(wrong)).toMatchObject([{ field: 'firstName' }, { field: 'age' }])
    expect(() => readQuery('admin=on').fill(record, ['admin'] as unknown as ['age'])).toThrow("'admin' is not a field")
  })

  it('asRecord refuses a schema whose fields cannot be seen', () => {
    const opaque = zod.transform((value) => value)
    expect(() => asRecord(ada, opaque as unknown as typeof zod)).toThrow(
      new TypeError('a schema of zod shows no fields: list readers instead'),
    )
  })
})

it('PRM-053: emptyValueToNothing turns an empty string in an optional field into no value, and nothing else', () => {
  const filled = readQuery('nickname=&age=old').fill(person(), ['nickname', 'age'])
  expect(filled.nickname).toBe('')
  const tidy = emptyValueToNothing(filled, 'nickname')
  expect([tidy.nickname, filled.nickname]).toEqual([undefined, ''])
  expect(validationErrors(tidy)).toEqual([tooOld])
  expect(emptyValueToNothing<Person>({ ...ada, nickname: ' ' }, 'nickname').nickname).toBe(' ')
  const falsy: { count?: number } = { count: 0 }
  expect(emptyValueToNothing(falsy, 'count')).toBe(falsy)
})

it('PRM-059: ifValid is exported; it branches on whether the record has validation errors (PRM-G01, an assumption)', () => {
  const branch = (query: string) =>
    ifValid(
      readQuery(query).fill(person(), ['age']),
      (valid) => `saved ${valid.age}`,
      ({ age }, errors) => [age, ...errors],
    )
  expect(branch('age=85')).toBe('saved 85')
  expect(branch('age=old')).toEqual([36, tooOld])
})

it('PRM-060: ifNew is exported; it changes a record that is not stored yet, and no other (PRM-G02, an assumption)', () => {
  const params = readQuery('age=85')
  const birthday = <T extends { age: number }>(one: T): T => ({ ...one, age: one.age + 1 })
  expect(ifNew(params.fill(person(), ['age']), birthday).age).toBe(86)
  const stored = params.fill(asRecord(ada, fields, { isNew: false }), ['age'])
  expect(ifNew(stored, birthday)).toBe(stored)
})
