import { type Condition, flag, type ValuesOf } from '../../behaviour/definition.ts'
import type { RateLimit } from './rate-limit.ts'

const rate_limit: Condition<RateLimit | null> = {
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
}

export const conditions = {
  access_denied: flag('Every caller lacks the access rights for every request: 403, where the request is valid.'),
  rate_limit,
  failing: flag('The server meets an unexpected condition in every request that carries a valid token: 500.'),
}

export type Conditions = ValuesOf<typeof conditions>
