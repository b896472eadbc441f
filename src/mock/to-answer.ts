import type { IHttpResponse } from '@stoplight/prism-http'
import type { Answer } from '../interfaces/slice.ts'

/** An answer in Prism's form as it goes to the wire. */
export function toAnswer({ statusCode, headers = {}, body }: IHttpResponse): Answer {
  const named = Object.entries(headers).filter(([, value]) => value !== null && value !== undefined)
  return {
    status: statusCode,
    headers: Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), String(value)])),
    body,
  }
}
