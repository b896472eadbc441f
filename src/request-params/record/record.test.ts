import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sent } from '../params.fixture.ts'
import { asRecord, int, type ParamRecord, text, validationErrors } from '../request-params.ts'

class Person {
  firstName = 'Ada'
  #age = 36
  greet() {
    return `I am ${this.firstName}`
  }
  static isAdult(person: Person) {
    return person.#age >= 18
  }
}

class Temperature {
  celsius = 20
  get fahrenheit() {
    return this.celsius * 1.8 + 32
  }
  set fahrenheit(value: number) {
    this.celsius = (value - 32) / 1.8
  }
}

it('PRM-048: asRecord makes a record of a plain object, and leaves the object as it is', async () => {
  const row = { firstName: 'Ada', age: 36 }
  const filled = (await sent.query('age=85')).fill(asRecord(row, { age: int }), ['age'])
  expect(filled.age).toBe(85)
  expect(row).toEqual({ firstName: 'Ada', age: 36 })
  expect(Object.keys(filled)).toEqual(['firstName', 'age'])
  expect(JSON.stringify(filled)).toBe('{"firstName":"Ada","age":85}')
})

it('PRM-048: asRecord makes a record of an instance of a class, which stays one', async () => {
  const filled = (await sent.query('firstName=Grace')).fill(asRecord(new Person(), { firstName: text }), ['firstName'])
  expect(filled).toBeInstanceOf(Person)
  expect(filled.greet()).toBe('I am Grace')
  expect(() => Person.isAdult(filled)).toThrow(TypeError)
})

it('PRM-048: asRecord writes through the setter of a class', async () => {
  const record = asRecord(new Temperature(), { fahrenheit: int })
  expect((await sent.query('fahrenheit=212')).fill(record, ['fahrenheit']).celsius).toBeCloseTo(100)
})

it('PRM-050: asRecord: a copy of a record is one, and has its errors', async () => {
  const filled = (await sent.query('age=old')).fill(asRecord({ age: 1 }, { age: int }), ['age'])
  const copy = { ...filled, age: 2 }
  expect(validationErrors(copy)).toEqual([{ field: 'age', message: 'has to be an integer' }])
  expect((await sent.query('age=3')).fill(copy, ['age']).age).toBe(3)
})

it('PRM-049: asRecord: an object that is not a record is refused', async () => {
  const impostor = { age: 1 } as { age: number } & ParamRecord<'age'>
  const params = await sent.query('age=2')
  expect(() => params.fill(impostor, ['age'])).toThrow(
    new TypeError('the object is not a record: create one with asRecord'),
  )
  expect(() => validationErrors(impostor)).toThrow(TypeError)
})

describe('asRecord with a schema', () => {
  const zod = z.object({ name: z.string().min(2), age: z.coerce.number().int(), nickname: z.string().optional() })
  const valibot = v.object({
    name: v.pipe(v.string(), v.minLength(2)),
    age: v.pipe(v.string(), v.transform(Number), v.integer()),
    nickname: v.optional(v.string()),
  })
  const arktype = type({ name: 'string >= 2', age: 'string.integer.parse', 'nickname?': 'string' })
  const record: { name: string; age: number; nickname?: string | undefined; admin: boolean } = {
    name: '',
    age: 0,
    admin: false,
  }
  const names = ['name', 'age', 'nickname'] as const

  it.each([
    ['Zod', asRecord(record, zod)],
    ['Valibot', asRecord(record, valibot)],
    ['ArkType', asRecord(record, arktype)],
  ])('PRM-047: reads each field with its own schema of %s', async (_vendor, person) => {
    const filled = (await sent.query('name=Ada&age=36&nickname=Countess')).fill(person, names)
    expect(filled).toMatchObject({ name: 'Ada', age: 36, nickname: 'Countess' })
    expect(validationErrors(filled)).toEqual([])

    const wrong = (await sent.query('name=A&age=old')).fill(person, names)
    expect(wrong).toMatchObject({ name: '', age: 0 })
    expect(validationErrors(wrong).map(({ field }) => field)).toEqual(['name', 'age'])
    for (const { message } of validationErrors(wrong)) expect(message).not.toBe('')
  })

  it.each([zod, valibot, arktype])(
    'PRM-049: a field that the schema does not have is none of the record',
    async (schema) => {
      const params = await sent.query('name=Ada&admin=on')
      const person = asRecord(record, schema)
      expect(() => params.fill(person, ['name', 'admin'] as unknown as ['name'])).toThrow(
        "'admin' is not a field of the record",
      )
    },
  )

  it('PRM-047: takes a schema for single fields as well', async () => {
    const person = asRecord({ name: '', age: 0 }, { name: z.string(), age: int })
    expect((await sent.query('name=Ada&age=36')).fill(person, ['name', 'age'])).toMatchObject({ name: 'Ada', age: 36 })
  })

  it('refuses a schema whose fields cannot be seen', () => {
    const opaque = zod.transform((value) => value)
    expect(() => asRecord(record, opaque as unknown as typeof zod)).toThrow(
      new TypeError('a schema of zod shows no fields: list readers instead'),
    )
  })
})
