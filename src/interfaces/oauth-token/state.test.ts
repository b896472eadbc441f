import { expect, it } from 'vitest'
import { isExpired, issueFor } from './state.ts'

const issued = issueFor('shop', { secret: 'secret', environment: 'sandbox' }, new Date('2026-03-09T12:00:00Z'))

it('OAT-016, OAT-017: a token lives for ten minutes, and no millisecond longer', () => {
  expect(isExpired(issued, new Date('2026-03-09T12:09:59.999Z'))).toBe(false)
  expect(isExpired(issued, new Date('2026-03-09T12:10:00.000Z'))).toBe(true)
})

it('OAT-023: a token opens the environment of its client', () => {
  expect(issued).toMatchObject({ client: 'shop', environment: 'sandbox' })
})
