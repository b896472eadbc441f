import { expect } from '../../../check/expect.ts'
import { answersStatus, on, remembersFirstAnswer, turnsStatus, when } from '../../../check/sabotage.ts'
import { callAnyhow, making } from './every-call.ts'
import { hold, type PendingRequest } from './pending.ts'
import { becomes, type Checks, inSession, needsGuarded, type Session } from './session.ts'

/** Uses sessions in turn, which creates the missing ones, and returns the statuses. */
async function use(...sessions: Session[]): Promise<number[]> {
  const found: number[] = []
  for (const s of sessions) found.push((await s.call('getClock')).status)
  return found
}

/** Expects these sessions to exist, and one to be gone. */
async function expectThere(there: readonly Session[], gone?: Session): Promise<void> {
  for (const s of there) await s.expect(200, 'getSession')
  await gone?.expect(404, 'getSession')
}

/** Starts a request in a session that is answered only when the clock of the session is advanced. */
async function occupy(s: Session): Promise<PendingRequest> {
  await s.inject({ kind: 'latency', milliseconds: 3_600_000 })
  s.t.afterwards(() => release(s))
  return hold(s, s.ask('orders', 'GET /orders'))
}

const release = (s: Session) => s.call('advanceClock', {}, { seconds: 3600 })

export const room: Checks = {
  'CTL-014': inSession(async (own) => {
    const [one, two, three, four] = [own.guarded(), own.guarded(), own.guarded(), own.guarded()]
    const byDefault = one.named('default')
    await use(byDefault, one, two, one)
    await expectThere([byDefault, one, two])
    expect(await use(three), 'status of a call in one more').toEqual([200])
    // `two` was used longest ago, apart from `default`.
    await expectThere([byDefault, one, three], two)

    const held = await occupy(one)
    expect(await use(three, four), 'status of a call in one more').toEqual([200, 200])
    // `one` was used longer ago than `three`, but has a request under way.
    await expectThere([byDefault, one, four], three)
    await release(one)
    expect(await held.reply, 'the answer to the request that was under way').toMatchObject({ status: 200 })
  }, needsGuarded).brokenBy(
    // Only the first use of a session counts, so that another one is replaced.
    on('getClock', remembersFirstAnswer()),
    on('getSession', turnsStatus(404, 200)),
    on('getSession', when, ({ path }) => path.endsWith('/default'), answersStatus(404)),
    // The request that is under way is ended.
    on('listOrders', answersStatus(503)),
  ),
  'CTL-015': inSession(async (own) => {
    const [one, two] = [own.guarded(), own.guarded()]
    const byDefault = one.named('default')
    await use(byDefault)
    const held = await occupy(one)
    await occupy(two)
    for (const operation of making)
      expect((await callAnyhow(own.guarded(), operation)).status, `status of ${operation} in a new one`).toBe(503)
    expect(await own.guarded().statuses(1), 'status of a request in a new session').toEqual([503])
    expect(await use(byDefault, one, two), 'statuses of calls in those that are there').toEqual([200, 200, 200])
    expect(held.isOver(), 'whether a request that was under way has been ended').toBe(false)

    await release(one)
    await held.reply
    const made = own.guarded()
    const isMade = await becomes(async () => (await use(made))[0] === 200)
    expect(isMade, 'whether a new session is made once no request is under way in another').toBe(true)
  }, needsGuarded).brokenBy(
    on('getClock', turnsStatus(503, 200)),
    on('seedSession', turnsStatus(503, 409)),
    when(({ path }) => path === '/sessions/default/clock', answersStatus(503)),
  ),
}
