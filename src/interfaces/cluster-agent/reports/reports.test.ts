import { expect, it } from 'vitest'
import { loadRuntime } from '../../../contract/registry.ts'
import { examplesOf } from '../../../mock/examples.ts'
import { openMock } from '../../../mock/open-mock.fixture.ts'
import { openAgent } from '../agent.fixture.ts'
import type { HostData } from '../state.ts'
import { describeAddress } from './host-network.ts'
import { describeHost, isSensitive, redact } from './hosts.ts'

const mock = openMock('cluster-agent')

const examples = examplesOf(loadRuntime('cluster-agent'))
const client1 = '7f3c1e52-0b7d-4c52-9a0e-2f6d1c8b9a41'

it('AGT-110: the self report is the documented one', async () => {
  const agent = openAgent(mock.origin)
  expect(JSON.parse((await agent.get('/self')).text)).toEqual(examples.of('getSelf', 200)[0])
})

it('AGT-025: the self report follows what happens', async () => {
  const agent = openAgent(mock.origin)
  await agent.set({ enableDebug: true, leader: 'server2.global', mode: 'server' })
  await agent.post('/force-leave?node=server3.global')
  const { config, stats } = JSON.parse((await agent.get('/self')).text)
  expect(config).toMatchObject({ EnableDebug: true, Client: {}, Server: { Enabled: true } })
  expect(stats.serf).toMatchObject({ members: '3', failed: '0', left: '1' })
  // AGT-049: who has left is a peer no longer.
  expect(stats.raft).toMatchObject({ num_peers: '1', state: 'Follower' })
  expect(stats.svc).toMatchObject({ leader: 'false', leader_addr: '192.0.2.12:4647', server: 'true' })
})

it('AGT-120: a healthy agent answers 200 with the health report', async () => {
  const agent = openAgent(mock.origin)
  const ok = { message: 'ok', ok: true }
  const answer = await agent.get('/health', { role: 'anonymous' })
  expect(answer).toMatchObject({ status: 200, type: 'application/json' })
  expect(JSON.parse(answer.text)).toEqual({ client: ok, server: ok })
})

it.each(['client', 'server'] as const)(
  'AGT-121, AGT-122: an unhealthy %s half makes the status 500, with the error in JSON',
  async (side) => {
    const agent = openAgent(mock.origin)
    await agent.set(side === 'client' ? { clientHealthy: false } : { serverHealthy: false })
    const answer = await agent.get('/health', { role: 'anonymous' })
    expect(answer).toMatchObject({ status: 500, type: 'application/json' })
    const report = JSON.parse(answer.text)
    expect(report[side]).toMatchObject({ ok: false, message: expect.stringMatching(/^no /) })
    expect(report[side === 'client' ? 'server' : 'client']).toEqual({ ok: true, message: 'ok' })
    // The half that does not run cannot be ill.
    await agent.set({ mode: side === 'client' ? 'server' : 'client' })
    expect((await agent.get('/health')).status).toBe(200)
  },
)

it.each([
  ['', 'server1.global', 0],
  ['?server_id=server1.global', 'server1.global', 0],
  ['?server_id=server2.global', 'server2.global', 1],
  ['?server_id=server2', 'server2.global', 1],
  [`?node_id=${client1}`, client1, 2],
] as const)('AGT-123, AGT-124, AGT-125: GET host%s reports %s', async (query, AgentID, index) => {
  const agent = openAgent(mock.origin)
  const report = JSON.parse((await agent.get(`/host${query}`)).text)
  expect(report.AgentID).toBe(AgentID)
  expect(report).toEqual(examples.of('getHost', 200)[index])
})

