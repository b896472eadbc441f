import type { Reader, StandardSchema } from './standard-schema.ts'

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

/** Readers by field name. */
interface FieldMap {
  readonly [name: string]: Reader<unknown>
}

interface Schemas {
  readonly [name: string]: StandardSchema<unknown>
}

/** An object schema whose fields can be seen: of Zod (`shape`), Valibot (`entries`) or ArkType (`props`). */
export interface ObjectSchema<Output> extends StandardSchema<Output> {
  readonly shape?: Schemas
  readonly entries?: Schemas
  readonly props?: readonly { readonly key: PropertyKey; readonly value: StandardSchema<unknown> }[]
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

const neverFields = /^(__proto__|constructor|prototype)$/

/** @throws {TypeError} for a schema whose fields cannot be seen */
function fieldsOf(source: FieldMap | ObjectSchema<unknown>): ReadonlyMap<string, Reader<unknown>> {
  const fields = isSchema(source) ? schemasOf(source) : Object.entries(source)
  return new Map(fields.filter(([name]) => !neverFields.test(name)))
}

function isSchema(source: FieldMap | ObjectSchema<unknown>): source is ObjectSchema<unknown> {
  return '~standard' in source
}

function schemasOf(schema: ObjectSchema<unknown>): [string, Reader<unknown>][] {
  const { shape, entries, props } = schema
  if (props) return props.map(({ key, value }) => [String(key), value])
  const schemas = shape ?? entries
  if (!schemas) throw new TypeError(`a schema of ${schema['~standard'].vendor} shows no fields: list readers instead`)
  return Object.entries(schemas)
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

/**
 * Branches on whether the record has validation errors (PRM-059). The reference omits what it does: this is an **assumption**,
 * after what libraries of the same family do (PRM-G01).
 *
 * @param valid called with the record if it has no validation errors
 * @param invalid called with the record and its errors if it has any
 * @returns the result of the function that was called
 * @throws {TypeError} when the object is not a record
 * @example
 * ```ts
 * ifValid(fill(person, ['age']), save, (person, errors) => showForm(person, errors))
 * ```
 */
export function ifValid<T extends ParamRecord, Valid, Invalid>(
  record: T,
  valid: (record: T) => Valid,
  invalid: (record: T, errors: readonly ValidationError[]) => Invalid,
): Valid | Invalid {
  const { errors } = stateOf(record)
  return errors.length === 0 ? valid(record) : invalid(record, errors)
}

/**
 * Applies a function to a record that is not stored yet, and leaves any other as it is (PRM-060). The reference omits what it
 * does: this is an **assumption**, after what libraries of the same family do (PRM-G02).
 *
 * @param change receives the record, and returns the record to continue with
 * @throws {TypeError} when the object is not a record
 * @example
 * ```ts
 * ifNew(person, (person) => ({ ...person, createdAt: new Date() }))
 * ```
 */
export function ifNew<T extends ParamRecord>(record: T, change: (record: T) => T): T {
  return stateOf(record).isNew ? change(record) : record
}

/** The fields of an object that may have no value. */
export type OptionalField<T> = { [K in keyof T & string]-?: undefined extends T[K] ? K : never }[keyof T & string]

/**
 * Turns an empty string in an optional field into no value, `undefined` (PRM-053), because a form sends an
 * empty string for an empty input. Any other value stays (PRM-G23).
 *
 * @param record stays as it is; it does not have to be made by `asRecord`
 * @param field a field that may be undefined: other fields do not compile
 * @returns a copy if the field was an empty string; otherwise the record
 */
export function emptyValueToNothing<T extends object>(record: T, field: OptionalField<T>): T {
  return record[field] === '' ? Object.assign(copyOf(record), { [field]: undefined }) : record
}
