import type { ErrorStatus, HttpError } from './errors.ts'
import type { CallOptions } from './options.ts'

type Verb = 'get' | 'put' | 'post' | 'delete' | 'patch'

type PathsWith<Paths, V extends Verb> = {
  [Path in keyof Paths]: Paths[Path] extends { [Key in V]: unknown } ? Path : never
}[keyof Paths]

type OperationAt<Paths, Path extends keyof Paths, V extends Verb> = Paths[Path] extends { [Key in V]: infer Operation }
  ? Operation
  : never

/** Path and query. The client itself sends the headers that a document names. */
type ParametersOf<Operation> = Operation extends { parameters: infer Parameters }
  ? Omit<Parameters, 'header' | 'cookie'>
  : never

type WithParameters<Parameters> = object extends Parameters ? { params?: Parameters } : { params: Parameters }

type WithBody<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : Operation extends { requestBody?: infer Body }
    ? [Body] extends [{ content: infer Content } | undefined]
      ? { body?: [NonNullable<Body>] extends [never] ? never : Content[keyof Content] }
      : never
    : never

/** The arguments of a call, in addition to the path template. */
export type Init<Operation> = WithParameters<ParametersOf<Operation>> & WithBody<Operation> & CallOptions

/** The members of one place of the parameters. */
type PlaceOf<Operation, Place extends string> = Operation extends { parameters: { [Key in Place]?: infer Members } }
  ? [NonNullable<Members>] extends [never]
    ? unknown
    : NonNullable<Members>
  : unknown

/** The parameters and the body of an operation as one object. */
export type Arguments<Operation> = PlaceOf<Operation, 'path'> &
  PlaceOf<Operation, 'query'> &
  PlaceOf<Operation, 'header'> &
  PlaceOf<Operation, 'cookie'> &
  WithBody<Operation>

type InitArguments<Operation> = object extends Init<Operation> ? [init?: Init<Operation>] : [init: Init<Operation>]

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never

/** A body by its media types. Binary media types are bytes, whatever type their JSON Schema has. */
type BodyOf<Answer> = Answer extends { content: infer Content }
  ? { [Media in keyof Content]: Media extends 'application/octet-stream' ? Uint8Array : Content[Media] }[keyof Content]
  : undefined

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207

/** The data of a success; includes undefined if a success may have no body. */
export type DataOf<Operation> = {
  [Status in keyof ResponsesOf<Operation> & SuccessStatus]: BodyOf<ResponsesOf<Operation>[Status]>
}[keyof ResponsesOf<Operation> & SuccessStatus]

type DocumentedStatus<Operation> = keyof ResponsesOf<Operation> & ErrorStatus

type OtherBody<Responses> = Responses extends { default: infer Answer } ? BodyOf<Answer> : unknown

/** The error answers of an operation, distinguished by `status`. The body of a status that the document does not have is `unknown`. */
export type ErrorOf<Operation> =
  | {
      [Status in DocumentedStatus<Operation>]: HttpError<Status, BodyOf<ResponsesOf<Operation>[Status]>>
    }[DocumentedStatus<Operation>]
  | HttpError<Exclude<ErrorStatus, DocumentedStatus<Operation>>, OtherBody<ResponsesOf<Operation>>>

/** Either the data or the error, and the response that it came with; its body has been read. */
export type Result<Operation> =
  | { data: DataOf<Operation>; error?: never; response: Response }
  | { data?: never; error: ErrorOf<Operation>; response: Response }

type Call<Paths, V extends Verb> = <Path extends PathsWith<Paths, V>>(
  path: Path,
  ...init: InitArguments<OperationAt<Paths, Path, V>>
) => Promise<Result<OperationAt<Paths, Path, V>>>

/**
 * The operations of an interface by verb and path, as in openapi-fetch. A call resolves to data or error; it rejects only when
 * there is no answer: `TimeoutError`, `ConnectionError`, `RedirectError`, `UnreadableAnswerError`, or the reason of its signal.
 */
export interface Verbs<Paths> {
  GET: Call<Paths, 'get'>
  PUT: Call<Paths, 'put'>
  POST: Call<Paths, 'post'>
  DELETE: Call<Paths, 'delete'>
  PATCH: Call<Paths, 'patch'>
}
