import { expect } from 'vitest'
import {
  expectSoon,
  health,
  holding,
  it,
  list,
  making,
  ofSessions,
  order,
  rules,
  type Schemas,
  type Session,
} from './rules.fixture.ts'

const slow = { interface: 'orders', kind: 'latency', milliseconds: 3_600_000 }
const hour = ['POST clock/advance', { seconds: 3600 }, 200] as const

/** Starts a request in a session that is answered only when the clock of the session is advanced. */
async function occupy(s: Session) {
  await s.inject(slow)
  return s.hold(list)
}

const listed = async (s: Session) => (await s.read<Schemas['SessionList']>('/_control/sessions')).sessions

it('CTL-007: a request belongs to the session that X-Mock-Session names in 1 to 128 letters', async ({ s: own }) => {
  const long = own.own(own.name.padEnd(128, 'x'))
  for (const s of [long, own.own(`${own.name.slice(0, 30)}A.b-c_9`)])
    await s.run([list, 200], ['GET journal', 200, { requests: [{}] }])
  const byDefault = own.own('default')
  await byDefault.run(['DELETE journal', 204])
  await own.send('PATCH /orders/api/orders', undefined, { 'x-mock-session': undefined })
  await byDefault.run(['GET journal', 200, { requests: [{ method: 'PATCH' }] }])

  for (const session of [`${long.name}x`, 'two words', 'a/b', 'é', 'a,b', 'a:b']) {
    const nobody = own.own(session)
    for (const [asked, body] of ofSessions) expect((await nobody.send(asked, body)).status).toBe(400)
    if (session === 'é') continue
    const named = await own.send('GET /_control/interfaces', undefined, { 'x-mock-session': session })
    expect(named.status).toBe(400)
    await nobody.run([list, 400])
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
    const { now, idleSeconds, ...lasting } = await s.read<Schemas['Session']>('.')
    const found = (await listed(s)).find(({ name }) => name === s.name)
    expect(found).toMatchObject(lasting)
    expect(Date.parse(found?.now ?? '') - Date.parse(now)).toBeLessThan(60_000)
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

  await s.inject(slow)
  for (const count of [1, 2]) await s.hold(list, undefined, count)
  expect(await look()).toMatchObject({ requestsUnderWay: 2, idleSeconds: 0 })
  // The second one waits for its turn first, and then from the moment that the clock shows.
  await expectSoon('whether none is under way at the end', async () => {
    await s.run(hour)
    return (await look()).requestsUnderWay === 0
  })

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

it('CTL-014: when the mock holds its maximum of sessions, the one used longest ago goes', async ({ guarded: one }) => {
  const [byDefault, two, three, four] = [one.own('default'), one.own(), one.own(), one.own()]
  for (const used of [byDefault, one, two, one, three]) await used.time()
  // `two` was used longest ago, apart from `default`.
  for (const there of [byDefault, one, three]) await there.run(['GET .', 200])
  await two.run(['GET .', 404])

  const { reply } = await occupy(one)
  for (const used of [three, four]) await used.time()
  // `one` was used longer ago than `three`, but has a request under way.
  for (const there of [byDefault, one, four]) await there.run(['GET .', 200])
  await three.run(['GET .', 404])
  await one.run(hour)
  expect((await reply).status).toBe(200)
})

it('CTL-015: a new session is answered 503 when no session can be replaced', async ({ guarded: one }) => {
  const [byDefault, two, made] = [one.own('default'), one.own(), one.own()]
  await byDefault.time()
  const held = [await occupy(one), await occupy(two)]
  for (const [asked, body] of making) expect((await one.own().send(asked, body)).status).toBe(503)
  await one.own().run([list, 503])
  for (const s of [one, two]) await s.run(...holding(1), hour)
  for (const { reply } of held) await reply
  const isMade = async () => (await made.send('GET clock')).status === 200
  await expectSoon('whether a new session is made once no request is under way in another', isMade)
})

it('CTL-018, CTL-020: a snapshot keeps what a session has, and gives it back as often as it is restored', async ({
  s,
}) => {
  // The first snapshot is of a session in which nothing has been used.
  await s.run(['POST snapshots', 201, { id: '1' }])
  const asNew = await s.own().portrait()
  await s.change()
  const changed = await s.portrait()
  const before = await s.time()
  const { id, now } = (await s.run(['POST snapshots', 201])) as Schemas['Snapshot']
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

const soon = expect.stringMatching(/^2031-01-01T00:0/)
rules({
  'CTL-019: the snapshots of a session are listed in the order in which they were taken': [
    ['GET snapshots', 200, { snapshots: [] }],
    ['POST snapshots', 201, { id: '1' }],
    ['PUT clock', { now: '2031-01-01T00:00:00Z' }, 200],
    [list, 200],
    ...Array.from({ length: 9 }, (_, count) => ['POST snapshots', 201, { id: String(count + 2) }] as const),
    ['GET snapshots/2', 200, { id: '2', now: soon, interfaces: ['orders'] }],
    ['GET snapshots/12', 404],
    ['POST snapshots', 201, { id: '11' }],
    [
      'GET snapshots',
      200,
      {
        snapshots: [
          { id: '1', now: expect.not.stringMatching(/^2031/), interfaces: [] },
          ...Array.from({ length: 10 }, (_, count) => ({ id: String(count + 2), now: soon, interfaces: ['orders'] })),
        ],
      },
    ],
  ],
  'CTL-021: a deleted snapshot can no longer be restored': [
    ['POST snapshots', 201, { id: '1' }],
    ['POST snapshots', 201, { id: '2' }],
    ['PUT clock', { now: '2031-01-01T00:00:00Z' }, 200],
    ['DELETE snapshots/1', 204],
    ['POST snapshots/1/restore', 404],
    ['GET snapshots/1', 404],
    ['DELETE snapshots/1', 404],
    ['GET clock', 200, { now: soon }],
    ['GET snapshots', 200, { snapshots: [{ id: '2' }] }],
    ['POST snapshots/2/restore', 204],
    ['GET clock', 200, { now: expect.not.stringMatching(/^2031/) }],
    ['DELETE snapshots/2', 204],
    // The id of a deleted snapshot is not used again.
    ['POST snapshots', 201, { id: '3' }],
  ],
  'CTL-022: a session has at most 100 snapshots; one more is answered 409': [
    ...Array<readonly [string, 201]>(100).fill(['POST snapshots', 201]),
    ['POST snapshots', 409],
    ['GET snapshots', 200, { snapshots: Array(100).fill({}) }],
    ['DELETE snapshots/1', 204],
    ['POST snapshots', 201],
  ],
})
