import type { Limits } from './limits.ts'
import type { RawValue } from './parameter.ts'

/** What both errors of the library have in common: `error instanceof ParamError` tells them from those of an action. */
export abstract class ParamError extends Error {
  /** The name asked for; empty where the request as a whole could not be read. */
  declare readonly parameter: string
  /** The value as it was sent; undefined where there is none. It stands in no message, as it may be secret. */
  declare readonly raw: RawValue | undefined
  /** What is wrong, without the name: `not found`, or what the value reader says. */
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
 * No parameter can be read, since the request is past a limit or its body is not what its media type says. It is thrown by
 * what reads requests (`readParams`, the adapters), never by `param` and its kin. Its message is
 * `params: The request could not be read, <reason>`.
 */
export class RequestCouldNotBeReadError extends ParamCouldNotBeParsedError {
  override readonly name = 'RequestCouldNotBeReadError'
  /** The limit that the request is past; undefined for a malformed body. */
  declare readonly limit: keyof Limits | undefined

  constructor(reason: string, limit?: keyof Limits) {
    super('', reason, undefined, `params: The request could not be read, ${reason}`)
    this.limit = limit
  }
}

export function pastLimit(limit: keyof Limits, limits: Limits): RequestCouldNotBeReadError {
  return new RequestCouldNotBeReadError(`it is past the limit of ${limits[limit]} ${limit}`, limit)
}
