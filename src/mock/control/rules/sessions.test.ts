import { expect } from 'vitest'
import {
  callAnyhow,
  change,
  expectHeld,
  expectOther,
  expectSoon,
  hold,
  idsOf,
  it,
  making,
  namesOf,
  ofSessions,
  portraitOf,
  type Schemas,
  type Session,
} from './rules.fixture.ts'

/** Uses sessions in turn, which creates the missing ones. */
async function use(...sessions: Session[]): Promise<void> {
  for (const s of sessions) await s.expect(200, 'getClock')
}

/** Expects these sessions to exist, and one to be gone. */
async function expectThere(there: readonly Session[], gone?: Session): Promise<void> {
  for (const s of there) await s.expect(200, 'getSession')
  await gone?.expect(404, 'getSession')
}

/** Starts a request in a session that is answered only when the clock of the session is advanced. */
async function occupy(s: Session) {
  await s.inject({ kind: 'latency', milliseconds: 3_600_000 })
  return hold(s, s.ask('orders', 'GET /orders'))
}

const take = (s: Session) => s.expect(201, 'createSnapshot')
const restore = (s: Session, { id }: { id: string }, status = 204) =>
  s.expect(status, 'restoreSnapshot', { snapshot: id })

/** Expects a call to renew a session that has every part changed, a request in its journal, and snapshot 1. */
async function expectRenewed(s: Session, renew: () => Promise<unknown>): Promise<void> {
  const asNew = await portraitOf(s)
  await change(s, 2031)
  expectOther(await portraitOf(s), asNew)
  await take(s)
  expect((await s.journal()).length).toBe(1)
  await renew()
  expect(await s.journal()).toEqual([])
  expect(await portraitOf(s)).toEqual(asNew)
}

it('CTL-007: a request belongs to the session that X-Mock-Session names in 1 to 128 letters', async ({ s: own }) => {
  const long = own.own(own.name.padEnd(128, 'x'))
  for (const s of [long, own.own(`${own.name.slice(0, 30)}A.b-c_9`)]) {
    expect(await s.statuses(1)).toEqual([200])
    expect((await s.journal()).length).toBe(1)
  }
  const sealedOf = async (headers = {}) => (await own.served('secrets', headers)).conditions.sealed?.value
  await long.call('changeConditions', { interface: 'secrets' }, { sealed: true })
  expect(await sealedOf({ 'x-mock-session': long.name })).toBe(true)
  const byDefault = own.own('default')
  const { sealed } = await byDefault.expect(200, 'getConditions', { interface: 'secrets' })
  expect(await sealedOf()).toBe(sealed)

  const before = (await byDefault.journal()).at(-1)
  await own.ask('orders', 'PATCH /orders', { anonymous: true, headers: { 'x-mock-session': undefined } })
  const after = (await byDefault.journal()).at(-1)
  expect(after).toMatchObject({ interface: 'orders', method: 'PATCH' })
  expect(after).not.toEqual(before)

  for (const session of [`${long.name}x`, 'two words', 'a/b', 'é', 'a,b', 'a:b']) {
    const nobody = own.own(session)
    for (const operation of ofSessions) expect((await callAnyhow(nobody, operation)).status).toBe(400)
    if (session === 'é') continue
    const headers = { 'x-mock-session': session }
    expect((await callAnyhow(own, 'listInterfaces', { headers })).status).toBe(400)
    expect(await nobody.statuses(1)).toEqual([400])
  }
})

it('CTL-008: a request or a control call that names a new session creates it', async ({ s: own }) => {
  for (const operation of ['getSession', 'deleteSession', 'getSession'] as const) await own.expect(404, operation)
  for (const operation of making) {
    const s = own.own()
    await callAnyhow(s, operation)
    await s.expect(200, 'getSession')
  }
  await own.statuses(1)
  await own.expect(200, 'getSession')
})

