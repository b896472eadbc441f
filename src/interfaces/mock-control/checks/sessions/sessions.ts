import type { components } from '../../../../../generated/mock-control/types.ts'
import { expect } from '../../../../check/expect.ts'
import {
  changesAnswer,
  changesBody,
  on,
  type Sabotage,
  seesHeaders,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import { callerOf, hold, ordersOf } from '../callers.ts'
import { callInSession, making, ofSessions } from '../every-call.ts'
import {
  becomes,
  deleteAfterwards,
  expectStatus,
  inSessions,
  journalOf,
  ownSession,
  servedInterface,
  timeOf,
} from '../session.ts'

type Session = components['schemas']['Session']
type List = components['schemas']['SessionList']

/** Sessions are told otherwise, one by one and in the list. */
function sessionsSay(change: (session: Session) => Partial<Session>): Sabotage {
  const changed = (session: Session) => ({ ...session, ...change(session) })
  return changesBody((body: Session | List) =>
    'sessions' in body ? { sessions: body.sessions.map(changed) } : changed(body),
  )
}

const lastOf = <T>(items: readonly T[]): T | undefined => items.at(-1)

export const sessions = inSessions({
  'CTL-007': {
    async run({ t }) {
      const own = ownSession(t)
      const long = own.padEnd(128, 'x')
      const mixed = `${own.slice(0, 30)}A.b-c_9`
      for (const session of [long, mixed]) {
        deleteAfterwards(t, session)
        await expectStatus(t.attempt('getClock', { path: { session } }), 200, `status for '${session}'`)
        const { statuses } = await ordersOf(t, session)
        expect(await statuses(1), `status of a request in '${session}'`).toEqual([200])
        expect((await journalOf(t, session)).length, `requests in '${session}'`).toBe(1)
      }
      const values = async (name: string | undefined) => {
        const { body } = await t.attempt('listInterfaces', { headers: { 'x-mock-session': name } })
        return body.interfaces.find((one) => one.name === 'secrets')?.conditions.sealed?.value
      }
      await t.attempt('changeConditions', { path: { session: long, interface: 'secrets' }, body: { sealed: true } })
      expect(await values(long), 'a condition of the session that is named').toBe(true)
      const byDefault = await t.attempt('getConditions', { path: { session: 'default', interface: 'secrets' } })
      expect(await values(undefined), 'a condition without the header').toBe(byDefault.body.sealed)

      const { baseUrls } = await servedInterface(t, 'orders')
      const [base = ''] = baseUrls
      const journal = () => journalOf(t, 'default')
      const before = lastOf(await journal())
      await t.send({ method: 'PATCH', base, target: '/orders', as: null, headers: { accept: 'application/json' } })
      const after = lastOf(await journal())
      expect(after, 'last request of `default`').toMatchObject({ interface: 'orders', method: 'PATCH' })
      expect(after, 'last request of `default`').not.toEqual(before)

      for (const session of [`${long}x`, 'two words', 'a/b', 'é', 'a,b', 'a:b']) {
        for (const operation of ofSessions)
          await expectStatus(callInSession(t, operation, session), 400, `status of ${operation} for '${session}'`)
        if (session === 'é') continue
        const headers = { 'x-mock-session': session }
        await expectStatus(t.attempt('listInterfaces', { headers }), 400, `status of the list for '${session}'`)
        const call = await callerOf(t, 'orders', session)
        await expectStatus(call('GET /orders'), 400, `status of a request in '${session}'`)
      }
    },
    sabotage: [
      on('getSession', turnsStatus(400, 404)),
      on('clearJournal', turnsStatus(400, 204)),
      on('listInterfaces', turnsStatus(400, 200)),
      on('listInterfaces', seesHeaders({ 'x-mock-session': 'default' })),
      when(
        ({ path }) => /^\/sessions\/[^/]{65,128}\//.test(path),
        changesAnswer((answer) => ({ ...answer, status: 400 })),
      ),
      when(
        ({ path }) => path.startsWith('/sessions/default/journal'),
        changesBody(() => ({ requests: [] })),
      ),
    ],
  },
  'CTL-008': {
    async run({ t }) {
      const unknown = ownSession(t)
      for (const operation of ['getSession', 'deleteSession', 'getSession'] as const)
        await expectStatus(callInSession(t, operation, unknown), 404, `status of ${operation} for no session`)
      const isThere = async (session: string) => (await t.attempt('getSession', { path: { session } })).status
      for (const operation of making) {
        const session = ownSession(t)
        await callInSession(t, operation, session)
        expect(await isThere(session), `status of a session that ${operation} was the first to name`).toBe(200)
      }
      const session = ownSession(t)
      await (await ordersOf(t, session)).statuses(1)
      expect(await isThere(session), 'status of a session that a request was the first to name').toBe(200)
    },
    sabotage: [
      on('getSession', turnsStatus(404, 200)),
      on('deleteSession', turnsStatus(404, 204)),
      on('getSession', async (request, forward) => {
        await forward({ ...request, path: `${request.path}/clock` })
        return forward(request)
      }),
      on('getSession', async (request, forward) => {
        const answer = await forward(request)
        const { interfaces = [] } = (answer.body ?? {}) as Partial<Session>
        return interfaces.length > 0 ? { ...answer, status: 404 } : answer
      }),
      on('clearJournal', async () => ({ status: 204, headers: {}, body: undefined })),
    ],
  },
  'CTL-010': {
    async run({ t, session, control }) {
      const of = async (): Promise<Session> => {
        const { body } = await control('getSession')
        const { body: list } = await t.attempt('listSessions')
        const listed = list.sessions.find(({ name }) => name === session)
        const { now, idleSeconds, ...lasting } = body
        expect(listed, 'the session in the list').toMatchObject(lasting)
        expect(Date.parse(listed?.now ?? '') - Date.parse(now), 'its time in the list').toBeLessThan(60_000)
        expect(listed?.idleSeconds, 'seconds without use in the list').toBeGreaterThanOrEqual(idleSeconds)
        return body
      }
      await control('setClock', { body: { now: '2031-05-06T07:08:09Z' } })
      const first = await of()
      expect(first, 'a new session').toMatchObject({ name: session, interfaces: [], requestsUnderWay: 0 })
      expect(first.now, 'its time').toMatch(/^2031-05-06T07:\d\d:/)

      const orders = await ordersOf(t, session)
      await orders.statuses(1)
      expect((await of()).interfaces, 'interfaces with records, after a request').toEqual(['orders'])
      await control('runAction', { path: { interface: 'secrets', action: 'miss-data' }, body: { requests: 0 } })
      expect([...(await of()).interfaces].sort(), 'interfaces with records, after a control call').toEqual([
        'orders',
        'secrets',
      ])

      const waited = await becomes(async () => (await of()).idleSeconds >= 0.02)
      expect(waited, 'whether the seconds without use grow').toBe(true)
      const used = performance.now()
      await timeOf(t, session)
      const { idleSeconds } = await of()
      expect(idleSeconds, 'seconds without use, after use').toBeLessThanOrEqual((performance.now() - used + 2) / 1000)

      await control('createFault', { body: { interface: 'orders', kind: 'latency', milliseconds: 3_600_000 } })
      const held = [await hold(t, session, orders.get('1')), await hold(t, session, orders.get('2'), { already: 1 })]
      expect(await of(), 'the session with two requests under way').toMatchObject({
        requestsUnderWay: 2,
        idleSeconds: 0,
      })
      await control('advanceClock', { body: { seconds: 3600 } })
      await Promise.all(held.map(({ reply }) => reply))
      const isOver = await becomes(async () => (await of()).requestsUnderWay === 0)
      expect(isOver, 'whether none is under way when they have been answered').toBe(true)

      const other = ownSession(t)
      const order = async () => {
        const { body } = await t.attempt('listSessions')
        return body.sessions.map(({ name }) => name).filter((name) => name === session || name === other)
      }
      await timeOf(t, other)
      expect(await order(), 'the sessions, the one used last at the end').toEqual([session, other])
      await timeOf(t, session)
      expect(await order(), 'the sessions, the one used last at the end').toEqual([other, session])
    },
    sabotage: [
      on('getSession', changesBody, (session: Session) => ({ ...session, now: '2026-01-01T00:00:00.000Z' })),
      on('getSession', changesBody, (session: Session) => ({ ...session, interfaces: [] })),
      on(
        ['getSession', 'listSessions'],
        sessionsSay(() => ({ interfaces: ['orders'] })),
      ),
      on(
        ['getSession', 'listSessions'],
        sessionsSay(() => ({ requestsUnderWay: 1 })),
      ),
      on(
        ['getSession', 'listSessions'],
        sessionsSay(() => ({ idleSeconds: 0 })),
      ),
      on(
        ['getSession', 'listSessions'],
        sessionsSay(({ idleSeconds }) => ({ idleSeconds: idleSeconds + 1 })),
      ),
      on('listSessions', changesBody, () => ({ sessions: [] })),
      on(
        'listSessions',
        sessionsSay(() => ({ interfaces: [] })),
      ),
      on('listSessions', changesBody, ({ sessions }: List) => ({ sessions: sessions.reverse() })),
    ],
  },
})
