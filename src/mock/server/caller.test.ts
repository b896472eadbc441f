import { expect, it } from 'vitest'
import { Caller } from './server.ts'

it('aborts an existing signal, and one that is created later', () => {
  const [early, late] = [new Caller(), new Caller()]
  const { signal } = early
  expect(signal.aborted).toBe(false)
  for (const caller of [early, late]) caller.leave('gone')
  expect(signal.aborted).toBe(true)
  expect(late.signal.reason).toEqual(new Error('gone'))
  expect(late.signal).toBe(late.signal)
})

it('keeps the first reason', () => {
  const caller = new Caller()
  caller.leave('the caller has gone')
  caller.leave('the mock is stopping')
  expect(caller.signal.reason).toEqual(new Error('the caller has gone'))
})
