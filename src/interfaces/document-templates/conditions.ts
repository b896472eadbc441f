import type { Condition } from '../../behaviour/definition.ts'
import type { RateLimit } from './rate-limit.ts'

export interface Conditions {
  access_denied: boolean
  rate_limit: RateLimit | null
  failing: boolean
}

export const conditions: { [Name in keyof Conditions]: Condition<Conditions[Name]> } = {
  access_denied: {
    description: 'Every caller lacks the access rights for every request: 403, where the request is valid.',
    schema: { type: 'boolean' },
    initial: false,
  },
  rate_limit: {
    description:
      'Each user gets so many requests in any so many seconds of the session clock, and 429 with `Retry-After` beyond; `requests: 0` refuses all. Null: no limit.',
    schema: {
      type: ['object', 'null'],
      required: ['requests', 'seconds'],
      additionalProperties: false,
      properties: {
        requests: { type: 'integer', minimum: 0, maximum: 10_000 },
        seconds: { type: 'integer', minimum: 1, maximum: 86_400 },
      },
    },
    initial: null,
  },
  failing: {
    description: 'The server meets an unexpected condition in every request that carries a valid token: 500.',
    schema: { type: 'boolean' },
    initial: false,
  },
}
