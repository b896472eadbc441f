import { currentParams } from './current.ts'
import type { Outcome } from './errors.ts'
import type { RawValue } from './parameter.ts'
import type { UUID } from './readers.ts'
import type { ParamRecord } from './record.ts'
import type { Reader } from './standard-schema.ts'

// The operations of the reference, by their names, on the request that the running action is serving. Each operation throws an
// OutsideActionError when no action is running.

/**
 * The value of a query or body parameter of the current request (PRM-015, PRM-016): {@link Params.param}. Its errors
 * abort the action (PRM-019).
 *
 * @param name compared byte by byte, as UTF-8; case matters
 * @param reader a value reader, or a Standard Schema validator
 * @throws {ParamNotFoundError} when it is missing (PRM-017)
 * @throws {ParamCouldNotBeParsedError} when the reader refuses its value (PRM-018)
 * @throws {OutsideActionError} when no action is running
 * @example
 * ```ts
 * param('page', int) // GET /orders?page=2 gives 2
 * ```
 */
export function param<T>(name: string, reader: Reader<T>): T {
  return currentParams().param(name, reader)
}

/**
 * {@link param} with the reader {@link text}: any UTF-8, the empty string included (PRM-020).
 *
 * @throws as {@link param}
 */
export function paramText(name: string): string {
  return currentParams().paramText(name)
}

/**
 * {@link param} with the reader {@link int}: from −(2^53−1) to 2^53−1 (PRM-021).
 *
 * @throws as {@link param}
 */
export function paramInt(name: string): number {
  return currentParams().paramInt(name)
}

/**
 * {@link param} with the reader {@link bool}: a checkbox that is not ticked is missing, not false (PRM-022).
 *
 * @throws as {@link param}
 */
export function paramBool(name: string): boolean {
  return currentParams().paramBool(name)
}

/**
 * {@link param} with the reader {@link uuid}: in lower case (PRM-023).
 *
 * @throws as {@link param}
 */
export function paramUUID(name: string): UUID {
  return currentParams().paramUUID(name)
}

/**
 * {@link param}, or `fallback` when the parameter is missing (PRM-024, PRM-025).
 *
 * @throws {ParamCouldNotBeParsedError} when the reader refuses its value: the fallback does not stand in for it (PRM-026)
 * @throws {OutsideActionError} when no action is running
 * @example
 * ```ts
 * paramOrDefault('page', int, 1)
 * ```
 */
export function paramOrDefault<T, Fallback = T>(name: string, reader: Reader<T>, fallback: Fallback): T | Fallback {
  return currentParams().paramOrDefault(name, reader, fallback)
}

/**
 * {@link param}, or `undefined` when the parameter is missing (PRM-027, PRM-028).
 *
 * @throws {ParamCouldNotBeParsedError} when the reader refuses its value (PRM-029)
 * @throws {OutsideActionError} when no action is running
 */
export function paramOrNothing<T>(name: string, reader: Reader<T>): T | undefined {
  return currentParams().paramOrNothing(name, reader)
}

/**
 * {@link param} that returns its two errors, with their messages, instead of throwing them (PRM-030 to PRM-032).
 *
 * @throws {OutsideActionError} when no action is running
 * @example
 * ```ts
 * const page = paramOrError('page', int)
 * if (!page.ok) return new Response(page.error.message, { status: 400 })
 * ```
 */
export function paramOrError<T>(name: string, reader: Reader<T>): Outcome<T> {
  return currentParams().paramOrError(name, reader)
}

/**
 * The values of all parameters of that name, those of the body first (PRM-033); none when there are none (PRM-034). Each
 * element of an array in a JSON body is a value. A name given without a value is left out.
 *
 * @throws {ParamCouldNotBeParsedError} when the reader refuses one of them (PRM-035)
 * @throws {OutsideActionError} when no action is running
 */
export function paramList<T>(name: string, reader: Reader<T>): T[] {
  return currentParams().paramList(name, reader)
}

/**
 * {@link paramList} with `undefined` in the place of each name that was given without a value (PRM-036 to PRM-038): `a` and
 * `a=` in a query or a form, an empty input among them; `null` and `""` in an array of a JSON body.
 *
 * @throws {ParamCouldNotBeParsedError} when the reader refuses a value that was given (PRM-G10)
 * @throws {OutsideActionError} when no action is running
 * @example
 * ```ts
 * paramListOrNothing('quantity', int) // ?quantity=1&quantity=&quantity=3 gives [1, undefined, 3]
 * ```
 */
export function paramListOrNothing<T>(name: string, reader: Reader<T>): (T | undefined)[] {
  return currentParams().paramListOrNothing(name, reader)
}

/**
 * Whether the name is in the query or the body, whatever its value: `?a`, `?a=` and `{"a": null}` too (PRM-039 to PRM-041).
 *
 * @throws {OutsideActionError} when no action is running
 */
export function hasParam(name: string): boolean {
  return currentParams().hasParam(name)
}

/**
 * The value as it was sent, or `undefined` when the parameter is missing (PRM-042, PRM-043); `null` is a JSON value.
 *
 * @throws {OutsideActionError} when no action is running
 */
export function queryOrBodyParam(name: string): RawValue | undefined {
  return currentParams().queryOrBodyParam(name)
}

/**
 * Name and raw value of every parameter, those of the body first, in the order in which they were sent (PRM-044, PRM-045);
 * the value of a name without an equals sign is `undefined` (PRM-G12). JSON objects order members that look like
 * integers before the others.
 *
 * @throws {OutsideActionError} when no action is running
 */
export function allParams(): [name: string, raw: RawValue | undefined][] {
  return currentParams().allParams()
}

/**
 * Reads the named parameters and writes each to the record's field of that name (PRM-046 to PRM-048). If a reader refuses a value,
 * the reason becomes a validation error of the record, the field keeps its old value, and reading goes on (PRM-050, PRM-051); a
 * missing parameter is ignored (PRM-052).
 *
 * @param record made by `asRecord`; it stays as it is (PRM-G22)
 * @param names fields of the record: others do not compile (PRM-049)
 * @returns a copy of the record with the values that were read
 * @throws {TypeError} before anything is read, when a name is not a field of the record; or when `record` is not a record
 * @throws {OutsideActionError} when no action is running
 * @example
 * ```ts
 * const person = fill(asRecord(new Person(), { firstName: text, age: int }), ['firstName', 'age'])
 * return ifValid(person, save, showForm)
 * ```
 */
export function fill<T extends object, Name extends string>(
  record: T & ParamRecord<Name>,
  names: readonly NoInfer<Name>[],
): T & ParamRecord<Name> {
  return currentParams().fill(record, names)
}