it('CTL-009: what one session holds is not visible in another', async ({ s: one }) => {
  const other = one.own()
  const before = await portraitOf(other)
  await change(one, 2031)
  await take(one)
  expectOther(await portraitOf(one), before)
  const held = async (s: Session) => [(await s.journal()).length, (await s.snapshots()).length]
  expect(await held(one)).toEqual([1, 1])
  expect(await held(other)).toEqual([0, 0])
  for (const s of [other, one.own(`${one.name}.1`)]) {
    await s.expect(404, 'getSnapshot', { snapshot: '1' })
    await s.expect(404, 'restoreSnapshot', { snapshot: '1' })
  }
  expect(await portraitOf(other)).toEqual(before)
  const { status, body } = await other.order(await one.anOrder())
  expect(status).toBe(200)
  expect(body.trackingNumber).not.toBe('check 2031')
  expect([await one.health(), await other.health()]).toEqual([503, 200])
})

it('CTL-010: a session is listed with its name, time, interfaces, requests and idle seconds', async ({ s }) => {
  const listed = async () => (await s.call('listSessions')).body.sessions
  const look = async (): Promise<Schemas['Session']> => {
    const { body } = await s.call('getSession')
    const found = (await listed()).find(({ name }) => name === s.name)
    const { now, idleSeconds, ...lasting } = body
    expect(found).toMatchObject(lasting)
    expect(Date.parse(found?.now ?? '') - Date.parse(now)).toBeLessThan(60_000)
    expect(found?.idleSeconds).toBeGreaterThanOrEqual(idleSeconds)
    return body
  }
  await s.setClock('2031-05-06T07:08:09Z')
  const now = expect.stringMatching(/^2031-05-06T07:\d\d:/)
  expect(await look()).toMatchObject({ name: s.name, interfaces: [], requestsUnderWay: 0, now })
  await s.statuses(1)
  expect((await look()).interfaces).toEqual(['orders'])
  await s.call('runAction', { interface: 'secrets', action: 'miss-data' }, { requests: 0 })
  expect((await look()).interfaces.sort()).toEqual(['orders', 'secrets'])

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
    return held.every(({ isOver }) => isOver)
  })
  await expectSoon('whether none is under way at the end', async () => (await look()).requestsUnderWay === 0)

  const other = s.own()
  for (const used of [other, s]) {
    await used.time()
    const found = namesOf(await listed()).filter((name) => [s.name, other.name].includes(name))
    expect([found.length, found[1]]).toEqual([2, used.name])
  }
})

it('CTL-011: a reset gives a session its seeded records, but keeps its snapshots', async ({ s }) => {
  await expectRenewed(s, async () => {
    const before = await s.snapshots()
    await s.expect(204, 'resetSession')
    expect(await s.snapshots()).toEqual(before)
  })
  expect((await s.order(await s.anOrder())).status).toBe(200)
  expect(await s.health()).toBe(200)
  await restore(s, { id: '1' })
})

it('CTL-012: a session is deleted together with its snapshots', async ({ s }) => {
  await expectRenewed(s, async () => {
    await s.expect(204, 'deleteSession')
    await s.expect(404, 'getSession')
    expect(namesOf((await s.call('listSessions')).body.sessions)).not.toContain(s.name)
    expect(await s.snapshots()).toEqual([])
    await restore(s, { id: '1' }, 404)
  })
})

it('CTL-014: when the mock holds its maximum of sessions, the one used longest ago goes', async ({ guarded: one }) => {
  const [byDefault, two, three, four] = [one.own('default'), one.own(), one.own(), one.own()]
  await use(byDefault, one, two, one)
  await expectThere([byDefault, one, two])
  await use(three)
  // `two` was used longest ago, apart from `default`.
  await expectThere([byDefault, one, three], two)

  const held = await occupy(one)
  await use(three, four)
  // `one` was used longer ago than `three`, but has a request under way.
  await expectThere([byDefault, one, four], three)
  await one.advance({ seconds: 3600 })
  expect(await held.reply).toMatchObject({ status: 200 })
})

it('CTL-015: a new session is answered 503 when no session can be replaced', async ({ guarded: one }) => {
  const [byDefault, two, made] = [one.own('default'), one.own(), one.own()]
  await use(byDefault)
  const held = [await occupy(one), await occupy(two)]
  for (const operation of making) expect((await callAnyhow(one.own(), operation)).status).toBe(503)
  expect(await one.own().statuses(1)).toEqual([503])
  await use(byDefault, one, two)
  for (const each of held) await expectHeld(one, each)

  for (const s of [one, two]) await s.advance({ seconds: 3600 })
  for (const { reply } of held) await reply
  const isMade = async () => (await made.call('getClock')).status === 200
  await expectSoon('whether a new session is made once no request is under way in another', isMade)
})

