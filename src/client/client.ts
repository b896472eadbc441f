/** The parts that all clients share, for code that catches their errors, writes a credential function or replaces the clock. */
export type { DataOf, ErrorOf, Result } from './call-types.ts'
export {
  ApiError,
  ConnectionError,
  type ErrorCode,
  HttpError,
  PagingError,
  RedirectError,
  StreamError,
  TimeoutError,
  UnreadableAnswerError,
} from './errors.ts'
export { type ApiClient, type ApiClientOptions, type Call, unwrap } from './operation.ts'
export type { CallOptions, ClientOptions, Clock } from './options.ts'
export { paginate } from './paging.ts'
export type { Credential, CredentialRequest } from './security.ts'
export { stream } from './stream.ts'
