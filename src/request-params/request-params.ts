/**
 * Reads typed values from the query or the body of the request that an action is serving, and assigns them to records.
 *
 * @module
 */

export { fromBytes, toBytes } from './body/bytes.ts'
export { currentParams, OutsideActionError, runAction } from './current.ts'
export {
  type Outcome,
  ParamCouldNotBeParsedError,
  ParamError,
  ParamNotFoundError,
  RequestCouldNotBeReadError,
} from './errors.ts'
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
export type { JsonValue, RawValue } from './parameter.ts'
export type { Params } from './params.ts'
export { type RequestParts, readParams, readParts, readQuery } from './read-params.ts'
export { bigint, bool, enumReader, file, int, list, optional, strictBool, text, type UUID, uuid } from './readers.ts'
export {
  asRecord,
  emptyValueToNothing,
  type FieldName,
  type FieldsFor,
  ifNew,
  ifValid,
  type ObjectSchema,
  type Only,
  type OptionalField,
  type ParamRecord,
  type RecordOptions,
  type ValidationError,
  validationErrors,
} from './record.ts'
export type { Reader, StandardSchema } from './standard-schema.ts'
export { accepted, type Read, refused, type ValueReader } from './value-reader.ts'
