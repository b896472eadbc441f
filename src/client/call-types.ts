import type { ClientErrorStatus, HttpError, ServerErrorStatus } from './errors.ts'

/** The members of one place of the parameters. */
type PlaceOf<Operation, Place extends string> = Operation extends { parameters: { [Key in Place]?: infer Members } }
  ? [NonNullable<Members>] extends [never]
    ? unknown
    : NonNullable<Members>
  : unknown

type WithBody<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { body: SentBody<Content> }
  : Operation extends { requestBody?: infer Body }
    ? [Body] extends [{ content: infer Content } | undefined]
      ? { body?: [NonNullable<Body>] extends [never] ? never : SentBody<Content> }
      : unknown
    : unknown

type Json = `${string}/json` | `${string}/json;${string}` | `${string}+json` | `${string}+json;${string}`
type Text = `text/${string}` | `${string}/xml` | `${string}+xml`
type Form = `multipart/${string}` | `application/x-www-form-urlencoded${string}`

type SentBody<Content> = {
  [Media in keyof Content]: Media extends Json | Form
    ? Content[Media]
    : Media extends Text
      ? string
      : Content[Media] | BodyInit
}[keyof Content]

type AllArguments<Operation> = PlaceOf<Operation, 'path'> &
  PlaceOf<Operation, 'query'> &
  PlaceOf<Operation, 'header'> &
  PlaceOf<Operation, 'cookie'> &
  WithBody<Operation>

/** The parameters and the body of an operation as one object. The client itself sends those that are `Given`. */
export type Arguments<Operation, Given extends string = never> = [Given] extends [never]
  ? AllArguments<Operation>
  : Omit<AllArguments<Operation>, Given> & { [Name in Given]?: unknown }

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never

/** A body by its media types: JSON where there is JSON, else texts are texts, and all else is bytes. */
type BodyOf<Answer> = Answer extends { content: infer Content }
  ? [keyof Content & Json] extends [never]
    ? {
        [Media in keyof Content]: Media extends `${string}*${string}`
          ? Content[Media]
          : Media extends Text
            ? string
            : Uint8Array
      }[keyof Content]
    : Content[keyof Content & Json]
  : undefined

type SuccessKey = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226 | '2XX' | '2xx'

type Successes<Responses> = [keyof Responses & SuccessKey] extends [never]
  ? keyof Responses & 'default'
  : keyof Responses & SuccessKey

/** The data of a success; includes undefined if a success may have no body. */
export type DataOf<Operation> = {
  [Key in Successes<ResponsesOf<Operation>>]: BodyOf<ResponsesOf<Operation>[Key]>
}[Successes<ResponsesOf<Operation>>]

type Refusals<Responses> = Exclude<keyof Responses & number, SuccessKey>

type OtherBody<Responses, Range extends string> = Responses extends { [Key in Range]: infer Answer }
  ? BodyOf<Answer>
  : Responses extends { default: infer Answer }
    ? BodyOf<Answer>
    : unknown

type ErrorsOf<Responses> =
  | { [Status in Refusals<Responses>]: HttpError<Status, BodyOf<Responses[Status]>> }[Refusals<Responses>]
  | HttpError<Exclude<ClientErrorStatus, keyof Responses>, OtherBody<Responses, '4XX'>>
  | HttpError<Exclude<ServerErrorStatus, keyof Responses>, OtherBody<Responses, '5XX'>>

/** The error answers of an operation, distinguished by `status`. The body of a status that the document does not have is `unknown`. */
export type ErrorOf<Operation> = ErrorsOf<ResponsesOf<Operation>>

/** Either the data or the error, and the response that it came with; its body has been read. */
export type Result<Operation> =
  | { data: DataOf<Operation>; error?: never; response: Response }
  | { data?: never; error: ErrorOf<Operation>; response: Response }
