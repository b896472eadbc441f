import { copyOf, type ParamRecord, stateOf, type ValidationError } from './record.ts'

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
