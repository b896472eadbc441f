import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { serveLocally } from '../../client/local-server.fixture.ts'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { createKvClusterClient, getMetrics, getVersion, isLeader, readHealth, unwrap } from './client.ts'

const mock = openMock('kv-cluster')

function openCluster() {
  const headers = { 'X-Mock-Session': randomUUID() }
  return (member: string) => createKvClusterClient({ baseUrl: `${mock.origin}/kv-cluster/${member}`, headers })
}

it('tells the versions of a member and of its cluster', async () => {
  const member = openCluster()('m2')
  expect(await unwrap(getVersion(member))).toEqual({
    kvserver: expect.stringMatching(/^3\./),
    kvcluster: expect.stringMatching(/^3\./),
  })
  expect((await member.GET('/version')).data).toEqual(await unwrap(getVersion(member)))
})

it('reads metrics as text', async () => {
  expect((await getMetrics(openCluster()('m1'))).data).toMatch(/^kv_server_is_leader 1$/m)
})

it.each([
  ['# HELP kv_server_is_leader 1 leads\nkv_server_is_leader 0\n', false],
  ['kv_server_is_leader{cell="a"} 1e+00 1700000000000\r\n', true],
  ['kv_server_is_leader_count 1\n', false],
  ['\nkv_server_is_leader\t1', true],
  ['', false],
])('isLeader reads %j as %s', async (text, leads) => {
  const { baseUrl } = await serveLocally(() => ({
    headers: { 'content-type': 'text/plain; version=0.0.4' },
    body: text || '\n',
  }))
  expect(await isLeader(createKvClusterClient({ baseUrl }))).toBe(leads)
})

it.each([
  [
    { status: 503, body: { health: 'false', reason: 'no leader' } },
    { isHealthy: false, reason: 'no leader' },
  ],
  [{ status: 503 }, { isHealthy: false, reason: undefined }],
  [
    { status: 200, body: { health: 'false' } },
    { isHealthy: false, reason: undefined },
  ],
  [
    { status: 200, body: { health: 'true', reason: '' } },
    { isHealthy: true, reason: undefined },
  ],
])('health of a member that answers %j is %j, asked once', async (answer, health) => {
  const { baseUrl, received } = await serveLocally(() => answer)
  expect(await readHealth(createKvClusterClient({ baseUrl }))).toEqual(health)
  expect(received).toHaveLength(1)
})

it('health throws for what is not an answer about health', async () => {
  const { baseUrl } = await serveLocally(() => ({ status: 404 }))
  await expect(readHealth(createKvClusterClient({ baseUrl }))).rejects.toMatchObject({
    status: 404,
    operation: 'GET /health',
  })
})
