import type { Reader } from '../read-parameter.ts'
import type { StandardSchema } from '../standard-schema.ts'
import { type FieldMap, fieldsOf, type ObjectSchema } from './fields.ts'

/** What is wrong with a field of a record; its shape is an assumption (PRM-G20). */
export interface ValidationError {
  readonly field: string
  /** A text for the person who filled in the field, to show after the field's name: `has to be an integer`. */
  readonly message: string
}

/** The data of a record in addition to its fields. */
export interface RecordState<Name extends string> {
  readonly fields: ReadonlyMap<Name, Reader<unknown>>
  readonly errors: readonly ValidationError[]
  readonly isNew: boolean
}

export const state: unique symbol = Symbol('record')

/**
 * An object that `fill` can write to: one that {@link asRecord} made, or a copy of it, `{...record}` included. Its other data
 * stands under a symbol, which `JSON.stringify` and `Object.keys` skip.
 *
 * @typeParam Name the fields that parameters may be assigned to
 */
export interface ParamRecord<Name extends string = string> {
  readonly [state]: RecordState<Name>
}

/** A reader for some of the fields of an object. */
export type FieldsFor<T> = { readonly [K in keyof T]?: Reader<T[K]> }

/** `never` for a name that is not a key. A schema has other members, and is checked by its output. */
export type Only<Key, Source> =
  Source extends StandardSchema<unknown> ? unknown : { readonly [K in keyof Source]: K extends Key ? unknown : never }

/** The names that parameters may be assigned to. */
export type FieldName<T, Source> = Extract<
  keyof T & (Source extends StandardSchema<infer Output> ? keyof Output : keyof Source),
  string
>

/** Options of `asRecord`. */
export interface RecordOptions {
  /** False for a record that is stored already: see {@link ifNew}. Default true. */
  readonly isNew?: boolean
}

/**
 * Makes a record that `fill` can write to, from a plain object or an instance of a class. Private `#fields` of a class are not copied,
 * so do not use them in records.
 *
 * @param target stays as it is: the record is a copy with the same prototype
 * @param fields the fields that parameters may be assigned to, each with its reader, whose values must be of the field's type;
 *   or an object schema of Zod, Valibot or ArkType, each of whose fields is read with its own schema. `__proto__`, `constructor`
 *   and `prototype` are never fields, declared or not
 * @throws {TypeError} for a schema whose fields cannot be seen
 * @example
 * ```ts
 * asRecord({ firstName: '', age: 0 }, { firstName: text, age: int })
 * asRecord(new Person(), z.object({ firstName: z.string(), age: z.coerce.number() }))
 * ```
 */
export function asRecord<T extends object, Source extends FieldsFor<T> | ObjectSchema<Partial<T>>>(
  target: T,
  fields: Source & Only<keyof T, Source>,
  options?: RecordOptions,
): T & ParamRecord<FieldName<T, Source>>
export function asRecord<T extends object>(
  target: T,
  fields: FieldMap | ObjectSchema<unknown>,
  { isNew = true }: RecordOptions = {},
): T & ParamRecord {
  return Object.assign(copyOf(target), { [state]: { fields: fieldsOf(fields), errors: [], isNew } })
}

/** A copy with the same prototype; own properties are defined, not assigned, because one may be named `__proto__`. */
export function copyOf<T extends object>(record: T): T {
  return Object.create(Object.getPrototypeOf(record), Object.getOwnPropertyDescriptors({ ...record }))
}

/**
 * The validation errors that `fill` found, in the order of its names; empty for a valid record.
 *
 * @throws {TypeError} when the object is not a record
 */
export function validationErrors(record: ParamRecord): readonly ValidationError[] {
  return stateOf(record).errors
}

/** @throws {TypeError} when the object is not a record, even if its type says so */
export function stateOf<Name extends string>(record: ParamRecord<Name>): RecordState<Name> {
  const known = record[state]
  if (!known) throw new TypeError('the object is not a record: create one with asRecord')
  return known
}
