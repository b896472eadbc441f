import { expect, it, vi } from 'vitest'
import { sent } from '../params.fixture.ts'
import {
  asRecord,
  emptyValueToNothing,
  ifNew,
  ifValid,
  int,
  optional,
  type ParamRecord,
  text,
} from '../request-params.ts'

interface Person {
  name: string
  nickname?: string | undefined
  age: number
}

const ada: Person = { name: 'Ada', nickname: '', age: 36 }

it('PRM-053: emptyValueToNothing turns an empty string in an optional field into no value', () => {
  const person = emptyValueToNothing(ada, 'nickname')
  expect(person).toStrictEqual({ name: 'Ada', nickname: undefined, age: 36 })
  expect(ada.nickname).toBe('')
})

it('emptyValueToNothing leaves any other value as it is (PRM-G23)', () => {
  expect(emptyValueToNothing<Person>({ ...ada, nickname: ' ' }, 'nickname').nickname).toBe(' ')
  expect(emptyValueToNothing({ name: 'Ada', age: 36 } as Person, 'nickname')).toStrictEqual({ name: 'Ada', age: 36 })
  const falsy: { count?: number } = { count: 0 }
  expect(emptyValueToNothing(falsy, 'count')).toBe(falsy)
})

it('PRM-053: emptyValueToNothing goes with fill, and keeps what the record knows', async () => {
  const countess: Person = { ...ada, nickname: 'Countess' }
  const record = asRecord(countess, { nickname: optional(text), age: int })
  const filled = (await sent.form('nickname=&age=old')).fill(record, ['nickname', 'age'])
  expect(filled.nickname).toBe('')
  const tidy = emptyValueToNothing(filled, 'nickname')
  expect(tidy.nickname).toBeUndefined()
  expect(
    ifValid(
      tidy,
      () => 'valid',
      (_person, errors) => errors.length,
    ),
  ).toBe(1)
})

it('PRM-059: ifValid is exported; it branches on whether the record has validation errors (PRM-G01, an assumption)', async () => {
  const record = asRecord(ada, { age: int })
  const branch = (person: typeof record) =>
    ifValid(
      person,
      (valid) => `saved ${valid.age}`,
      (invalid, errors) => ({ invalid, errors }),
    )
  expect(branch((await sent.form('age=85')).fill(record, ['age']))).toBe('saved 85')
  expect(branch((await sent.form('age=old')).fill(record, ['age']))).toMatchObject({
    invalid: { age: 36 },
    errors: [{ field: 'age', message: 'has to be an integer' }],
  })
})

it('PRM-059: ifValid refuses what is not a record, rather than take it for valid', () => {
  expect(() => ifValid(ada as Person & ParamRecord, vi.fn(), vi.fn())).toThrow(TypeError)
})

it('PRM-060: ifNew is exported; it changes a record that is not stored yet, and no other (PRM-G02, an assumption)', () => {
  const birthday = <T extends { age: number }>(person: T): T => ({ ...person, age: person.age + 1 })
  const stored = asRecord(ada, { age: int }, { isNew: false })
  expect(ifNew(asRecord(ada, { age: int }), birthday).age).toBe(37)
  expect(ifNew(stored, birthday)).toBe(stored)
})

it('PRM-060: ifNew: a record stays new, or stored, when it is filled', async () => {
  const params = await sent.form('age=85')
  const stored = params.fill(asRecord(ada, { age: int }, { isNew: false }), ['age'])
  expect(ifNew(stored, () => asRecord(ada, { age: int }))).toBe(stored)
  const fresh = params.fill(asRecord(ada, { age: int }), ['age'])
  expect(ifNew(fresh, (person) => ({ ...person, age: 1 })).age).toBe(1)
})
