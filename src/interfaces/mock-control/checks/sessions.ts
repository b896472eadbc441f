import { expect } from '../../../check/expect.ts'
import {
  answersStatus,
  answersWith,
  on,
  remembersFirstAnswer,
  seesHeaders,
  turnsStatus,
  when,
} from '../../../check/sabotage.ts'
import { callAnyhow, making, ofSessions } from './every-call.ts'
import { hold, type PendingRequest } from './pending.ts'
import { eachWrong, listIs } from './sabotages.ts'
import { type Checks, expectSoon, inSession, namesOf, needsGuarded, type Schemas, type Session } from './session.ts'

type Told = Schemas['Session']

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

const statusOf = async (s: Session) => (await s.call('getSession')).status

export const sessions: Checks = {
  'CTL-007': inSession(async (own) => {
    const long = own.own(own.name.padEnd(128, 'x'))
    const mixed = own.own(`${own.name.slice(0, 30)}A.b-c_9`)
    for (const s of [long, mixed]) {
      await s.expect(200, 'getClock')
      expect(await s.statuses(1), `status of a request in '${s.name}'`).toEqual([200])
      expect((await s.journal()).length, `requests in '${s.name}'`).toBe(1)
    }
    const sealedOf = async (headers = {}) => (await own.served('secrets', headers)).conditions.sealed?.value
    await long.call('changeConditions', { interface: 'secrets' }, { sealed: true })
    expect(await sealedOf({ 'x-mock-session': long.name }), 'a condition of the session that is named').toBe(true)
    const byDefault = own.named('default')
    const { sealed } = await byDefault.expect(200, 'getConditions', { interface: 'secrets' })
    expect(await sealedOf(), 'a condition without the header').toBe(sealed)

    const before = (await byDefault.journal()).at(-1)
    await own.ask('orders', 'PATCH /orders', { anonymous: true, headers: { 'x-mock-session': undefined } })
    const after = (await byDefault.journal()).at(-1)
    expect(after, 'last request of `default`').toMatchObject({ interface: 'orders', method: 'PATCH' })
    expect(after, 'last request of `default`').not.toEqual(before)

    for (const session of [`${long.name}x`, 'two words', 'a/b', 'é', 'a,b', 'a:b']) {
      const nobody = own.named(session)
      for (const operation of ofSessions) {
        const { status } = await callAnyhow(nobody, operation)
        expect(status, `status of ${operation} for '${session}'`).toBe(400)
      }
      if (session === 'é') continue
      const headers = { 'x-mock-session': session }
      const { status } = await own.t.attempt('listInterfaces', { headers })
      expect(status, `status of the list for '${session}'`).toBe(400)
      expect(await nobody.statuses(1), `status of a request in '${session}'`).toEqual([400])
    }
  }).brokenBy(
    on('clearJournal', turnsStatus(400, 204)),
    on('listInterfaces', turnsStatus(400, 200)),
    on('listInterfaces', seesHeaders({ 'x-mock-session': 'default' })),
    when(({ path }) => /^\/sessions\/[^/]{65,128}\//.test(path), answersStatus(400)),
    when(({ path }) => path.startsWith('/sessions/default/journal'), answersWith(200, { requests: [] })),
  ),
  'CTL-008': inSession(async (own) => {
    for (const operation of ['getSession', 'deleteSession', 'getSession'] as const) await own.expect(404, operation)
    for (const operation of making) {
      const s = own.own()
      await callAnyhow(s, operation)
      expect(await statusOf(s), `status of a session that ${operation} was the first to name`).toBe(200)
    }
    await own.statuses(1)
    expect(await statusOf(own), 'status of a session that a request was the first to name').toBe(200)
  }).brokenBy(
    on('deleteSession', turnsStatus(404, 204)),
    on('getSession', turnsStatus(404, 200)),
    on('clearJournal', answersWith(204)),
  ),
  'CTL-010': inSession(async (s) => {
    const look = async (): Promise<Told> => {
      const { body } = await s.call('getSession')
      const { body: list } = await s.t.attempt('listSessions')
      const listed = list.sessions.find(({ name }) => name === s.name)
      const { now, idleSeconds, ...lasting } = body
      expect(listed, 'the session in the list').toMatchObject(lasting)
      expect(Date.parse(listed?.now ?? '') - Date.parse(now), 'its time in the list').toBeLessThan(60_000)
      expect(listed?.idleSeconds, 'seconds without use in the list').toBeGreaterThanOrEqual(idleSeconds)
      return body
    }
    await s.setClock('2031-05-06T07:08:09Z')
    const moment = expect.stringMatching(/^2031-05-06T07:\d\d:/)
    const fresh = { name: s.name, interfaces: [], requestsUnderWay: 0, now: moment }
    expect(await look(), 'a new session').toMatchObject(fresh)

    await s.statuses(1)
    expect((await look()).interfaces, 'interfaces with records, after a request').toEqual(['orders'])
    await s.call('runAction', { interface: 'secrets', action: 'miss-data' }, { requests: 0 })
    const { interfaces } = await look()
    expect(interfaces.sort(), 'interfaces with records, after a control call').toEqual(['orders', 'secrets'])

    await expectSoon('whether the seconds without use grow', async () => (await look()).idleSeconds >= 0.02)
    const used = performance.now()
    await s.time()
    const { idleSeconds } = await look()
    expect(idleSeconds, 'seconds without use, after use').toBeLessThanOrEqual((performance.now() - used + 2) / 1000)

    await s.inject({ kind: 'latency', milliseconds: 3_600_000 })
    const held = [await hold(s, s.order('1')), await hold(s, s.order('2'), 1)]
    expect(await look(), 'with two requests under way').toMatchObject({ requestsUnderWay: 2, idleSeconds: 0 })
    await s.advance({ seconds: 3600 })
    await Promise.all(held.map(({ reply }) => reply))
    await expectSoon('whether none is under way at the end', async () => (await look()).requestsUnderWay === 0)

    const other = s.own()
    for (const used of [other, s]) {
      await used.time()
      const names = namesOf((await s.t.attempt('listSessions')).body.sessions)
      const found = names.filter((name) => [s.name, other.name].includes(name))
      expect([found.length, found[1]], 'both sessions, the one used last at the end').toEqual([2, used.name])
    }
  }).brokenBy(
    ...eachWrong('getSession', { name: 'other', now: '2026-01-01T00:00:00.000Z', interfaces: ['orders'] }),
    ...eachWrong('getSession', { requestsUnderWay: 1, idleSeconds: 0 }),
    ...eachWrong('listSessions', { interfaces: ['orders'], requestsUnderWay: 1, idleSeconds: 0 }, 'sessions'),
    listIs('listSessions', 'sessions', (sessions) => sessions.reverse()),
  ),
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
    const isMade = async () => (await use(made))[0] === 200
    await expectSoon('whether a new session is made once no request is under way in another', isMade)
  }, needsGuarded).brokenBy(
    on('getClock', turnsStatus(503, 200)),
    on('seedSession', turnsStatus(503, 409)),
    when(({ path }) => path === '/sessions/default/clock', answersStatus(503)),
  ),
}
