import { expect, it } from 'vitest'
import { countRequest } from './rate-limit.ts'

const limit = { requests: 2, seconds: 30 }

it('DOC-026: serves up to the limit, then says when to come back', () => {
  const first = countRequest([], 1000, limit)
  const second = countRequest(first.served, 3500, limit)
  expect(second).toEqual({ served: [1000, 3500], retryAfter: undefined })
  expect(countRequest(second.served, 4000, limit)).toEqual({ served: [1000, 3500], retryAfter: 27 })
})

it('DOC-026: what was promised is kept: after that time, one more is served', () => {
  expect(countRequest([1000, 3500], 30_999, limit).retryAfter).toBe(1)
  expect(countRequest([1000, 3500], 31_000, limit)).toEqual({ served: [3500, 31_000], retryAfter: undefined })
})

it('DOC-026: a limit that was lowered counts what was served before', () => {
  expect(countRequest([1000, 2000, 3000], 4000, { requests: 1, seconds: 30 }).retryAfter).toBe(29)
})

it('DOC-026: a limit of none refuses all', () => {
  expect(countRequest([], 1000, { requests: 0, seconds: 30 })).toEqual({ served: [], retryAfter: 30 })
  expect(countRequest([900], 1000, { requests: 0, seconds: 30 }).retryAfter).toBe(30)
})

it('DOC-026: a clock that is set back does not lock callers out', () => {
  expect(countRequest([90_000, 91_000], 1000, limit)).toEqual({ served: [1000], retryAfter: undefined })
})
