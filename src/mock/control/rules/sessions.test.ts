import { expect } from 'vitest'
import {
  answered,
  conditions,
  health,
  it,
  keyRecords,
  list,
  making,
  order,
  rules,
  type Schemas,
  type Session,
  type Step,
  untilTrue,
} from './rules.fixture.ts'

const slow = { interface: 'orders', kind: 'latency', milliseconds: 3_600_000 }
const hour = ['POST clock/advance', { seconds: 3600 }, 200] as const

const listed = async (s: Session) => (await s.read<Schemas['SessionList']>('/_control/sessions')).sessions

it('CTL-007: a request belongs to the session that X-Mock-Session names in 1 to 128 letters', async ({ s: own }) => {
  for (const name of [own.name.padEnd(128, 'x'), `${own.name}A.b-c_9`])
    await own.own(name).run([list, 200], ['GET journal', 200, { requests: [{}] }])
  const unnamed = 'PATCH /orders/api/orders\nx-mock-session: none'
  await own.own('default').run(['DELETE journal', 204], [unnamed, 405], ['GET journal', 200, /"PATCH"/])
  for (const session of ['x'.repeat(129), 'two words', 'a/b', 'é', 'a,b', 'a:b']) {
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

/** All that a snapshot keeps of a session, and a reset or a deletion takes away. */
async function portrait(s: Session): Promise<unknown[]> {
  const parts = [
    'interfaces/orders/records/orders',
    keyRecords,
    conditions,
    'interfaces/kv-cluster/records/cluster',
    'faults',
  ]
  const { now } = await s.session()
  return [now.slice(0, 4), ...(await Promise.all(parts.map((part) => s.read(part))))]
}

it('CTL-009, CTL-011, CTL-012, CTL-018, CTL-020: a session has its own state, and snapshots of it', async ({ s }) => {
  // Of a session in which nothing has been used.
  await s.run(['POST snapshots', 201, { id: '1' }])
  const asNew = await portrait(s)
  await s.run(
    [`PUT ${order}`, { status: 'Pending', trackingNumber: 'check 2031' }, 200],
    [`PUT ${keyRecords}/orders.check-key`, { owner: 'a check' }, 201],
    ['POST interfaces/kv-cluster/actions/stop', { member: 'm2' }, 200],
    [`PATCH ${conditions}`, { sealed: true, warnings: ['a check'] }, 200],
    ['PUT clock', { now: '2031-06-01T00:00:00Z' }, 200],
    ['POST faults', { interface: 'orders', operation: 'getOrder', kind: 'status', status: 503, times: 2 }, 201],
    ['POST snapshots', 201, { id: '2' }],
    ['GET journal', 200, { requests: [{}] }],
  )
  const changed = await portrait(s)
  // Every part has changed, or else these tests would prove nothing.
  for (const [index, part] of asNew.entries()) expect(changed[index]).not.toEqual(part)
  const isEmpty: Step[] = [
    ['GET snapshots', 200, { snapshots: [] }],
    ['POST snapshots/1/restore', 404],
    ['GET journal', 200, { requests: [] }],
    [health, 200],
  ]
  const other = s.own(`${s.name}.1`)
  await other.run(...isEmpty)
  expect(await portrait(other)).toEqual(asNew)
  for (const [call, expected] of [
    ['POST snapshots/1/restore', asNew],
    ['POST snapshots/2/restore', changed],
    ['POST reset', asNew],
    ['POST snapshots/2/restore', changed],
  ] as const) {
    await s.run([call, 204])
    expect(await portrait(s), call).toEqual(expected)
  }
  // The reset has emptied the journal, and the restored fault affects two requests.
  await s.run(['GET journal', 200, { requests: [] }], [`GET ${order}`, 503], [`GET ${order}`, 503])
  await s.run([`GET ${order}`, 200, /check 2031/], [health, 503], ['DELETE .', 204], ['GET .', 404], ...isEmpty)
  expect(await portrait(s)).toEqual(asNew)
})

it('CTL-010: a session is listed with its name, time, interfaces, requests and idle seconds', async ({ s }) => {
  const look = (more: object): Step => {
    const session = { name: s.name, now: expect.stringMatching(/^2031-05-06T07:\d\d:/), ...more }
    return ['GET /_control/sessions', 200, { sessions: expect.arrayContaining([expect.objectContaining(session)]) }]
  }
  await s.run(
    ['PUT clock', { now: '2031-05-06T07:08:09Z' }, 200],
    look({ interfaces: [], requestsUnderWay: 0 }),
    [list, 200],
    ['POST interfaces/secrets/actions/miss-data', { requests: 0 }, 200],
    look({ interfaces: expect.arrayContaining(['orders', 'secrets']) }),
  )
  const idle = async () => (await listed(s)).find(({ name }) => name === s.name)?.idleSeconds
  await untilTrue(async () => Number(await idle()) >= 0.02)
  const used = Date.now()
  await s.time()
  expect(await idle()).toBeLessThanOrEqual((Date.now() - used + 2) / 1000)
  const busy = look({ requestsUnderWay: 2, idleSeconds: 0 })
  await s.run(['POST faults', slow, 201], [list, 'waits'], [list, 'waits'], busy)
  // The second one waits for its turn first, and then from the moment that the clock shows.
  await untilTrue(async () => {
    await s.run(hour)
    return (await s.session()).requestsUnderWay === 0
  })
  await s.run(['answer', 200], ['answer', 200])
  const both = [s.own(), s]
  for (const last of both) {
    await last.time()
    const names = (await listed(s)).map(({ name }) => name)
    // Other callers have sessions, too.
    expect(names.findLast((name) => both.some((one) => one.name === name))).toBe(last.name)
  }
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
  await untilTrue(isMade)
})

const ids = Array.from({ length: 99 }, (_, index) => String(index + 2))
const taken = { interfaces: ['orders'], now: expect.stringMatching(/^2031-01-01T00:0/) }
const first = { id: '1', interfaces: [], now: expect.not.stringMatching(/^2031/) }

rules({
  'CTL-019, CTL-021, CTL-022: at most 100 snapshots are listed in their order, and can be deleted': [
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
  ],
})
