import { expect } from '../../../../check/expect.ts'
import { changesAnswer, on, type Sabotage, turnsStatus, when } from '../../../../check/sabotage.ts'
import { hold, ordersOf, type PendingRequest } from '../callers.ts'
import { callInSession, making } from '../every-call.ts'
import { becomes, type Checks, type Context, changes, expectStatus, ownSession } from '../session.ts'

const needs = { ...changes, resources: ['guarded mock'] }

/** Whether sessions of the guarded mock are there, by their statuses. */
async function statusesOf(t: Context, base: string, sessions: readonly string[]): Promise<number[]> {
  const found: number[] = []
  for (const session of sessions) found.push((await t.attempt('getSession', { path: { session }, base })).status)
  return found
}

/** Uses a session of the guarded mock, and so makes it where it is not there. */
async function use(t: Context, base: string, session: string): Promise<number> {
  return (await t.attempt('getClock', { path: { session }, base })).status
}

/** Has a request under way in a session of the guarded mock, until its clock is moved on. */
async function occupy(t: Context, base: string, session: string): Promise<PendingRequest> {
  const body = { interface: 'orders', kind: 'latency', milliseconds: 3_600_000 }
  await t.attempt('createFault', { path: { session }, base, body })
  const { call } = await ordersOf(t, session, base)
  t.afterwards(() => release(t, base, session))
  return hold(t, session, call('GET /orders'), { base })
}

function release(t: Context, base: string, session: string): Promise<unknown> {
  return t.attempt('advanceClock', { path: { session }, base, body: { seconds: 3600 } })
}

/** A new session takes the place of one that should have stayed. */
function takesThePlaceOf(choose: (inOrderOfUse: string[]) => string | undefined): Sabotage {
  let used: string[] = []
  return on('getClock', async (request, forward) => {
    const session = request.path.split('/')[2] ?? ''
    const evicted = !used.includes(session) && used.length >= 3 ? choose(used) : undefined
    if (evicted !== undefined) {
      used = used.filter((name) => name !== evicted)
      await forward({ ...request, method: 'DELETE', path: `/sessions/${evicted}` })
    }
    used = [...used.filter((name) => name !== session), session]
    return forward(request)
  })
}

export const room: Checks = {
  'CTL-014': {
    needs,
    async run(t) {
      const base = t.resource('guarded mock')
      const [one, two, three, four] = [1, 2, 3, 4].map(() => ownSession(t, { base })) as [
        string,
        string,
        string,
        string,
      ]
      for (const session of ['default', one, two, one]) await use(t, base, session)
      expect(await statusesOf(t, base, ['default', one, two]), 'statuses of as many sessions as there may be').toEqual([
        200, 200, 200,
      ])
      expect(await use(t, base, three), 'status of a call in one more').toBe(200)
      expect(
        await statusesOf(t, base, ['default', one, two, three]),
        'statuses of `default`, a session used since, the one used longest ago, and the new one',
      ).toEqual([200, 200, 404, 200])

      const held = await occupy(t, base, one)
      await use(t, base, three)
      expect(await use(t, base, four), 'status of a call in one more').toBe(200)
      expect(
        await statusesOf(t, base, ['default', one, three, four]),
        'statuses of `default`, the session with a request under way, the one used longest ago but for these, and the new one',
      ).toEqual([200, 200, 404, 200])
      await release(t, base, one)
      expect(await held.reply, 'the answer to the request that was under way').toMatchObject({ status: 200 })
    },
    sabotage: [
      takesThePlaceOf((used) => used.findLast((name) => name !== 'default')),
      takesThePlaceOf(() => 'default'),
      on('getSession', turnsStatus(404, 200)),
      on('getClock', async (request, forward) => {
        const listed = await forward({ ...request, path: '/sessions' })
        const { sessions } = listed.body as { sessions: { name: string }[] }
        const isNew = !sessions.some(({ name }) => request.path.includes(name))
        return sessions.length === 3 && isNew ? { ...listed, status: 503 } : forward(request)
      }),
    ],
  },
  'CTL-015': {
    needs,
    async run(t) {
      const base = t.resource('guarded mock')
      const [one, two] = [ownSession(t, { base }), ownSession(t, { base })]
      await use(t, base, 'default')
      const held = await occupy(t, base, one)
      await occupy(t, base, two)
      for (const operation of making) {
        await expectStatus(
          callInSession(t, operation, ownSession(t, { base }), { base }),
          503,
          `status of ${operation} in a new session`,
        )
      }
      const { statuses } = await ordersOf(t, ownSession(t, { base }), base)
      expect(await statuses(1), 'status of a request in a new session').toEqual([503])
      for (const session of ['default', one, two])
        expect(await use(t, base, session), `status of a call in the session '${session}', which is there`).toBe(200)
      expect(held.isOver(), 'whether a request that was under way has been ended').toBe(false)

      await release(t, base, one)
      await held.reply
      const session = ownSession(t, { base })
      const isMade = await becomes(async () => (await use(t, base, session)) === 200)
      expect(isMade, 'whether a new session is made once no request is under way in another').toBe(true)
    },
    sabotage: [
      on('getClock', turnsStatus(503, 200)),
      on('seedSession', turnsStatus(503, 409)),
      when(
        ({ path }) => path === '/sessions/default/clock',
        changesAnswer((answer) => ({ ...answer, status: 503 })),
      ),
    ],
  },
}
