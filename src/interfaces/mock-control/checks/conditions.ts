import { expect } from '../../../check/expect.ts'
import { answersWith, on, remembersFirstAnswer, seesBody, turnsStatus, when } from '../../../check/sabotage.ts'
import { howItEnded } from './pending.ts'
import { andThen, changesDetail, doesRefused, eachWrong } from './sabotages.ts'
import { type Checks, inSession, namesOf, type Session } from './session.ts'

type Values = Record<string, unknown>
interface Cluster {
  members: { name: string; running: boolean }[]
}

const secrets = { interface: 'secrets' }
const patch = 'PATCH /interfaces/secrets/conditions'
const stop = { interface: 'kv-cluster', action: 'stop' }

async function read(s: Session, name = 'secrets'): Promise<Values> {
  return { ...(await s.expect(200, 'getConditions', { interface: name })) }
}

async function clusterOf(s: Session): Promise<Cluster> {
  return Object(await s.expect(200, 'getRecord', { interface: 'kv-cluster', kind: 'cluster', key: 'cluster' }))
}

const running = async (s: Session) => namesOf((await clusterOf(s)).members.filter(({ running }) => running))

export const conditions: Checks = {
  'CTL-028': inSession(async (s) => {
    const expectListed = async (name: string) => {
      const { conditions } = await s.served(name, { 'x-mock-session': s.name })
      const listed = Object.entries(conditions).map(([condition, { value }]) => [condition, value])
      expect(await read(s, name), `conditions of ${name}, as listed`).toEqual(Object.fromEntries(listed))
    }
    for (const name of ['secrets', 'kv-cluster', 'orders']) await expectListed(name)
    const initial = { sealed: false, initialized: true, node_role: 'active', cors_allowed_origins: null, warnings: [] }
    expect(await read(s), 'conditions of a new session').toMatchObject(initial)
    const change = { sealed: true, warnings: ['one'] }
    await s.call('changeConditions', secrets, change)
    expect(await read(s), 'conditions after a change').toMatchObject({ ...change, initialized: true })
    await expectListed('secrets')
  }).brokenBy(
    ...eachWrong('getConditions', { sealed: undefined, initialized: false, more: true }),
    on('getConditions', remembersFirstAnswer()),
  ),
  'CTL-029': inSession(async (s) => {
    let expected = await read(s)
    for (const [change, health] of [
      [{ sealed: true }, 503],
      [{ warnings: ['one'], max_json_depth: 7 }, 503],
      [{}, 503],
      [{ sealed: false, node_role: 'standby' }, 429],
    ] as const) {
      expected = { ...expected, ...change }
      const body = await s.expect(200, 'changeConditions', secrets, change)
      expect(body, 'conditions in the answer').toEqual(expected)
      expect(await read(s), 'conditions read afterwards').toEqual(expected)
      expect(await s.health(), 'health under these conditions').toBe(health)
    }
  }).brokenBy(
    ...eachWrong('changeConditions', { warnings: undefined, sealed: true }),
    andThen('changeConditions', patch, { warnings: [] }),
    on('changeConditions', seesBody, ({ max_json_depth: _, ...others }: Values) => others),
    on('readHealth', answersWith(200, {})),
  ),
  'CTL-030': inSession(async (s) => {
    const known = Object.keys(await read(s))
    const wrong = ['seald', 'toString', '__proto__', ''].map((name) => {
      const change = Object.fromEntries(['sealed', name, 'maintenance'].map((one) => [one, true]))
      return [change, ...known] as const
    })
    await s.refuses('changeConditions', secrets, wrong, () => read(s))
    for (const [name, ...words] of [['orders'], ['kv-cluster', 'unhealthy']] as const)
      await s.refuses('changeConditions', { interface: name }, [[{ sealed: true }, ...words]], () => read(s, name))
  }).brokenBy(
    on('changeConditions', changesDetail, () => 'It is unknown.'),
    doesRefused('changeConditions', patch, { sealed: true }),
    on('changeConditions', seesBody, ({ seald: _, ...others }: Values) => others),
  ),
  'CTL-031': inSession(async (s) => {
    const depths = [0, 1001, 1.5].map((depth) => ({ max_json_depth: depth }))
    const values = [{ sealed: 'true' }, { sealed: null }, { node_role: 'leader' }, { warnings: [1] }, ...depths]
    const wrong = values.map((one) => [{ maintenance: true, ...one, hosted: true }, ...Object.keys(one)] as const)
    const noObjects = [[[]], ['text'], [null], [1]] as const
    await s.refuses('changeConditions', secrets, [...wrong, ...noObjects], () => read(s))
    await s.expect(400, 'changeConditions', { interface: 'kv-cluster' }, { unhealthy: ['m3', 'm3'] })
    await s.expect(200, 'changeConditions', secrets, { max_json_depth: 1000, cors_allowed_origins: ['*'] })
  }).brokenBy(
    doesRefused('changeConditions', patch, { maintenance: true }),
    on('changeConditions', seesBody, ({ sealed: _, ...others }: Values) => others),
  ),
  'CTL-038': inSession(async (s) => {
    expect(await running(s), 'members that run').toContain('m1')
    const body = await s.expect(200, 'runAction', stop, { member: 'm1' })
    expect(body, 'what the action tells').toEqual(await clusterOf(s))
    expect(await running(s), 'members that run when one has been stopped').not.toContain('m1')
    const ended = await howItEnded(s.ask('kv-cluster', 'GET /version'))
    expect(ended, 'how a request to the stopped member ended').toBe('no answer')
    expect(await running(s.own()), 'members that run in another session').toContain('m1')
  }).brokenBy(
    on('runAction', turnsStatus(200, 204)),
    on('runAction', answersWith(200, { members: [], clusterVersion: '3.5', leader: 'm1' })),
    on('runAction', seesBody, () => ({ member: 'm2' })),
  ),
  'CTL-039': inSession(async (s) => {
    const inputs = [{ member: 'm12' }, {}, { member: 'm1', more: 1 }, { member: ['m1'] }, [], 'm1', null, undefined]
    const wrong = inputs.map((input) => [input] as const)
    await s.refuses('runAction', stop, wrong, () => clusterOf(s))
    const missData = { ...secrets, action: 'miss-data' }
    for (const empty of [{}, undefined])
      expect(await s.expect(200, 'runAction', missData, empty), 'answer without input').toEqual({ requests: 1 })
    await s.expect(400, 'runAction', missData, 'null')
  }).brokenBy(
    on('runAction', turnsStatus(400, 422)),
    doesRefused('runAction', 'POST /interfaces/kv-cluster/actions/stop', { member: 'm1' }),
    on('runAction', seesBody, ({ more: _, ...others }: Values) => others),
    on('runAction', when, ({ body }) => (body ?? '').length === 0, answersWith(400, {})),
    ...eachWrong('runAction', { requests: 2 }),
  ),
}
