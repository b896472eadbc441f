import { expect, it } from 'vitest'
import { sent } from '../params.fixture.ts'
import {
  asRecord,
  bool,
  fill,
  int,
  list,
  optional,
  type ParamRecord,
  runAction,
  text,
  validationErrors,
} from '../request-params.ts'

interface Person {
  firstName: string
  age: number
  nickname?: string | undefined
  admin: boolean
}

const ada: Person = { firstName: 'Ada', age: 36, admin: false }
const fields = { firstName: text, age: int, nickname: optional(text) }
const newPerson = () => asRecord(ada, fields)

it('PRM-005: fill: one call assigns several parameters to the fields of a record', async () => {
  const params = await sent.form('firstName=Grace&age=85&nickname=Amazing')
  const person = params.fill(newPerson(), ['firstName', 'age', 'nickname'])
  expect(person).toMatchObject({ firstName: 'Grace', age: 85, nickname: 'Amazing', admin: false })
  expect(validationErrors(person)).toEqual([])
})

it('PRM-046: fill is given a record and the names to read, and reads no others', async () => {
  const params = await sent.form('firstName=Grace&age=85')
  expect(params.fill(newPerson(), ['age'])).toMatchObject({ firstName: 'Ada', age: 85 })
  expect(params.fill(newPerson(), [])).toMatchObject(ada)
  expect(runAction(params, () => fill(newPerson(), ['age']))).toMatchObject({ firstName: 'Ada', age: 85 })
})

it('PRM-047: fill reads each parameter as param does, with the type of the field of that name', async () => {
  const record = asRecord({ active: false, ids: [0], age: 0 }, { active: bool, ids: list(int), age: int })
  const names = ['active', 'ids', 'age'] as const
  const filled = { active: true, ids: [1, 2], age: 7 }
  expect((await sent.query('active=on&ids=1,2&age=007')).fill(record, names)).toMatchObject(filled)
  expect((await sent.json({ active: true, ids: [1, 2], age: 7 })).fill(record, names)).toMatchObject(filled)
  expect((await sent.form('age=7', 'age=1&active=on&ids=1,2')).fill(record, names)).toMatchObject(filled)
})

it('PRM-048: fill writes what it has read, also values that count as false', async () => {
  const record = asRecord({ active: true, age: 1, name: 'a' }, { active: bool, age: int, name: text })
  const filled = (await sent.query('active=off&age=0&name=')).fill(record, ['active', 'age', 'name'])
  expect({ ...filled }).toMatchObject({ active: false, age: 0, name: '' })
})

it('PRM-049: fill refuses a name that is not a field of the record, before it reads anything', async () => {
  const params = await sent.query('firstName=Grace&admin=on')
  const names: string[] = ['firstName', 'admin']
  const person: Person & ParamRecord<string> = newPerson()
  expect(() => params.fill(person, names)).toThrow(new TypeError("'admin' is not a field of the record"))
  expect(person).toMatchObject(ada)
})

it('PRM-050: fill turns a parse error into a validation error of the record, whose old value stays (PRM-G21)', async () => {
  const person = (await sent.form('age=old')).fill(newPerson(), ['age'])
  expect(person.age).toBe(36)
  expect(validationErrors(person)).toEqual([{ field: 'age', message: 'has to be an integer' }])
})

it('PRM-051: fill goes on with the names after one whose value cannot be parsed', async () => {
  const params = await sent.json({ firstName: 1, age: 'old', nickname: 'Amazing' })
  const person = params.fill(newPerson(), ['firstName', 'age', 'nickname'])
  expect(person).toMatchObject({ ...ada, nickname: 'Amazing' })
  expect(validationErrors(person)).toEqual([
    { field: 'firstName', message: 'Expected String' },
    { field: 'age', message: 'Expected Int' },
  ])
})

it('PRM-052: fill ignores a missing parameter, and a name that is given without a value', async () => {
  const person = (await sent.query('age&firstName=Grace')).fill(newPerson(), ['firstName', 'age', 'nickname'])
  expect(person).toMatchObject({ firstName: 'Grace', age: 36 })
  expect(person).not.toHaveProperty('nickname')
  expect(validationErrors(person)).toEqual([])
})

it('fill returns another record, and leaves the one given as it was (PRM-G22)', async () => {
  const person = Object.freeze(newPerson())
  const filled = (await sent.query('age=85&firstName=%ff')).fill(person, ['age', 'firstName'])
  expect(filled).not.toBe(person)
  expect(person).toMatchObject(ada)
  expect(validationErrors(person)).toEqual([])
  expect(validationErrors(filled)).toHaveLength(1)
})

it('fill keeps the errors of earlier calls, but for fields that it has read since', async () => {
  const names = ['firstName', 'age'] as const
  const first = (await sent.query('firstName=%ff&age=old')).fill(newPerson(), names)
  const second = (await sent.query('age=85')).fill(first, names)
  expect(validationErrors(first).map(({ field }) => field)).toEqual(['firstName', 'age'])
  expect(validationErrors(second).map(({ field }) => field)).toEqual(['firstName'])
  expect(second.age).toBe(85)
})
