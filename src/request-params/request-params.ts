/**
 * Reads typed values from the query or the body of the request that an action is serving, and assigns them to records.
 *
 * @module
 */

export { fromBytes, toBytes } from './body/bytes.ts'
export { currentParams, OutsideActionError, runAction } from './current.ts'
export { ParamCouldNotBeParsedError, ParamError, ParamNotFoundError, RequestCouldNotBeReadError } from './errors.ts'
export { defaultLimits, type Limits } from './limits.ts'
export {
  allParams,
  fill,
  hasParam,
  param,
  paramBool,
  paramInt,
  paramList,
  paramListOrNothing,
  paramOrDefault,
  paramOrError,
  paramOrNothing,
  paramText,
  paramUUID,
  queryOrBodyParam,
} from './operations.ts'
export type { Outcome } from './outcome.ts'
export type { JsonValue, RawValue } from './parameter.ts'
export type { Params } from './params.ts'
export type { Reader } from './read-parameter.ts'
export { type RequestParts, readParams, readParts, readQuery } from './read-params.ts'
export { bool, strictBool } from './readers/bool.ts'
export { enumReader } from './readers/enum-reader.ts'
export { file } from './readers/file.ts'
export { bigint, int } from './readers/int.ts'
export { list } from './readers/list.ts'
export { optional } from './readers/optional.ts'
export { text } from './readers/text.ts'
export { type UUID, uuid } from './readers/uuid.ts'
export type { ObjectSchema } from './record/fields.ts'
export {
  asRecord,
  type FieldName,
  type FieldsFor,
  type Only,
  type ParamRecord,
  type RecordOptions,
  type ValidationError,
  validationErrors,
} from './record/record.ts'
export { emptyValueToNothing, ifNew, ifValid, type OptionalField } from './record/record-branches.ts'
export type { StandardSchema } from './standard-schema.ts'
export { accepted, type Read, refused, type ValueReader } from './value-reader.ts'
