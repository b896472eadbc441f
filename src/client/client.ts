/** The parts that all clients share, for code that catches their errors, writes a credential function or replaces the clock. */
export type { DataOf, ErrorOf, Init, Result, Verbs } from './call-types.ts'
export type { Clock } from './clock.ts'
export type { Credential, CredentialRequest } from './credential.ts'
export {
  ApiError,
  ConnectionError,
  type ErrorCode,
  type ErrorStatus,
  HttpError,
  PagingError,
  RedirectError,
  StreamError,
  TimeoutError,
  UnreadableAnswerError,
} from './errors.ts'
export type { CallOptions, ClientOptions } from './options.ts'
export { unwrap } from './unwrap.ts'
