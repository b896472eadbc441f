import { type } from 'arktype'
import * as v from 'valibot'
import { expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import {
  asRecord,
  bigint,
  bool,
  emptyValueToNothing,
  enumReader,
  file,
  fill,
  ifValid,
  int,
  list,
  type Outcome,
  optional,
  param,
  type RawValue,
  readQuery,
  text,
  type UUID,
  uuid,
  type ValidationError,
} from './request-params.ts'

const params = readQuery('')

/** Never called: only the type checker reads it. */
function unused(): void {
  expectTypeOf(param('a', bigint)).toEqualTypeOf<bigint>()
  expectTypeOf(params.param('a', uuid)).toEqualTypeOf<UUID>()
  expectTypeOf(params.param('a', file)).toEqualTypeOf<File>()
  expectTypeOf(params.param('a', list(int))).toEqualTypeOf<number[]>()
  expectTypeOf(params.param('a', optional(int))).toEqualTypeOf<number | undefined>()
  expectTypeOf(params.param('a', enumReader(['x', 'y']))).toEqualTypeOf<'x' | 'y'>()
  expectTypeOf(params.param('a', enumReader({ x: 1, y: 2 }))).toEqualTypeOf<1 | 2>()
  expectTypeOf(params.paramUUID('a')).toEqualTypeOf<UUID>()
  expectTypeOf(params.paramOrDefault('a', int, null)).toEqualTypeOf<number | null>()
  expectTypeOf(params.paramOrNothing('a', int)).toEqualTypeOf<number | undefined>()
  expectTypeOf(params.paramOrError('a', int)).toEqualTypeOf<Outcome<number>>()
  expectTypeOf(params.paramList('a', int)).toEqualTypeOf<number[]>()
  expectTypeOf(params.paramListOrNothing('a', int)).toEqualTypeOf<(number | undefined)[]>()
  expectTypeOf(params.queryOrBodyParam('a')).toEqualTypeOf<RawValue | undefined>()
  expectTypeOf(params.allParams()).toEqualTypeOf<[name: string, raw: RawValue | undefined][]>()

  expectTypeOf(params.param('a', z.coerce.number())).toEqualTypeOf<number>()
  expectTypeOf(params.param('a', v.pipe(v.string(), v.transform(Number)))).toEqualTypeOf<number>()
  expectTypeOf(params.param('a', type('string.integer.parse'))).toEqualTypeOf<number>()

  params.param(
    'a',
    // @ts-expect-error: an object with one of the two functions is not a reader
    { readParameter: int.readParameter },
  )
  const outcome = params.paramOrError('a', int)
  // @ts-expect-error: the value is there only when it could be read
  outcome.value
}

interface Person {
  name: string
  age: number
  nickname?: string | undefined
}
const person: Person = { name: 'Ada', age: 36 }

/** Never called either. */
function unusedRecords(): void {
  const record = asRecord(person, { name: text, nickname: optional(text) })
  const filled = params.fill(record, ['name', 'nickname'])
  expectTypeOf(filled.age).toEqualTypeOf<number>()
  expectTypeOf(params.fill(filled, ['name'])).toEqualTypeOf<typeof filled>()
  expectTypeOf(
    ifValid(
      filled,
      () => 1,
      (_person, errors) => errors,
    ),
  ).toEqualTypeOf<number | readonly ValidationError[]>()

  // PRM-049, one name at a time: each of these is not a field that parameters may be assigned to.
  params.fill(record, [
    'name',
    // @ts-expect-error: the record has it, but no reader was declared for it
    'age',
  ])
  fill(record, [
    // @ts-expect-error: the record does not have it
    'admin',
  ])
  fill(record, [
    // @ts-expect-error: never a field
    '__proto__',
  ])
  params.fill(
    // @ts-expect-error: an object that is not a record
    person,
    ['name'],
  )

  asRecord(person, {
    // @ts-expect-error: a reader of another type than the field's
    age: text,
  })
  asRecord(person, {
    // @ts-expect-error: a field that must have a value
    age: optional(int),
  })
  asRecord(person, {
    name: text,
    // @ts-expect-error: the record does not have it
    admin: bool,
  })

  const ofZod = asRecord(person, z.object({ age: z.coerce.number() }))
  const ofValibot = asRecord(person, v.object({ age: v.pipe(v.string(), v.transform(Number)) }))
  const ofArkType = asRecord(person, type({ age: 'string.integer.parse' }))
  for (const [record] of [[ofZod], [ofValibot], [ofArkType]] as const) {
    params.fill(record, ['age'])
    params.fill(record, [
      // @ts-expect-error: the schema does not have it
      'name',
    ])
  }
  asRecord(
    person,
    // @ts-expect-error: a schema with a field of another type
    z.object({ age: z.string() }),
  )

  expectTypeOf(emptyValueToNothing(filled, 'nickname')).toEqualTypeOf<typeof filled>()
  emptyValueToNothing(
    person,
    // @ts-expect-error: a field that must have a value
    'name',
  )
}

it('PRM-047: types flow from readers to values, and from fields to names', () => {
  expect([unused, unusedRecords]).toHaveLength(2)
})
