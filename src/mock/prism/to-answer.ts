import type { IHttpResponse } from '@stoplight/prism-http'
import type { Answer } from '../../behaviour/definition.ts'

/** An answer in Prism's form as it goes to the wire. */
export function toAnswer({ statusCode, headers = {}, body }: IHttpResponse): Answer {
  return { status: statusCode, headers: named(headers), body }
}

/** The other way. */
export function toResponse({ status, headers, body }: Answer): IHttpResponse {
  return { statusCode: status, headers, body }
}

/** Headers by their names in lower case, without those that have no value. */
export function named(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const lower: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== null && value !== undefined) lower[name.toLowerCase()] = String(value)
  }
  return lower
}
