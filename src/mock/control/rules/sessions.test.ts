import { expect } from 'vitest'
import {
  answered,
  expectSoon,
  health,
  it,
  list,
  making,
  order,
  rules,
  type Schemas,
  type Session,
} from './rules.fixture.ts'

const slow = { interface: 'orders', kind: 'latency', milliseconds: 3_600_000 }
const hour = ['POST clock/advance', { seconds: 3600 }, 200] as const

const listed = async (s: Session) => (await s.read<Schemas['SessionList']>('/_control/sessions')).sessions

it('CTL-007: a request belongs to the session that X-Mock-Session names in 1 to 128 letters', async ({ s: own }) => {
  const long = own.own(own.name.padEnd(128, 'x'))
  for (const s of [long, own.own(`${own.name.slice(0, 30)}A.b-c_9`)])
    await s.run([list, 200], ['GET journal', 200, { requests: [{}] }])
  const byDefault = own.own('default')
  const unnamed = 'PATCH /orders/api/orders\nx-mock-session: none'
  await byDefault.run(
    ['DELETE journal', 204],
    [unnamed, 405],
    ['GET journal', 200, { requests: [{ method: 'PATCH' }] }],
  )
  for (const session of [`${long.name}x`, 'two words', 'a/b', 'é', 'a,b', 'a:b']) {
    const nobody = own.own(session)
    await nobody.run(...answered(400, making), ['GET .', 400], ['DELETE .', 400])
    if (session !== 'é') await nobody.run([list, 400], [`GET /_control/interfaces\nx-mock-session: ${session}`, 400])
  }
})

it('CTL-008: a request or a control call that names a new session creates it', async ({ s: own }) => {
  await own.run(['GET .', 404], ['DELETE .', 404], ['GET .', 404], [list, 200], ['GET .', 200])
  for (const [asked, body] of making) {
    const s = own.own()
    await s.send(asked, body)
    await s.run(['GET .', 200])
  }
})

it('CTL-009: what one session holds is not visible in another', async ({ s }) => {
  const others = [s.own(), s.own(`${s.name}.1`)]
  const before = await s.portrait()
  await s.change()
  await s.run(['POST snapshots', 201], ['GET journal', 200, { requests: [{}] }], [`GET ${order}`, 503], [health, 503])
  const after = await s.portrait()
  // Every part has changed, or else these tests would prove nothing.
  for (const [index, part] of before.entries()) expect(after[index]).not.toEqual(part)
  for (const other of others) {
    expect(await other.portrait()).toEqual(before)
    await other.run(
      ['POST snapshots/1/restore', 404],
      ['GET snapshots', 200, { snapshots: [] }],
      ['GET journal', 200, { requests: [] }],
      [health, 200],
    )
  }
})

it('CTL-010: a session is listed with its name, time, interfaces, requests and idle seconds', async ({ s }) => {
  const look = async (): Promise<Schemas['Session']> => {
    const { now, idleSeconds, ...lasting } = await s.session()
    const found = (await listed(s)).find(({ name }) => name === s.name)
    expect(found).toMatchObject(lasting)
    expect(found?.idleSeconds).toBeGreaterThanOrEqual(idleSeconds)
    return { ...lasting, now, idleSeconds }
  }
  await s.run(['PUT clock', { now: '2031-05-06T07:08:09Z' }, 200])
  const now = expect.stringMatching(/^2031-05-06T07:\d\d:/)
  expect(await look()).toMatchObject({ name: s.name, interfaces: [], requestsUnderWay: 0, now })
  await s.run([list, 200], ['POST interfaces/secrets/actions/miss-data', { requests: 0 }, 200])
  expect((await look()).interfaces.sort()).toEqual(['orders', 'secrets'])

  await expectSoon('whether the seconds without use grow', async () => (await look()).idleSeconds >= 0.02)
  const used = performance.now()
  await s.time()
  expect((await look()).idleSeconds).toBeLessThanOrEqual((performance.now() - used + 2) / 1000)

  await s.run(['POST faults', slow, 201], [list, 'waits'], [list, 'waits'])
  expect(await look()).toMatchObject({ requestsUnderWay: 2, idleSeconds: 0 })
  // The second one waits for its turn first, and then from the moment that the clock shows.
  await expectSoon('whether none is under way at the end', async () => {
    await s.run(hour)
    return (await s.session()).requestsUnderWay === 0
  })
  await s.run(['answer', 200], ['answer', 200])

  const other = s.own()
  for (const used of [other, s]) {
    await used.time()
    const found = (await listed(s)).map(({ name }) => name).filter((name) => [s.name, other.name].includes(name))
    expect([found.length, found[1]]).toEqual([2, used.name])
  }
})