it('AGT-124: the agent is also reached by the node id of its client half, while it has one', async () => {
  const agent = openAgent(mock.origin)
  const query = '?node_id=2b9d4c70-5e1f-4d3a-8c6b-91f0a7e3d852'
  const { AgentID, HostData } = JSON.parse((await agent.get(`/host${query}`)).text)
  expect(AgentID).toBe('2b9d4c70-5e1f-4d3a-8c6b-91f0a7e3d852')
  expect(HostData.Hosts).toContain('server1')
  await agent.set({ mode: 'server' })
  expect((await agent.get(`/host${query}`)).status).toBe(404)
  await agent.set({ mode: 'client' })
  expect(JSON.parse((await agent.get('/host')).text).AgentID).toBe('2b9d4c70-5e1f-4d3a-8c6b-91f0a7e3d852')
  expect((await agent.get('/host?server_id=server1.global')).status).toBe(404)
})

it('AGT-G21: unknown targets, the failed server and `leader` are not found; two targets are refused', async () => {
  const agent = openAgent(mock.origin)
  for (const query of [
    'node_id=nobody',
    'server_id=nobody',
    'server_id=server3.global',
    'server_id=leader',
    'node_id=__proto__',
  ]) {
    expect(await agent.get(`/host?${query}`), query).toMatchObject({ status: 404, type: 'text/plain' })
  }
  expect(await agent.get(`/host?node_id=${client1}&server_id=server2.global`)).toMatchObject({
    status: 400,
    text: 'Cannot target node and server simultaneously',
  })
})

it('AGT-042: values of sensitive variables never appear', async () => {
  const agent = openAgent(mock.origin)
  const base = describeHost('server1.global', '192.0.2.11')
  const secrets = { API_TOKEN: 'v-1', my_secret: 'v-2', DB_PASSWORD_FILE: 'v-3', SIGNING_KEY: 'v-4' }
  await agent.putRecord('hosts', 'server1.global', { ...base, Environment: { ...secrets, LANG: 'C' } })
  const { text } = await agent.get('/host')
  expect(JSON.parse(text).HostData.Environment).toEqual({
    API_TOKEN: '<redacted>',
    my_secret: '<redacted>',
    DB_PASSWORD_FILE: '<redacted>',
    SIGNING_KEY: '<redacted>',
    LANG: 'C',
  })
  expect(text).not.toMatch(/v-[1-4]/)
  for (const query of ['?server_id=server2', `?node_id=${client1}`]) {
    expect((await agent.get(`/host${query}`)).text).not.toContain('never-shown')
  }
})

it('AGT-042: names with TOKEN, SECRET, PASSWORD or KEY are sensitive', () => {
  expect(['A_TOKEN', 'secretly', 'PASSWORD', 'KEYRING'].every(isSensitive)).toBe(true)
  expect(['PATH', 'LANG', 'HOME'].some(isSensitive)).toBe(false)
  const host = { ...describeHost('a', '192.0.2.1'), Environment: JSON.parse('{"__proto__":"x","KEY":"y"}') }
  expect(Object.entries(redact(host).Environment)).toEqual([
    ['__proto__', 'x'],
    ['KEY', '<redacted>'],
  ])
})

it('AGT-037, AGT-038: addresses are described as in the documented host reports', () => {
  for (const report of examples.of('getHost', 200) as { HostData: HostData }[]) {
    for (const address of report.HostData.Network) {
      expect(describeAddress(address.address ?? '', Number(address.mask_bits))).toEqual(address)
    }
  }
  expect(Object.values(describeAddress('2001:db8::1', 64)).every((value) => typeof value === 'string')).toBe(true)
})

it('AGT-125: a server that has joined has a host too', async () => {
  const agent = openAgent(mock.origin)
  expect((await agent.get('/host?server_id=server4.global')).status).toBe(404)
  await agent.post('/join?address=192.0.2.14:4648')
  const { AgentID, HostData } = JSON.parse((await agent.get('/host?server_id=server4.global')).text)
  expect(AgentID).toBe('server4.global')
  expect(HostData.Network[1].address).toBe('192.0.2.14')
})
