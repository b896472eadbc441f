import { expect } from 'vitest'
import { callAnyhow, making, ofSessions } from './every-call.fixture.ts'
import { expectSoon, hold, it, namesOf, type PendingRequest, type Schemas, type Session } from './session.fixture.ts'

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
  s.afterwards(() => release(s))
  return hold(s, s.ask('orders', 'GET /orders'))
}

const release = (s: Session) => s.call('advanceClock', {}, { seconds: 3600 })

const statusOf = async (s: Session) => (await s.call('getSession')).status

it('CTL-007: a request belongs to the session that X-Mock-Session names in 1 to 128 letters', async ({ s: own }) => {
  const long = own.own(own.name.padEnd(128, 'x'))
  const mixed = own.own(`${own.name.slice(0, 30)}A.b-c_9`)
  for (const s of [long, mixed]) {
    await s.expect(200, 'getClock')
    expect(await s.statuses(1)).toEqual([200])
    expect((await s.journal()).length).toBe(1)
  }
  const sealedOf = async (headers = {}) => (await own.served('secrets', headers)).conditions.sealed?.value
  await long.call('changeConditions', { interface: 'secrets' }, { sealed: true })
  expect(await sealedOf({ 'x-mock-session': long.name })).toBe(true)
  const byDefault = own.named('default')
  const { sealed } = await byDefault.expect(200, 'getConditions', { interface: 'secrets' })
  expect(await sealedOf()).toBe(sealed)

  const before = (await byDefault.journal()).at(-1)
  await own.ask('orders', 'PATCH /orders', { anonymous: true, headers: { 'x-mock-session': undefined } })
  const after = (await byDefault.journal()).at(-1)
  expect(after).toMatchObject({ interface: 'orders', method: 'PATCH' })
  expect(after).not.toEqual(before)

  for (const session of [`${long.name}x`, 'two words', 'a/b', 'é', 'a,b', 'a:b']) {
    const nobody = own.named(session)
    for (const operation of ofSessions) {
      const { status } = await callAnyhow(nobody, operation)
      expect(status).toBe(400)
    }
    if (session === 'é') continue
    const headers = { 'x-mock-session': session }
    const { status } = await own.call('listInterfaces', {}, undefined, { headers })
    expect(status).toBe(400)
    expect(await nobody.statuses(1)).toEqual([400])
  }
})

it('CTL-008: a request or a control call that names a new session creates it', async ({ s: own }) => {
  for (const operation of ['getSession', 'deleteSession', 'getSession'] as const) await own.expect(404, operation)
  for (const operation of making) {
    const s = own.own()
    await callAnyhow(s, operation)
    expect(await statusOf(s)).toBe(200)
  }
  await own.statuses(1)
  expect(await statusOf(own)).toBe(200)
})

it('CTL-010: a session is listed with its name', async ({ s }) => {
  const look = async (): Promise<Told> => {
    const { body } = await s.call('getSession')
    const { body: list } = await s.call('listSessions')
    const listed = list.sessions.find(({ name }) => name === s.name)
    const { now, idleSeconds, ...lasting } = body
    expect(listed).toMatchObject(lasting)
    expect(Date.parse(listed?.now ?? '') - Date.parse(now)).toBeLessThan(60_000)
    expect(listed?.idleSeconds).toBeGreaterThanOrEqual(idleSeconds)
    return body
  }
  await s.setClock('2031-05-06T07:08:09Z')
  const moment = expect.stringMatching(/^2031-05-06T07:\d\d:/)
  const fresh = { name: s.name, interfaces: [], requestsUnderWay: 0, now: moment }
  expect(await look()).toMatchObject(fresh)

  await s.statuses(1)
  expect((await look()).interfaces).toEqual(['orders'])
  await s.call('runAction', { interface: 'secrets', action: 'miss-data' }, { requests: 0 })
  const { interfaces } = await look()
  expect(interfaces.sort()).toEqual(['orders', 'secrets'])

  await expectSoon('whether the seconds without use grow', async () => (await look()).idleSeconds >= 0.02)
  const used = performance.now()
  await s.time()
  const { idleSeconds } = await look()
  expect(idleSeconds).toBeLessThanOrEqual((performance.now() - used + 2) / 1000)

  await s.inject({ kind: 'latency', milliseconds: 3_600_000 })
  const held = [await hold(s, s.order('1')), await hold(s, s.order('2'), 1)]
  expect(await look()).toMatchObject({ requestsUnderWay: 2, idleSeconds: 0 })
  // A request is under way before it begins to wait, and then waits from the moment that the clock shows.
  await expectSoon('whether both are answered when their time has come', async () => {
    await s.advance({ seconds: 3600 })
    return held.every(({ isOver }) => isOver())
  })
  await expectSoon('whether none is under way at the end', async () => (await look()).requestsUnderWay === 0)

  const other = s.own()
  for (const used of [other, s]) {
    await used.time()
    const names = namesOf((await s.call('listSessions')).body.sessions)
    const found = names.filter((name) => [s.name, other.name].includes(name))
    expect([found.length, found[1]]).toEqual([2, used.name])
  }
})

it('CTL-014: when the mock holds its maximum of sessions', async ({ s: own }) => {
  const [one, two, three, four] = [own.guarded(), own.guarded(), own.guarded(), own.guarded()]
  const byDefault = one.named('default')
  await use(byDefault, one, two, one)
  await expectThere([byDefault, one, two])
  expect(await use(three)).toEqual([200])
  // `two` was used longest ago, apart from `default`.
  await expectThere([byDefault, one, three], two)

  const held = await occupy(one)
  expect(await use(three, four)).toEqual([200, 200])
  // `one` was used longer ago than `three`, but has a request under way.
  await expectThere([byDefault, one, four], three)
  await release(one)
  expect(await held.reply).toMatchObject({ status: 200 })
})

it('CTL-015: a request that names a new session is answered 503 when no session can be replaced', async ({
  s: own,
}) => {
  const [one, two] = [own.guarded(), own.guarded()]
  const byDefault = one.named('default')
  await use(byDefault)
  const held = await occupy(one)
  await occupy(two)
  for (const operation of making) expect((await callAnyhow(own.guarded(), operation)).status).toBe(503)
  expect(await own.guarded().statuses(1)).toEqual([503])
  expect(await use(byDefault, one, two)).toEqual([200, 200, 200])
  expect(held.isOver()).toBe(false)

  await release(one)
  await held.reply
  const made = own.guarded()
  const isMade = async () => (await use(made))[0] === 200
  await expectSoon('whether a new session is made once no request is under way in another', isMade)
})
