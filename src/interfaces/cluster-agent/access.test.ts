import { describe, expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { grants } from './admission.ts'
import { openAgent } from './agent.fixture.ts'

const mock = openMock('cluster-agent')

interface Row {
  method: string
  path: string
  permission: 'node:read' | 'agent:read' | 'agent:write' | 'none'
  /** The rules of the permission, and of the mode. */
  rules: [permission: string, mode: string]
  mode: 'server' | 'client' | 'any'
  body?: object
}

const update = { num_schedulers: 2 }

/** The endpoint table of the reference. */
const table: Row[] = [
  { method: 'GET', path: '/members', permission: 'node:read', rules: ['AGT-054', 'AGT-055'], mode: 'server' },
  { method: 'GET', path: '/servers', permission: 'agent:read', rules: ['AGT-057', 'AGT-058'], mode: 'client' },
  {
    method: 'POST',
    path: '/servers?address=192.0.2.11:4647',
    permission: 'agent:write',
    rules: ['AGT-060', 'AGT-061'],
    mode: 'client',
  },
  { method: 'GET', path: '/self', permission: 'agent:read', rules: ['AGT-063', 'AGT-064'], mode: 'any' },
  {
    method: 'POST',
    path: '/join?address=192.0.2.12:4648',
    permission: 'none',
    rules: ['AGT-066', 'AGT-067'],
    mode: 'server',
  },
  {
    method: 'POST',
    path: '/force-leave?node=server3.global',
    permission: 'agent:write',
    rules: ['AGT-069', 'AGT-070'],
    mode: 'server',
  },
  { method: 'GET', path: '/health', permission: 'none', rules: ['AGT-072', 'AGT-073'], mode: 'any' },
  { method: 'GET', path: '/host', permission: 'agent:read', rules: ['AGT-075', 'AGT-076'], mode: 'any' },
  { method: 'HEAD', path: '/monitor', permission: 'agent:read', rules: ['AGT-078', 'AGT-079'], mode: 'any' },
  { method: 'GET', path: '/pprof/cmdline', permission: 'agent:write', rules: ['AGT-081', 'AGT-082'], mode: 'any' },
  {
    method: 'GET',
    path: '/pprof/profile?seconds=1',
    permission: 'agent:write',
    rules: ['AGT-084', 'AGT-085'],
    mode: 'any',
  },
  {
    method: 'GET',
    path: '/pprof/trace?seconds=1',
    permission: 'agent:write',
    rules: ['AGT-087', 'AGT-088'],
    mode: 'any',
  },
  { method: 'GET', path: '/pprof/heap', permission: 'agent:write', rules: ['AGT-090', 'AGT-091'], mode: 'any' },
  { method: 'GET', path: '/schedulers', permission: 'agent:read', rules: ['AGT-093', 'AGT-094'], mode: 'server' },
  {
    method: 'GET',
    path: '/schedulers/config',
    permission: 'agent:read',
    rules: ['AGT-096', 'AGT-097'],
    mode: 'server',
  },
  {
    method: 'PUT',
    path: '/schedulers/config',
    permission: 'agent:write',
    rules: ['AGT-099', 'AGT-100'],
    mode: 'server',
    body: update,
  },
]

const guarded = table.filter(({ permission }) => permission !== 'none')

describe.each(guarded)('$method $path', ({ method, path, permission, rules, body }) => {
  const roles = { 'node:read': 'node-read', 'agent:read': 'read-only', 'agent:write': 'agent-write', none: 'none' }

  it(`${rules[0]}, AGT-005, AGT-007: needs a token in X-Cluster-Token that grants ${permission}`, async () => {
    const agent = openAgent(mock.origin)
    expect((await agent.overTime(agent.call(method, path, { role: roles[permission], body }))).status).toBe(200)
    for (const role of ['anonymous', 'none', permission === 'node:read' ? 'agent-write' : 'node-read']) {
      expect(await agent.overTime(agent.call(method, path, { role, body })), role).toMatchObject({
        status: 403,
        type: 'text/plain',
      })
    }
    if (permission === 'agent:write')
      expect((await agent.overTime(agent.call(method, path, { role: 'read-only', body }))).status).toBe(403)
    const unknown = { role: 'anonymous', headers: { 'x-cluster-token': 'no-such-token' }, body }
    expect((await agent.overTime(agent.call(method, path, unknown))).status).toBe(403)
    const elsewhere = { role: 'anonymous', headers: { authorization: 'Bearer agent.example-management' }, body }
    expect((await agent.overTime(agent.call(method, path, elsewhere))).status).toBe(403)
  })

  it('AGT-G33: needs no token while ACLs are off', async () => {
    const agent = openAgent(mock.origin)
    await agent.set({ aclsEnabled: false, enableDebug: true })
    expect((await agent.overTime(agent.call(method, path, { role: 'anonymous', body }))).status).toBe(200)
  })
})

describe.each(table)('$method $path', ({ method, path, rules, mode, body }) => {
  it.each(['server', 'client', 'both'] as const)(`${rules[1]}: applies to %s or does not`, async (running) => {
    const agent = openAgent(mock.origin)
    await agent.set({ mode: running })
    const applies = mode === 'any' || running === 'both' || running === mode
    const answer = await agent.overTime(agent.call(method, path, { body }))
    expect(answer.status).toBe(applies ? 200 : 501)
    if (!applies) {
      const text = mode === 'server' ? 'Server only endpoint' : 'Client only endpoint'
      expect(answer).toMatchObject({ type: 'text/plain', text })
    }
  })
})

it.each(table.filter(({ permission }) => permission === 'none'))(
  '$rules.0, AGT-006: $method $path is served without a token, and with any',
  async ({ method, path }) => {
    const agent = openAgent(mock.origin)
    for (const role of ['anonymous', 'none', 'full'])
      expect((await agent.overTime(agent.call(method, path, { role }))).status).toBe(200)
  },
)

it.each(table)(
  'AGT-004: $method $path does not wait for a change of what it answers',
  async ({ method, path, body }) => {
    const agent = openAgent(mock.origin)
    const blocking = `${path}${path.includes('?') ? '&' : '?'}index=1000000&wait=10m`
    expect((await agent.overTime(agent.call(method, blocking, { body }))).status).toBe(200)
  },
)

it('AGT-G35: a request that is refused for several reasons hears the first of the order', async () => {
  const agent = openAgent(mock.origin)
  await agent.set({ mode: 'client' })
  expect((await agent.post('/force-leave', { role: 'none' })).status).toBe(403)
  expect((await agent.post('/force-leave')).status).toBe(400)
  expect((await agent.post('/join?address=192.0.2.12:99999')).status).toBe(400)
  expect((await agent.put('/schedulers/config', { num_schedulers: -1 })).status).toBe(400)
  expect((await agent.post('/force-leave?node=server3.global')).status).toBe(501)
  await agent.set({ aclsEnabled: false })
  expect((await agent.get('/pprof/heap?node_id=a&server_id=b')).status).toBe(400)
  expect((await agent.get('/pprof/heap?node_id=a')).text).toBe('Profiles are not available')
})

it('AGT-G34: agent:write includes agent:read, and node:read stands by itself', () => {
  expect(grants(['agent:write'], 'agent:read')).toBe(true)
  expect(grants(['agent:read'], 'agent:write')).toBe(false)
  expect(grants(['agent:write', 'agent:read'], 'node:read')).toBe(false)
  expect(grants(['node:read'], 'agent:read')).toBe(false)
})

it('AGT-005: a token put in through the control plane is a token', async () => {
  const agent = openAgent(mock.origin)
  const given = { role: 'anonymous', headers: { 'x-cluster-token': 'agent.example-mine' } }
  expect(await agent.get('/members', given)).toMatchObject({ status: 403, text: 'ACL token not found' })
  await agent.putRecord('tokens', 'agent.example-mine', { permissions: ['node:read'] })
  expect((await agent.get('/members', given)).status).toBe(200)
  expect(await agent.get('/self', given)).toMatchObject({ status: 403, text: 'Permission denied' })
})