it.for([
  ['CTL-011: a reset gives a session its seeded records, but keeps its snapshots', 'POST reset', 204],
  ['CTL-012: a session is deleted together with its snapshots', 'DELETE .', 404],
] as const)('%s', async ([, renew, restored], { s }) => {
  const asNew = await s.portrait()
  await s.change()
  await s.run(['POST snapshots', 201], [renew, 204])
  if (renew === 'DELETE .') expect((await listed(s)).map(({ name }) => name)).not.toContain(s.name)
  expect(await s.portrait()).toEqual(asNew)
  await s.run(
    ['GET journal', 200, { requests: [] }],
    ['GET snapshots', 200, { snapshots: restored === 204 ? [{ id: '1' }] : [] }],
    ['POST snapshots/1/restore', restored],
  )
})

it('CTL-014, CTL-015: a full mock removes the session used longest ago, or answers 503', async ({ guarded: one }) => {
  const [byDefault, two, three, four, five] = [one.own('default'), one.own(), one.own(), one.own(), one.own()]
  for (const used of [byDefault, one, two, one, three]) await used.time()
  // `two` was used longest ago, apart from `default`.
  for (const there of [byDefault, one, three]) await there.run(['GET .', 200])
  await two.run(['GET .', 404])

  await one.run(['POST faults', slow, 201], [list, 'waits'])
  for (const used of [three, four]) await used.time()
  // `one` was used longer ago than `three`, but has a request under way.
  for (const there of [byDefault, one, four]) await there.run(['GET .', 200])
  await three.run(['GET .', 404])

  await four.run(['POST faults', slow, 201], [list, 'waits'])
  for (const step of [...answered(503, making), [list, 503] as const]) await one.own().run(step)
  for (const s of [one, four]) await s.run(hour, ['answer', 200])
  const isMade = async () => (await five.send('GET clock')).status === 200
  await expectSoon('whether a new session is made once no request is under way in another', isMade)
})

it('CTL-018, CTL-020: a snapshot keeps what a session has, and may be restored repeatedly', async ({ s }) => {
  // The first snapshot is of a session in which nothing has been used.
  await s.run(['POST snapshots', 201, { id: '1' }])
  const asNew = await s.own().portrait()
  await s.change()
  const changed = await s.portrait()
  const before = await s.time()
  const { id, now } = (await s.run(['POST snapshots', 201])).body as Schemas['Snapshot']
  expect(before <= Date.parse(now) && Date.parse(now) <= (await s.time())).toBe(true)
  for (const [restored, portrait] of [
    ['1', asNew],
    [id, changed],
    ['1', asNew],
    [id, changed],
  ] as const) {
    await s.run([`POST snapshots/${restored}/restore`, 204])
    expect(await s.portrait()).toEqual(portrait)
  }
  // The restored fault affects two requests.
  await s.run([`GET ${order}`, 503], [`GET ${order}`, 503], [`GET ${order}`, 200, /check 2031/], [health, 503])
  await s.run(['GET snapshots', 200, { snapshots: [{ id: '1' }, { id }] }])
})

const ids = Array.from({ length: 99 }, (_, index) => String(index + 2))
const taken = { interfaces: ['orders'], now: expect.stringMatching(/^2031-01-01T00:0/) }
const first = { id: '1', interfaces: [], now: expect.not.stringMatching(/^2031/) }

rules({
  'CTL-019, CTL-021, CTL-022: at most 100 snapshots are listed in their order, and can be deleted': [
    ['GET snapshots', 200, { snapshots: [] }],
    ['POST snapshots', 201, first],
    ['PUT clock', { now: '2031-01-01T00:00:00Z' }, 200],
    [list, 200],
    ...ids.map((id) => ['POST snapshots', 201, { ...taken, id }] as const),
    ['POST snapshots', 409],
    ['GET snapshots', 200, { snapshots: [first, ...ids.map((id) => ({ ...taken, id }))] }],
    ['GET snapshots/100', 200, { ...taken, id: '100' }],
    ['DELETE snapshots/100', 204],
    ['POST snapshots/100/restore', 404],
    ['GET snapshots/100', 404],
    ['DELETE snapshots/100', 404],
    // The id of a deleted snapshot is not used again.
    ['POST snapshots', 201, { ...taken, id: '101' }],
    ['POST snapshots/1/restore', 204],
    ['GET clock', 200, { now: first.now }],
  ],
})
