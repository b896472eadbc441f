import { expect } from 'vitest'
import { howItEnded, it, namesOf, type Session } from './session.fixture.ts'

type Values = Record<string, unknown>
interface Cluster {
  members: { name: string; running: boolean }[]
}

const secrets = { interface: 'secrets' }
const stop = { interface: 'kv-cluster', action: 'stop' }

async function read(s: Session, name = 'secrets'): Promise<Values> {
  return { ...(await s.expect(200, 'getConditions', { interface: name })) }
}

async function clusterOf(s: Session): Promise<Cluster> {
  return Object(await s.expect(200, 'getRecord', { interface: 'kv-cluster', kind: 'cluster', key: 'cluster' }))
}

const running = async (s: Session) => namesOf((await clusterOf(s)).members.filter(({ running }) => running))

it('CTL-028: the conditions of an interface are read together, each with its current value', async ({ s }) => {
  const expectListed = async (name: string) => {
    const { conditions } = await s.served(name, { 'x-mock-session': s.name })
    const listed = Object.entries(conditions).map(([condition, { value }]) => [condition, value])
    expect(await read(s, name)).toEqual(Object.fromEntries(listed))
  }
  for (const name of ['secrets', 'kv-cluster', 'orders']) await expectListed(name)
  const initial = { sealed: false, initialized: true, node_role: 'active', cors_allowed_origins: null, warnings: [] }
  expect(await read(s)).toMatchObject(initial)
  const change = { sealed: true, warnings: ['one'] }
  await s.call('changeConditions', secrets, change)
  expect(await read(s)).toMatchObject({ ...change, initialized: true })
  await expectListed('secrets')
})

it('CTL-029: a change of conditions sets the named conditions', async ({ s }) => {
  let expected = await read(s)
  for (const [change, health] of [
    [{ sealed: true }, 503],
    [{ warnings: ['one'], max_json_depth: 7 }, 503],
    [{}, 503],
    [{ sealed: false, node_role: 'standby' }, 429],
  ] as const) {
    expected = { ...expected, ...change }
    const body = await s.expect(200, 'changeConditions', secrets, change)
    expect(body).toEqual(expected)
    expect(await read(s)).toEqual(expected)
    expect(await s.health()).toBe(health)
  }
})

it('CTL-030: a change that names an unknown condition is answered 400 with the known names', async ({ s }) => {
  const known = Object.keys(await read(s))
  const wrong = ['seald', 'toString', '__proto__', ''].map((name) => {
    const change = Object.fromEntries(['sealed', name, 'maintenance'].map((one) => [one, true]))
    return [change, ...known] as const
  })
  await s.refuses('changeConditions', secrets, wrong, () => read(s))
  for (const [name, ...words] of [['orders'], ['kv-cluster', 'unhealthy']] as const)
    await s.refuses('changeConditions', { interface: name }, [[{ sealed: true }, ...words]], () => read(s, name))
})

it('CTL-031: a change with a value that does not match the schema of its condition is answered 400', async ({ s }) => {
  const depths = [0, 1001, 1.5].map((depth) => ({ max_json_depth: depth }))
  const values = [{ sealed: 'true' }, { sealed: null }, { node_role: 'leader' }, { warnings: [1] }, ...depths]
  const wrong = values.map((one) => [{ maintenance: true, ...one, hosted: true }, ...Object.keys(one)] as const)
  const noObjects = [[[]], ['text'], [null], [1]] as const
  await s.refuses('changeConditions', secrets, [...wrong, ...noObjects], () => read(s))
  await s.expect(400, 'changeConditions', { interface: 'kv-cluster' }, { unhealthy: ['m3', 'm3'] })
  await s.expect(200, 'changeConditions', secrets, { max_json_depth: 1000, cors_allowed_origins: ['*'] })
})

it('CTL-038: an action answers 200 with its result, or 204 when it has none', async ({ s }) => {
  expect(await running(s)).toContain('m1')
  const body = await s.expect(200, 'runAction', stop, { member: 'm1' })
  expect(body).toEqual(await clusterOf(s))
  expect(await running(s)).not.toContain('m1')
  const ended = await howItEnded(s.ask('kv-cluster', 'GET /version'))
  expect(ended).toBe('no answer')
  expect(await running(s.own())).toContain('m1')
})

it('CTL-039: an input that does not match the schema of its action is answered 400', async ({ s }) => {
  const inputs = [{ member: 'm12' }, {}, { member: 'm1', more: 1 }, { member: ['m1'] }, [], 'm1', null, undefined]
  const wrong = inputs.map((input) => [input] as const)
  await s.refuses('runAction', stop, wrong, () => clusterOf(s))
  const missData = { ...secrets, action: 'miss-data' }
  for (const empty of [{}, undefined])
    expect(await s.expect(200, 'runAction', missData, empty)).toEqual({ requests: 1 })
  await s.expect(400, 'runAction', missData, 'null')
})
