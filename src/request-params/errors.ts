import type { Limits } from './limits.ts'
import type { RawValue } from './parameter.ts'

/** The base of the errors of this library: `error instanceof ParamError` distinguishes them from errors of an action. */
export abstract class ParamError extends Error {
  /** Name of the parameter; empty if the request as a whole could not be read. */
  declare readonly parameter: string
  /** The value as it was sent; undefined if there is none. No message holds it, because it may be secret. */
  declare readonly raw: RawValue | undefined
  /** The reason, without the name: `not found`, or the reason of the value reader. */
  declare readonly reason: string

  constructor(
    parameter: string,
    reason: string,
    raw?: RawValue,
    message = `param: Parameter '${parameter}' could not be parsed, ${reason}`,
  ) {
    super(message)
    this.parameter = parameter
    this.raw = raw
    this.reason = reason
  }
}

/**
 * A parameter that was asked for is missing, or was given without a value (PRM-017, PRM-062). Its message is
 * `param: Parameter '<name>' not found` (PRM-063).
 */
export class ParamNotFoundError extends ParamError {
  override readonly name = 'ParamNotFoundError'

  constructor(parameter: string) {
    super(parameter, 'not found', undefined, `param: Parameter '${parameter}' not found`)
  }
}

/**
 * A value is there and its reader refuses it (PRM-018, PRM-064). Its message is
 * `param: Parameter '<name>' could not be parsed, <reason>`; that text is an assumption (PRM-G03).
 */
export class ParamCouldNotBeParsedError extends ParamError {
  override readonly name: string = 'ParamCouldNotBeParsedError'
}

/**
 * No parameter can be read, because the request is past a limit or its body does not match its media type. The functions that read
 * requests (`readParams`, the adapters) throw this error; `param` and the other operations never do. Its message is
 * `params: The request could not be read, <reason>`.
 */
export class RequestCouldNotBeReadError extends ParamCouldNotBeParsedError {
  override readonly name = 'RequestCouldNotBeReadError'
  /** The limit that the request exceeds; undefined for a malformed body. */
  declare readonly limit: keyof Limits | undefined

  constructor(reason: string, limit?: keyof Limits) {
    super('', reason, undefined, `params: The request could not be read, ${reason}`)
    this.limit = limit
  }
}

/** The result of `paramOrError`: the value, or the error that `param` throws. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ParamError }

export function pastLimit(limit: keyof Limits, limits: Limits): RequestCouldNotBeReadError {
  return new RequestCouldNotBeReadError(`it is past the limit of ${limits[limit]} ${limit}`, limit)
}
