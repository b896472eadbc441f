import { expect } from 'vitest'
import { expectHeld, expectOver, hold, howItEnded, it, type Session } from './session.fixture.ts'

/** What the update of `updateIn` changes. */
const changed = { trackingNumber: 'check of faults' }

/** Prepares an update of an order. `isMade` tells whether the update took effect. */
async function updateIn(s: Session) {
  const token = await s.anOrder()
  const { status } = (await s.order(token)).body
  return {
    token,
    update: () => s.update(token, { status, ...changed }),
    isMade: async () => (await s.order(token)).body.trackingNumber === changed.trackingNumber,
  }
}

/** Expects two requests under a fault to end in this way, and the next request to be answered. */
async function expectEnds(s: Session, kind: 'drop' | 'truncate', end: string, hasEffect: boolean): Promise<void> {
  const { update, isMade } = await updateIn(s)
  await s.inject({ kind, times: 2 })
  expect(await howItEnded(s.ask('orders', 'GET /orders'))).toBe(end)
  expect(await howItEnded(update())).toBe(end)
  expect(await isMade()).toBe(hasEffect)
  expect((await update()).status).toBe(200)
}

it('CTL-041: a latency delays a request by its milliseconds on the session’s clock', async ({ s }) => {
  const { update, isMade } = await updateIn(s)
  await s.inject({ kind: 'latency', operation: 'updateOrder', milliseconds: 3_600_000 })
  for (const move of [() => s.advance({ seconds: 600, milliseconds: 1 }), () => s.setClock('2039-01-01T00:00:00Z')]) {
    const held = await hold(s, update())
    await expectHeld(s, held)
    await s.advance({ seconds: 3000 })
    await expectHeld(s, held)
    await move()
    await expectOver(s, held)
    expect(await held.reply).toMatchObject({ status: 200 })
  }
  expect(await isMade()).toBe(true)
})

it('CTL-042: an injected status is answered with the documented example of that status', async ({ s }) => {
  const { token, update, isMade } = await updateIn(s)
  const under = async (code: number, request: string, headers: Record<string, string> = {}) => {
    await s.inject({ kind: 'status', times: 1, status: code })
    const reply = await s.ask('orders', request, { headers })
    expect(reply.status).toBe(code)
    return reply
  }
  const example = { status: 404, title: 'Not Found', instance: '/orders/00000000-0000-4000-8000-000000000000' }
  expect((await under(404, `GET /orders/${token}`)).body).toMatchObject(example)
  const { headers, body } = await under(401, 'GET /orders')
  expect(headers['www-authenticate']).toMatch(/^Basic /)
  expect(body).toMatchObject({ status: 401, instance: '/orders' })
  for (const code of [403, 409, 418, 429, 500, 502, 503, 599]) {
    const { headers, body } = await under(code, `GET /orders/${token}`)
    expect(headers['content-type']).toBe('application/problem+json')
    const problem = { status: code, detail: expect.stringMatching(/\w/) }
    expect(body).toMatchObject(problem)
  }
  // These requests would be refused without the fault, too.
  await under(503, 'PATCH /nothing', { authorization: 'none' })
  const stranger = await under(401, 'GET /nothing')
  expect(stranger.headers['www-authenticate']).toMatch(/^Basic /)
  for (const code of [403, 500])
    expect((await under(code, 'GET /nothing')).headers).not.toHaveProperty('www-authenticate')
  await s.inject({ kind: 'status', times: 1, status: 500 })
  expect((await update()).status).toBe(500)
  expect(await isMade()).toBe(false)
})

it('CTL-043: the connection of a dropped request is closed without an answer', ({ s }) =>
  expectEnds(s, 'drop', 'no answer', false))

it('CTL-044: a truncated answer ends with the connection before its body is complete', ({ s }) =>
  expectEnds(s, 'truncate', 'cut short', true))
