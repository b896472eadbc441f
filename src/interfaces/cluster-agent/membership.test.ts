import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { openAgent } from './agent.fixture.ts'

const mock = openMock('cluster-agent')

const seeded = { 'server1.global': 'alive', 'server2.global': 'alive', 'server3.global': 'failed' }

it('AGT-048: force-leave moves a failed member to left', async () => {
  const agent = openAgent(mock.origin)
  expect(await agent.members()).toEqual(seeded)
  expect(await agent.post('/force-leave?node=server3.global')).toMatchObject({
    status: 200,
    type: 'application/json',
    text: '{}',
  })
  expect(await agent.members()).toEqual({ ...seeded, 'server3.global': 'left' })
})

it('AGT-050: force-leave with prune takes a failed server off the list at once', async () => {
  const agent = openAgent(mock.origin)
  await agent.post('/force-leave?node=server3.global&prune=true')
  expect(await agent.members()).toEqual({ 'server1.global': 'alive', 'server2.global': 'alive' })
})

it('AGT-051: force-leave with prune takes a server that has left off the list at once', async () => {
  const agent = openAgent(mock.origin)
  await agent.post('/force-leave?node=server3.global')
  await agent.post('/force-leave?node=server3.global&prune=true')
  expect(Object.keys(await agent.members())).toEqual(['server1.global', 'server2.global'])
})

it('AGT-052: a pruned server that runs comes back when the clock has moved on', async () => {
  const agent = openAgent(mock.origin)
  await agent.act('failMember', { node: 'server2.global', running: true })
  expect(await agent.members()).toMatchObject({ 'server2.global': 'failed' })
  await agent.post('/force-leave?node=server2.global&prune=true')
  expect(await agent.members()).not.toHaveProperty(['server2.global'])
  await agent.advance(30)
  expect(await agent.members()).toMatchObject({ 'server2.global': 'alive' })
})

it('AGT-G10: force-leave changes nothing for a stranger, a living member, one that has left, and the agent itself', async () => {
  const agent = openAgent(mock.origin)
  const queries = [
    'node=server9.global',
    'node=__proto__',
    'node=server2.global',
    'node=server1.global&prune=true',
    'node=server3.global&prune=false',
  ]
  for (const query of queries) expect((await agent.post(`/force-leave?${query}`)).text).toBe('{}')
  const left = { ...seeded, 'server3.global': 'left' }
  expect(await agent.members()).toEqual(left)
  await agent.post('/force-leave?node=server3.global')
  expect(await agent.members()).toEqual(left)
})

it('AGT-101: a change elsewhere reaches the list late when gossip is slow', async () => {
  const agent = openAgent(mock.origin)
  await agent.set({ gossipDelaySeconds: 10 })
  await agent.act('failMember', { node: 'server2.global' })
  expect(await agent.members()).toEqual(seeded)
  await agent.advance(10)
  expect(await agent.members()).toEqual({ ...seeded, 'server2.global': 'failed' })
})

it('AGT-113, AGT-115, AGT-116: a join through several addresses counts them, and has no error', async () => {
  const agent = openAgent(mock.origin)
  const answer = await agent.post('/join?address=192.0.2.12:4648&address=192.0.2.14:4648', { role: 'anonymous' })
  expect(JSON.parse(answer.text)).toEqual({ error: '', num_joined: 2 })
  expect(await agent.members()).toEqual({ ...seeded, 'server4.global': 'alive' })
})

it('AGT-116: a join that fails in part says so, with status 200, and joins the rest', async () => {
  const agent = openAgent(mock.origin)
  const answer = await agent.post('/join?address=192.0.2.13:4648&address=192.0.2.14:4648&address=192.0.2.99:4648')
  expect(answer.status).toBe(200)
  const { error, num_joined } = JSON.parse(answer.text)
  expect(num_joined).toBe(1)
  expect(error).toContain('failed to join 192.0.2.13:4648')
  expect(error).toContain('failed to join 192.0.2.99:4648')
  expect(await agent.members()).toMatchObject({ 'server3.global': 'failed', 'server4.global': 'alive' })
})

it('AGT-G09: a failed member that runs again can be joined', async () => {
  const agent = openAgent(mock.origin)
  await agent.act('recoverMember', { node: 'server3.global' })
  expect(await agent.members()).toMatchObject({ 'server3.global': 'alive' })
  await agent.act('failMember', { node: 'server3.global', running: true })
  expect(JSON.parse((await agent.post('/join?address=192.0.2.13:4648')).text)).toEqual({ error: '', num_joined: 1 })
  expect(await agent.members()).toMatchObject({ 'server3.global': 'alive' })
})

it('AGT-G17: a join finds an IPv6 server however its address is written', async () => {
  const agent = openAgent(mock.origin)
  const { Members } = JSON.parse((await agent.get('/members')).text)
  const member = { ...Members[0], Name: 'server6.global', Addr: '2001:db8::6' }
  await agent.putRecord('members', 'server6.global', { member, listed: false })
  const answer = await agent.post('/join?address=[2001:DB8:0::6]:4648')
  expect(JSON.parse(answer.text)).toEqual({ error: '', num_joined: 1 })
  expect(await agent.members()).toMatchObject({ 'server6.global': 'alive' })
})

it('AGT-048: of many force-leaves and joins at once none is lost', async () => {
  const agent = openAgent(mock.origin)
  const { Members } = JSON.parse((await agent.get('/members')).text)
  const names = Array.from({ length: 50 }, (_, index) => `node${index}.global`)
  for (const [index, Name] of names.entries()) {
    const member = { ...Members[0], Name, Addr: `198.51.100.${index + 1}`, Status: 'failed' }
    await agent.putRecord('members', Name, { member, running: false })
  }
  await Promise.all(names.map((name) => agent.post(`/force-leave?node=${name}`)))
  const members = await agent.members()
  expect(names.filter((name) => members[name] !== 'left')).toEqual([])
})

it('AGT-101: actions refuse what cannot happen', async () => {
  const agent = openAgent(mock.origin)
  await expect(agent.act('failMember', { node: 'server1.global' })).rejects.toThrow('it cannot fail')
  await expect(agent.act('recoverMember', { node: 'server9.global' })).rejects.toThrow(
    'There is no member server9.global',
  )
})