it('CTL-018: a snapshot keeps the records, conditions, time and faults of a session', async ({ s }) => {
  await change(s, 2031)
  const before = await portraitOf(s)
  const time = await s.time()
  const snapshot = await take(s)
  expect(snapshot.id).toMatch(/./)
  expect(time <= Date.parse(snapshot.now) && Date.parse(snapshot.now) <= (await s.time())).toBe(true)
  expect(snapshot.interfaces.toSorted()).toEqual(['kv-cluster', 'orders', 'secrets'])
  expect(await portraitOf(s)).toEqual(before)

  await s.call('resetSession')
  expectOther(await portraitOf(s), before)
  await restore(s, snapshot)
  expect(await portraitOf(s)).toEqual(before)
  const token = await s.anOrder()
  // The restored fault affects two requests.
  for (const status of [503, 503, 200]) expect((await s.order(token)).status).toBe(status)
  expect((await s.order(token)).body.trackingNumber).toBe('check 2031')
  expect(await s.health()).toBe(503)
})

it('CTL-019: the snapshots of a session are listed in the order in which they were taken', async ({ s }) => {
  expect(await s.snapshots()).toEqual([])
  const taken = [await take(s)]
  await s.setClock('2031-01-01T00:00:00Z')
  await s.statuses(1)
  while (taken.length < 11) taken.push(await take(s))
  expect(new Set(idsOf(taken)).size).toBe(11)
  expect(await s.snapshots()).toEqual(taken)
  expect(taken.slice(0, 2).map(({ interfaces }) => interfaces)).toEqual([[], ['orders']])
  expect(taken[0]?.now).not.toMatch(/^2031-01-01T00:0/)
  expect(taken[1]?.now).toMatch(/^2031-01-01T00:0/)
  for (const snapshot of taken) await s.expect(200, 'getSnapshot', { snapshot: snapshot.id }, undefined, snapshot)
  await s.expect(404, 'getSnapshot', { snapshot: '12' })
})

it('CTL-020: restoring a snapshot gives the session what it had, and may be repeated', async ({ s }) => {
  const asNew = await portraitOf(s)
  const first = await take(s)
  await change(s, 2031)
  const changed = await portraitOf(s)
  const second = await take(s)
  await change(s, 2032)
  await s.call('deleteFault', { fault: '1' })
  // The second change finds the member already stopped, so these parts do not differ.
  expectOther({ ...(await portraitOf(s)), cluster: {}, members: {} }, changed)
  for (const snapshot of [second, first, second]) {
    await restore(s, snapshot)
    expect(await portraitOf(s)).toEqual(snapshot === first ? asNew : changed)
  }
  await s.inject({ kind: 'drop', times: 1 })
  expect(await s.snapshots()).toEqual([first, second])

  const unused = s.own()
  const empty = await take(unused)
  await change(unused, 2031)
  await restore(unused, empty)
  expect(await portraitOf(unused)).toEqual(asNew)
})

it('CTL-021: a deleted snapshot can no longer be restored', async ({ s }) => {
  const [first, second] = [await take(s), await take(s)]
  await s.setClock('2031-01-01T00:00:00Z')
  await s.expect(204, 'deleteSnapshot', { snapshot: first.id })
  for (const operation of ['restoreSnapshot', 'getSnapshot', 'deleteSnapshot'] as const)
    await s.expect(404, operation, { snapshot: first.id })
  expect(new Date(await s.time()).getUTCFullYear()).toBe(2031)
  expect(await s.snapshots()).toEqual([second])
  await restore(s, second)
  await s.call('deleteSnapshot', { snapshot: second.id })
  await take(s)
  // The id of a deleted snapshot is not used again.
  await restore(s, second, 404)
})

it('CTL-022: a session has at most 100 snapshots; one more is answered 409', async ({ s }) => {
  for (let taken = 0; taken < 100; taken++) await take(s)
  await s.expect(409, 'createSnapshot')
  const all = await s.snapshots()
  expect(all.length).toBe(100)
  await take(s.own())
  await s.call('deleteSnapshot', { snapshot: all[0]?.id })
  await take(s)
})
