import { expect, it } from 'vitest'
import { createClock } from '../../../mock/session/clock.ts'
import { record } from './profiles.ts'

it('a caller who leaves during a recording is not a fault', async () => {
  const leave = new AbortController()
  const recording = record({ seconds: 600 }, { clock: createClock(), signal: leave.signal, because: () => {} })
  leave.abort()
  expect(await recording).toBe(600)
})
