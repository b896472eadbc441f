import { describe, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { openAgent, type TestAgent } from './agent.fixture.ts'
import { applyUpdate, refuseUpdate, startSchedulers } from './scheduler-workers.ts'

const mock = openMock('cluster-agent')

const all = ['service', 'batch', 'system', 'sysbatch', '_core']
const seeded = { enabled_schedulers: all, num_schedulers: 4, server_id: 'server1.global' }
const two = { enabled_schedulers: ['service', 'batch', '_core'], num_schedulers: 2, server_id: 'server1.global' }

const configOf = async (agent: TestAgent) => JSON.parse((await agent.get('/schedulers/config')).text)
const workersOf = async (agent: TestAgent) => JSON.parse((await agent.get('/schedulers')).text).schedulers

it('AGT-162: an update answers with the configuration that is then in force', async () => {
  const agent = openAgent(mock.origin)
  expect(await configOf(agent)).toEqual(seeded)
  const answer = await agent.put('/schedulers/config', two)
  expect(answer).toMatchObject({ status: 200, type: 'application/json' })
  expect(JSON.parse(answer.text)).toEqual(two)
  expect(await configOf(agent)).toEqual(two)
  expect(await workersOf(agent)).toMatchObject([
    { id: '8a92d6e4-1f35-47cb-b07d-62c4e8f1095a', status: 'Paused', enabled_schedulers: two.enabled_schedulers },
    { id: 'e61c0f73-5b8d-4a29-9c14-07f3ab5d2e98', status: 'Started', workload_status: 'WaitingToDequeue' },
  ])
})

it('AGT-162: an update that cannot be applied answers with the old configuration', async () => {
  const agent = openAgent(mock.origin)
  await agent.set({ schedulerUpdatesApply: false })
  const answer = await agent.put('/schedulers/config', two)
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.text)).toEqual(seeded)
  expect(await configOf(agent)).toEqual(seeded)
  expect(await workersOf(agent)).toHaveLength(4)
})

it('AGT-159: an update stays in effect until the next one', async () => {
  const agent = openAgent(mock.origin)
  await agent.put('/schedulers/config', two)
  await agent.advance(86_400)
  expect(await configOf(agent)).toEqual(two)
  await agent.put('/schedulers/config', { num_schedulers: 3 })
  expect(await configOf(agent)).toEqual({ ...two, num_schedulers: 3 })
})

it('AGT-160: a restart ends the effect of an update', async () => {
  const agent = openAgent(mock.origin)
  const before = await workersOf(agent)
  await agent.put('/schedulers/config', two)
  await agent.act('restart')
  expect(await configOf(agent)).toEqual(seeded)
  const after = await workersOf(agent)
  expect(after).toHaveLength(4)
  expect(after[0].id).not.toBe(before[0].id)
})

it('AGT-160: a restart brings what the configuration file says', async () => {
  const agent = openAgent(mock.origin)
  await agent.putRecord('configFile', 'schedulers', { num_schedulers: 1, enabled_schedulers: ['system', '_core'] })
  expect(await configOf(agent)).toEqual(seeded)
  await agent.act('restart')
  expect(await configOf(agent)).toEqual({
    num_schedulers: 1,
    enabled_schedulers: ['system', '_core'],
    server_id: 'server1.global',
  })
})

it('AGT-G29: a configuration that was read can be sent back, and one from another server changes no name', async () => {
  const agent = openAgent(mock.origin)
  const answer = await agent.put('/schedulers/config', { ...seeded, server_id: 'server9.global' })
  expect(JSON.parse(answer.text)).toEqual(seeded)
})

it.each([
  { num_schedulers: -1 },
  { num_schedulers: 1025 },
  { num_schedulers: 1e300 },
  { num_schedulers: 1.5 },
  { num_schedulers: '2' },
  { enabled_schedulers: ['sevrice', '_core'] },
  { enabled_schedulers: ['service'] },
  { enabled_schedulers: 'service' },
  { server_id: 1 },
  [],
  'text',
])('AGT-G29, AGT-158: %j is refused and changes nothing', async (body) => {
  const agent = openAgent(mock.origin)
  expect(await agent.call('PUT', '/schedulers/config', { body: JSON.stringify(body) })).toMatchObject({
    status: 400,
    type: 'text/plain',
  })
  expect(await configOf(agent)).toEqual(seeded)
})

it('AGT-G30: the body is read as JSON whatever its media type is said to be', async () => {
  const agent = openAgent(mock.origin)
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'garbage']) {
    const answer = await agent.put('/schedulers/config', two, { headers: { 'content-type': type } })
    expect(JSON.parse(answer.text), type).toEqual(two)
  }
})

it('AGT-159: of many updates at once each is applied whole', async () => {
  const agent = openAgent(mock.origin)
  const counts = Array.from({ length: 100 }, (_, index) => index + 1)
  await Promise.all(counts.map((num_schedulers) => agent.put('/schedulers/config', { num_schedulers })))
  const { num_schedulers } = await configOf(agent)
  expect(await workersOf(agent)).toHaveLength(num_schedulers)
})

describe('workers', () => {
  const start = { now: new Date('2026-03-02T09:30:00Z'), leads: true, newId: () => 'new' }
  const started = startSchedulers({ num_schedulers: 4, enabled_schedulers: all }, 'server1.global', start)

  it('AGT-020, AGT-021: a leader keeps three of four paused, another server none', () => {
    expect(started.workers.map(({ status }) => status)).toEqual(['Paused', 'Paused', 'Paused', 'Started'])
    const follower = applyUpdate(started, {}, { ...start, leads: false })
    expect(follower.workers.every(({ workload_status }) => workload_status === 'WaitingToDequeue')).toBe(true)
  })

  it.each([0, 1, 3, 9])('AGT-G09: an update to %i leaves so many workers, the old ones among them', (count) => {
    const { config, workers } = applyUpdate(started, { num_schedulers: count }, start)
    expect(config.num_schedulers).toBe(count)
    expect(workers).toHaveLength(count)
  })

  it('AGT-G29: a name given twice counts once', () => {
    const { config } = applyUpdate(started, { enabled_schedulers: ['batch', '_core', 'batch'] }, start)
    expect(config.enabled_schedulers).toEqual(['batch', '_core'])
    expect(refuseUpdate({})).toBeUndefined()
  })
})
