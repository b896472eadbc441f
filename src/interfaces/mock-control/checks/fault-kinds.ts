import { expect } from '../../../check/expect.ts'
import { answersStatus, changesBody, changesHeader, on, when } from '../../../check/sabotage.ts'
import { expectHeld, expectOver, hold, howItEnded } from './pending.ts'
import { changesRefusal, instead, makes, refusesAsJson } from './sabotages.ts'
import { type Checks, inSession, type Session } from './session.ts'

/** What the update of `updateIn` changes. */
const changed = { trackingNumber: 'check of faults' }
const updatesAnyway = on('getOrder', changesBody, (order: object) => ({ ...order, ...changed }))

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
  expect(await howItEnded(s.ask('orders', 'GET /orders')), 'how a list ended').toBe(end)
  expect(await howItEnded(update()), 'how an update ended').toBe(end)
  expect(await isMade(), 'whether it has been made').toBe(hasEffect)
  expect((await update()).status, 'status of the next one').toBe(200)
}

export const faultKinds: Checks = {
  'CTL-041': inSession(async (s) => {
    const { update, isMade } = await updateIn(s)
    await s.inject({ kind: 'latency', operation: 'updateOrder', milliseconds: 3_600_000 })
    for (const move of [() => s.advance({ seconds: 600, milliseconds: 1 }), () => s.setClock('2039-01-01T00:00:00Z')]) {
      const held = await hold(s, update())
      await expectHeld(s, held)
      await s.advance({ seconds: 3000 })
      await expectHeld(s, held)
      await move()
      await expectOver(s, held)
      expect(await held.reply, 'the answer in the end').toMatchObject({ status: 200 })
    }
    expect(await isMade(), 'whether the update has been made in the end').toBe(true)
  }).brokenBy(
    makes(({ milliseconds = 0, ...fault }) => ({ ...fault, milliseconds: milliseconds * 2 })),
    makes(({ milliseconds = 0, ...fault }) => ({ ...fault, milliseconds: milliseconds / 2 })),
    instead('setClock', 'GET /clock'),
    on('updateOrder', answersStatus(504)),
  ),
  'CTL-042': inSession(async (s) => {
    const { token, update, isMade } = await updateIn(s)
    const under = async (code: number, request: string, headers: Record<string, string> = {}) => {
      await s.inject({ kind: 'status', times: 1, status: code })
      const reply = await s.ask('orders', request, { headers })
      expect(reply.status, `injected status of ${request}`).toBe(code)
      return reply
    }
    const example = { status: 404, title: 'Not Found', instance: '/orders/00000000-0000-4000-8000-000000000000' }
    expect((await under(404, `GET /orders/${token}`)).body, 'documented example of 404').toMatchObject(example)
    const { headers, body } = await under(401, 'GET /orders')
    expect(headers['www-authenticate'], 'challenge of a documented 401').toMatch(/^Basic /)
    expect(body, 'documented example of 401').toMatchObject({ status: 401, instance: '/orders' })
    for (const code of [403, 409, 418, 429, 500, 502, 503, 599]) {
      const { headers, body } = await under(code, `GET /orders/${token}`)
      expect(headers['content-type'], `media type of ${code}`).toBe('application/problem+json')
      const problem = { status: code, detail: expect.stringMatching(/\w/) }
      expect(body, `body of ${code}, as the interface tells its errors`).toMatchObject(problem)
    }
    // These requests would be refused without the fault, too.
    await under(503, 'PATCH /nothing', { authorization: 'none' })
    const stranger = await under(401, 'GET /nothing')
    expect(stranger.headers['www-authenticate'], 'challenge of a 401 anywhere').toMatch(/^Basic /)
    for (const code of [403, 500])
      expect((await under(code, 'GET /nothing')).headers, `headers of ${code}`).not.toHaveProperty('www-authenticate')
    await s.inject({ kind: 'status', times: 1, status: 500 })
    expect((await update()).status, 'status of an update').toBe(500)
    expect(await isMade(), 'whether it has been made').toBe(false)
  }).brokenBy(
    makes((fault) => ({ ...fault, status: 410 })),
    makes((fault) => ({ ...fault, operation: fault.operation ?? 'getOrder' })),
    on('getOrder', changesRefusal, ({ body, status }) =>
      status === 404 ? { body: { ...(body as object), instance: '/' } } : {},
    ),
    on('listOrders', changesHeader('www-authenticate', undefined)),
    on('getOrder', changesRefusal, () => ({ body: { message: 'no' } })),
    on('getOrder', refusesAsJson),
    when(({ method }) => method === 'PATCH', answersStatus(401)),
    updatesAnyway,
  ),
  'CTL-043': inSession((s) => expectEnds(s, 'drop', 'no answer', false)).brokenBy(
    makes((fault) => ({ ...fault, kind: 'truncate' })),
    makes(({ times = 1, ...fault }) => ({ ...fault, times: times + 1 })),
    updatesAnyway,
  ),
  'CTL-044': inSession((s) => expectEnds(s, 'truncate', 'cut short', true)).brokenBy(
    makes((fault) => ({ ...fault, kind: 'drop' })),
    makes(({ times = 1, ...fault }) => ({ ...fault, times: times + 1 })),
    on('updateOrder', (request, forward) => forward({ ...request, method: 'GET', body: null })),
  ),
}
