import parsePrometheus from 'parse-prometheus-text-format'
import { describe, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { everyMember, openCluster } from './cluster.fixture.ts'

const mock = openMock('kv-cluster')

describe('health', () => {
  it('needs a leader, and so a majority', async () => {
    const { act, get, health, leads } = openCluster(mock.origin)
    expect(await (await get('/m3/health')).json()).toEqual({ health: 'true' })
    await act('stop', { member: 'm1' })
    await act('stop', { member: 'm2' })
    const answer = await get('/m3/health')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ health: 'false', reason: 'no leader' })
    expect(await leads('m3')).toBe('0')
    await act('start', { member: 'm2' })
    expect(await health('m3')).toBe(200)
  })

  it('is not reported by a member that was told so', async () => {
    const { control, health } = openCluster(mock.origin)
    await control('PATCH', '/conditions', { unhealthy: ['m2'] })
    expect(await Promise.all(everyMember.map(health))).toEqual([200, 503, 200])
  })
})

describe('metrics', () => {
  it('KVC-012, KVC-013, KVC-031: are Prometheus text, with the added ones on 3.6 members only', async () => {
    const { get, replace } = openCluster(mock.origin)
    await replace('m3', '3.6.4')
    const answer = await get('/m3/metrics')
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const names = async (member: string) =>
      parsePrometheus(await (await get(`/${member}/metrics`)).text()).map(({ name }) => name)
    const added = ['kv_network_known_peers', 'kv_server_feature_enabled']
    expect(await names('m3')).toEqual([...added, 'kv_server_is_leader'])
    expect(await names('m1')).toEqual(['kv_server_is_leader'])
  })
})

describe('actions and records', () => {
  it('KVC-042: a member below 3.5.20 keeps the others from starting 3.6', async () => {
    const { act, replace } = openCluster(mock.origin)
    await replace('m2', '3.5.19')
    expect(await replace('m3', '3.6.4')).toMatchObject({ refused: 'too-many-learner-members' })
    expect(await act('start', { member: 'm3' })).toMatchObject({ clusterVersion: '3.5' })
  })

  it('KVC-017, KVC-021, KVC-106: members log what is expected while the cluster is mixed', async () => {
    const { control, replace } = openCluster(mock.origin)
    const expected = async (member: string) => {
      const { records } = await control('GET', '/records/logs')
      return (records[member] ?? []).map((line: { expected?: string }) => line.expected ?? 'info')
    }
    await replace('m3', '3.6.4')
    expect(await expected('m1')).toEqual(['connection', 'higher-version'])
    expect(await expected('m3')).toEqual(['info', 'info'])
    await replace('m2', '3.6.4')
    await replace('m1', '3.6.4')
    const before = (await expected('m3')).length
    await replace('m1', '3.6.5')
    expect((await expected('m3')).slice(before)).toEqual(['connection'])
  })

  it('refuses what does not fit: an unknown snapshot, member or version', async () => {
    const { act } = openCluster(mock.origin)
    expect(await act('restore', { file: 'missing.db' })).toMatchObject({ refused: 'no-snapshot' })
    expect(await act('stop', { member: 'm4' })).toMatchObject({ refused: 'unknown-member' })
    expect(await act('stop', { member: 'm10' })).toMatchObject({ status: 400 })
    expect(await act('start', { member: 'm1', version: '3.6.4' })).toMatchObject({ refused: 'already-running' })
  })

  it('takes a cluster that a tester puts', async () => {
    const { control, versions, clusterVersions } = openCluster(mock.origin)
    const cluster = await control('GET', '/records/cluster/cluster')
    cluster.members[2].version = '3.6.0'
    await control('PUT', '/records/cluster/cluster', cluster)
    expect(await versions()).toEqual(['3.5.21', '3.5.21', '3.6.0'])
    expect(await clusterVersions()).toEqual(['3.5.0', '3.5.0', '3.5.0'])
  })
})

describe('addresses', () => {
  it.each(['/m4/version', '/__proto__/version', '/M1/version', '/version', '/', '//version', '/%6D4/metrics'])(
    'there is nobody at %s',
    async (path) => {
      const answer = await openCluster(mock.origin).get(path)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    },
  )

  it('a member has nothing but version, metrics and health', async () => {
    const { get } = openCluster(mock.origin)
    expect((await get('/m1/version/')).status).toBe(404)
    expect((await get('/m1/v2/keys')).status).toBe(404)
    expect((await get('/m1/%zz')).status).toBe(400)
    const answer = await get('/m1/version', { method: 'DELETE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('ignores what no member asks for: a query, a body, a type that is none', async () => {
    const { get } = openCluster(mock.origin)
    expect((await get('/m1/version?x=%ff&__proto__=1', { headers: { 'content-type': 'garbage' } })).status).toBe(200)
  })
})
