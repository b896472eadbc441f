import type { components } from '../../../generated/cluster-agent/types.ts'
import type { Examples, SeededCredential, SeededRecord } from '../../behaviour/definition.ts'
import type { Store } from '../../behaviour/store.ts'
import { logsIn, recordAt } from './logs/log.ts'
import { redacted } from './reports/hosts.ts'
import * as state from './state.ts'

type Schemas = components['schemas']

const tokens: Record<string, { role: string; permissions: state.Permission[] }> = {
  'agent.example-management': { role: 'full', permissions: ['node:read', 'agent:write'] },
  'agent.example-agent-read': { role: 'read-only', permissions: ['agent:read'] },
  'agent.example-node-read': { role: 'node-read', permissions: ['node:read'] },
  'agent.example-agent-write': { role: 'agent-write', permissions: ['agent:write'] },
  'agent.example-no-rights': { role: 'none', permissions: [] },
}

export const credentials: SeededCredential[] = Object.entries(tokens).map(([token, { role }]) => ({
  role,
  headers: { 'x-cluster-token': token },
}))

export const records: SeededRecord[] = [
  {
    description: 'the server that answers: leader, server and client at once',
    key: 'server1.global',
    path: '/v1/agent/self',
  },
  {
    description: 'another server that is alive',
    key: 'server2.global',
    path: '/v1/agent/host?server_id=server2.global',
  },
  { description: 'a failed member', key: 'server3.global', path: '/v1/agent/members' },
  { description: 'a running server outside the pool, to be joined at its address', key: '192.0.2.14:4648' },
  {
    description: 'a client node',
    key: '7f3c1e52-0b7d-4c52-9a0e-2f6d1c8b9a41',
    path: '/v1/agent/host?node_id=7f3c1e52-0b7d-4c52-9a0e-2f6d1c8b9a41',
  },
]

/** The cluster of the documented examples: three servers, one of them failed, and a client. A fourth server runs and has not joined yet. */
export async function seed(store: Store, examples: Examples): Promise<void> {
  const first = <T>(operation: string) => examples.of(operation, 200)[0] as T
  for (const [token, { permissions }] of Object.entries(tokens)) await state.tokensIn(store).set(token, { permissions })
  await state.selfIn(store).set(state.only.self, first<Schemas['SelfReport']>('getSelf'))
  const members = first<Schemas['MemberList']>('listMembers').Members
  await seedMembers(store, members)
  const { member: self } = await state.readSelf(store)
  const events = [
    recordAt('2026-03-02T09:15:02.377Z', 'info', 'raft', 'entering leader state', ['leader', '192.0.2.11:4647']),
    ...members
      .filter(({ Status }) => Status === 'failed')
      .flatMap(({ Name, Addr }) => [
        recordAt('2026-03-02T09:21:40.118Z', 'warn', 'serf', 'member failed', ['member', Name], ['address', Addr]),
        recordAt('2026-03-02T09:22:10.441Z', 'error', 'raft', 'failed to contact peer', ['peer', Name]),
      ]),
  ]
  await logsIn(store).set(self.Name, { total: events.length, records: events })
  await state.serverListIn(store).set(state.only.known, { addresses: first<Schemas['ServerList']>('listServers') })
  await seedHosts(store, examples.of('getHost', 200) as Schemas['HostReport'][])

  const config = first<state.SchedulerConfiguration>('getSchedulerConfig')
  const { schedulers: workers } = first<Schemas['SchedulerWorkerList']>('listSchedulers')
  await state.schedulersIn(store).set(state.only.schedulers, { config, workers })
  const { server_id: _, ...file } = config
  await state.configFileIn(store).set(state.only.schedulers, file)
}

async function seedMembers(store: Store, members: state.Member[]): Promise<void> {
  const collection = state.membersIn(store)
  for (const member of members) {
    await collection.set(member.Name, { member, running: member.Status === 'alive', listed: true })
  }
  const [pattern] = members
  if (!pattern) return
  const outsider: state.Member = { ...pattern, Name: 'server4.global', Addr: '192.0.2.14', Status: 'alive' }
  await collection.set(outsider.Name, { member: outsider, running: true, listed: false })
}

/** The examples show sensitive variables redacted. The hosts have values, which no answer shows. */
async function seedHosts(store: Store, reports: Schemas['HostReport'][]): Promise<void> {
  await state.clientsIn(store).set('7f3c1e52-0b7d-4c52-9a0e-2f6d1c8b9a41', { name: 'client1', address: '192.0.2.21' })
  for (const { AgentID, HostData } of reports) {
    const client = await state.clientsIn(store).get(AgentID)
    const variables = Object.entries(HostData.Environment)
    const Environment = Object.fromEntries(
      variables.map(([name, value]) => [name, value === redacted ? 'example-value-never-shown' : value]),
    )
    await state.hostsIn(store).set(client?.name ?? AgentID, { ...HostData, Environment })
  }
}
