import { describe, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { everyMember, openCluster } from './cluster.fixture.ts'

const mock = openMock('kv-cluster')

describe('versions', () => {
  it('KVC-005, KVC-006, KVC-029, KVC-109: every member tells its own version and that of the cluster', async () => {
    const { get, versions, clusterVersions } = openCluster(mock.origin)
    const answer = await get('/m1/version')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toEqual({ kvserver: '3.5.21', kvcluster: '3.5.0' })
    expect(await versions()).toEqual(['3.5.21', '3.5.21', '3.5.21'])
    expect(await clusterVersions()).toEqual(['3.5.0', '3.5.0', '3.5.0'])
  })

  it('KVC-014, KVC-015: after the first replacement the cluster stays 3.5', async () => {
    const { replace, versions, clusterVersions } = openCluster(mock.origin)
    await replace('m3', '3.6.4')
    expect(await versions()).toEqual(['3.5.21', '3.5.21', '3.6.4'])
    expect(await clusterVersions()).toEqual(['3.5.0', '3.5.0', '3.5.0'])
  })

  it('KVC-018, KVC-019: the cluster becomes 3.6 with the last replacement', async () => {
    const { replace, versions, clusterVersions } = openCluster(mock.origin)
    await replace('m3', '3.6.4')
    await replace('m2', '3.6.4')
    expect(await clusterVersions()).toEqual(['3.5.0', '3.5.0', '3.5.0'])
    await replace('m1', '3.6.4')
    expect(await versions()).toEqual(['3.6.4', '3.6.4', '3.6.4'])
    expect(await clusterVersions()).toEqual(['3.6.0', '3.6.0', '3.6.0'])
  })

  it('KVC-022: a member of a mixed cluster goes back to 3.5', async () => {
    const { replace, versions, clusterVersions } = openCluster(mock.origin)
    await replace('m3', '3.6.4')
    await replace('m3', '3.5.21')
    expect(await versions()).toEqual(['3.5.21', '3.5.21', '3.5.21'])
    expect(await clusterVersions()).toEqual(['3.5.0', '3.5.0', '3.5.0'])
  })

  it('KVC-023: a restored snapshot leaves a mixed cluster at 3.5', async () => {
    const { act, replace, versions, clusterVersions } = openCluster(mock.origin)
    expect(await act('snapshot', { file: 'before.db' })).toMatchObject({ file: 'before.db', leader: 'm1' })
    await replace('m3', '3.6.4')
    await act('restore', { file: 'before.db' })
    expect(await versions()).toEqual(['3.5.21', '3.5.21', '3.5.21'])
    expect(await clusterVersions()).toEqual(['3.5.0', '3.5.0', '3.5.0'])
  })

  it('KVC-026: an upgraded cluster refuses the old binary, and the snapshot brings it back', async () => {
    const { act, replace, versions, clusterVersions } = openCluster(mock.origin)
    await act('snapshot', { file: 'before.db' })
    for (const member of everyMember) await replace(member, '3.6.4')
    expect(await replace('m2', '3.5.21')).toMatchObject({ refused: 'below-cluster-version' })
    expect(await act('start', { member: 'm2' })).toMatchObject({ clusterVersion: '3.6' })
    expect(await versions()).toEqual(['3.6.4', '3.6.4', '3.6.4'])
    await act('restore', { file: 'before.db' })
    expect(await versions()).toEqual(['3.5.21', '3.5.21', '3.5.21'])
    expect(await clusterVersions()).toEqual(['3.5.0', '3.5.0', '3.5.0'])
  })
})

describe('leadership', () => {
  it('KVC-007, KVC-008, KVC-009: one member leads, and the others do not', async () => {
    const { leads } = openCluster(mock.origin)
    expect(await Promise.all(everyMember.map(leads))).toEqual(['1', '0', '0'])
  })

  it('KVC-028: a stopped leader has handed leadership over', async () => {
    const { act, leads } = openCluster(mock.origin)
    expect(await act('stop', { member: 'm1' })).toMatchObject({ leader: 'm2' })
    expect([await leads('m2'), await leads('m3')]).toEqual(['1', '0'])
    await act('start', { member: 'm1' })
    expect(await Promise.all(everyMember.map(leads))).toEqual(['0', '1', '0'])
  })

  it('KVC-002: while one member is stopped the others answer', async () => {
    const { act, get, health } = openCluster(mock.origin)
    for (const member of everyMember) {
      await act('stop', { member })
      const others = everyMember.filter((name) => name !== member)
      for (const other of others) {
        expect([(await get(`/${other}/version`)).status, await health(other)]).toEqual([200, 200])
      }
      await act('start', { member, version: '3.6.4' })
    }
  })
})

describe('a stopped member', () => {
  it('closes the connection without an answer, whatever it is asked', async () => {
    const { act, get } = openCluster(mock.origin)
    await act('stop', { member: 'm3' })
    for (const path of ['/m3/version', '/m3/metrics', '/m3/health', '/m3/nothing']) {
      await expect(get(path)).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } })
    }
  })
})
