import { expect } from '../../../../check/expect.ts'
import { changesBody, on, remembersFirstAnswer, type Sabotage, seesBody } from '../../../../check/sabotage.ts'
import { anOrder, callerOf, ordersOf } from '../callers.ts'
import { becomes, expectStatus, inSessions, journalOf, ownSession, timeOf } from '../session.ts'
import { advance, expectAt, expectMoved, set } from './clock-calls.ts'

export const clock = inSessions({
  'CTL-023': {
    async run({ t, session, control }) {
      for (const wait of [() => control('getClock'), () => advance(t, session, { seconds: 0 })]) {
        const body = await expectStatus(wait(), 200, 'status of the clock')
        expect(body.now, 'the time').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
        expect(Math.abs(Date.parse(body.now) - Date.now()), 'how far a new session is from real time').toBeLessThan(
          600_000,
        )
      }
      const { body } = await set(t, session, '2031-01-01T00:00:00Z')
      expect(body.now, 'the time that was set').toMatch(/^2031-01-01T00:00:\d\d(\.\d+)?Z$/)
    },
    sabotage: [
      on('getClock', changesBody, () => ({ now: Date.now() })),
      on('getClock', changesBody, () => ({ now: new Date().toISOString().slice(0, 10) })),
      on('getClock', changesBody, () => ({ now: '2030-01-01T00:00:00Z' })),
      on('setClock', changesBody, () => ({ now: '2026-01-01T00:00:00Z' })),
    ],
  },
  'CTL-024': {
    async run({ t, session }) {
      const token = await anOrder(t)
      const call = await callerOf(t, 'secrets', session)
      const orders = await ordersOf(t, session)
      for (const moment of ['2031-07-01T12:00:00Z', '2012-02-29T23:59:58.5+02:00']) {
        const body = await expectStatus(set(t, session, moment), 200, 'status of setting the clock')
        const ahead = Date.parse(body.now) - Date.parse(moment)
        expect([ahead >= 0, ahead < 60_000], `whether the answer to ${moment} is that moment, or just after`).toEqual([
          true,
          true,
        ])
        await expectAt(t, session, moment)
        await orders.get(token)
        await call('GET /v1/sys/health')
        for (const { when, interface: name } of (await journalOf(t, session)).slice(-2)) {
          const late = Date.parse(when) - Date.parse(moment)
          expect([late >= 0, late < 60_000], `whether ${name} was asked at ${moment} or just after`).toEqual([
            true,
            true,
          ])
        }
      }
      const action = { session, interface: 'orders', action: 'issue-download' }
      await t.attempt('runAction', { path: action, body: { token, name: 'A file', daysUntilExpire: 1 } })
      const isValid = async () => {
        const { body } = await orders.call(`GET /orders/${token}/digital`)
        return (body as { name: string; isValid: boolean }[]).find(({ name }) => name === 'A file')?.isValid
      }
      expect(await isValid(), 'whether a download of one day is valid on that day').toBe(true)
      await set(t, session, '2012-03-02T12:00:00Z')
      expect(await isValid(), 'whether it is valid three days later').toBe(false)
    },
    sabotage: [
      on('setClock', async (request, forward) => forward({ ...request, method: 'GET', body: null })),
      on('setClock', seesBody, ({ now }: { now: string }) => ({ now: now.replace(/[+]\d\d:\d\d$/, 'Z') })),
      on('setClock', changesBody, () => ({ now: new Date().toISOString() })),
      on('listOrderDigitalGoods', changesBody, (goods: object[]) => goods.map((good) => ({ ...good, isValid: true }))),
    ],
  },
  'CTL-026': {
    async run({ t }) {
      for (const moment of [undefined, '2031-01-01T00:00:00Z', '1999-12-31T23:59:59.999Z']) {
        const session = ownSession(t)
        await expectMoved(t, session, 0, async () => {
          await timeOf(t, session)
        })
        if (moment !== undefined) await set(t, session, moment)
        const first = await timeOf(t, session)
        const started = performance.now()
        await expectMoved(t, session, 0, async () => {
          const isLater = await becomes(
            async () => (await timeOf(t, session)) > first + 10 && performance.now() > started + 20,
          )
          expect(
            isLater,
            `whether a clock ${moment === undefined ? 'that nobody moved' : `set to ${moment}`} runs on`,
          ).toBe(true)
        })
      }
    },
    sabotage: [
      on('getClock', remembersFirstAnswer()),
      onceMoved(({ first, now }) => first + (now - first) * 1000),
      onceMoved(({ first }) => first),
    ],
  },
})

/** A clock that does not go as real time does from its first reading in another year on. */
function onceMoved(go: (times: { first: number; now: number }) => number): Sabotage {
  const firsts = new Map<string, number>()
  return on('getClock', changesBody, (body: { now: string }, { path }) => {
    const now = Date.parse(body.now)
    if (new Date(now).getUTCFullYear() === new Date().getUTCFullYear()) return body
    const first = firsts.get(path) ?? now
    firsts.set(path, first)
    return { now: new Date(go({ first, now })).toISOString() }
  })
}
