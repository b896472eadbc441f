import { expect } from 'vitest'
import type { Reply } from '../../../check/check.ts'
import { expectSoon, type Session } from './session.fixture.ts'

/** A request that was sent and may still wait for its answer. */
export interface PendingRequest {
  isOver(): boolean
  reply: Promise<Reply | Error>
}

/** Waits until the mock has received a request that a latency delays. */
export async function hold(s: Session, sending: Promise<Reply>, already = 0): Promise<PendingRequest> {
  let over = false
  const reply = sending
    .catch((error: Error) => error)
    .finally(() => {
      over = true
    })
  const isUnderWay = async () => (await s.call('getSession')).body.requestsUnderWay > already
  await expectSoon('whether the mock has received the request', async () => over || (await isUnderWay()))
  return { isOver: () => over, reply }
}

/** Expects a delayed request to be still unanswered after some calls. */
export async function expectHeld(s: Session, held: PendingRequest): Promise<void> {
  for (let calls = 0; calls < 5; calls++) await s.time()
  expect(held.isOver(), 'whether the request was answered before its time').toBe(false)
}

export async function expectOver(s: Session, held: PendingRequest): Promise<void> {
  await expectSoon('whether the request was answered when its time had come', async () => {
    await s.time()
    return held.isOver()
  })
}

/** How a request ended: with a whole answer, without an answer, or with a part of one. */
export function howItEnded(sending: Promise<Reply>): Promise<'answered' | 'no answer' | 'cut short'> {
  return sending.then(
    () => 'answered' as const,
    ({ message }: Error) => (message.includes('ended before its answer was whole') ? 'cut short' : 'no answer'),
  )
}
