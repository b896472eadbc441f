import { expect } from '../../../../check/expect.ts'
import type { Context, Member } from '../context.ts'

type Status = Member['Status']

/** The entries of `stats` that must agree with other answers of the agent (gap AGT-G04). */
export async function assumeStats(t: Context, when: string): Promise<void> {
  if (!t.hasControl) return
  const { Members } = (await t.call('listMembers')).body
  const known = (await t.call('listServers')).body
  const { member, stats } = (await t.call('getSelf')).body
  const count = (status: Status) => Members.filter(({ Status }) => Status === status).length
  t.assume('AGT-G04', () => {
    expect(member, `member of the self report ${when}`).toEqual(Members.find(({ Name }) => Name === member.Name))
    expect(stats, `stats of the self report ${when}`).toMatchObject({
      serf: { members: String(Members.length), failed: String(count('failed')), left: String(count('left')) },
      raft: { num_peers: String(Members.length - count('left') - 1) },
      client: { known_servers: known.join(',') },
    })
  })
}

/** The agent names the leader correctly (gap AGT-G04). */
export async function assumeLeader(t: Context): Promise<void> {
  const { Members } = (await t.call('listMembers')).body
  const { member: self } = (await t.call('getSelf')).body
  for (const leader of [...Members.map(({ Name }) => Name), 'nobody']) {
    await t.control.setConditions({ leader })
    const { svc, raft } = (await t.call('getSelf')).body.stats
    const found = Members.find(({ Name }) => Name === leader)
    const leads = leader === self.Name
    t.assume('AGT-G04', () => {
      const address = found ? `${found.Addr}:${found.Tags.port}` : ''
      expect(svc, `group svc while ${leader} leads`).toMatchObject({ leader: String(leads), leader_addr: address })
      expect(raft?.state, `state in the group raft while ${leader} leads`).toBe(leads ? 'Leader' : 'Follower')
    })
  }
  await t.control.setConditions({ leader: self.Name })
}

/** An agent that runs in one mode has no settings of the other half, and reports no fault of it (gap AGT-G15). */
export async function assumeHalves(t: Context): Promise<void> {
  const { member } = (await t.call('getSelf')).body
  const { Members } = (await t.call('listMembers')).body
  const elsewhere = Members.filter(({ Name }) => Name !== member.Name)
  for (const mode of ['server', 'client', 'both'] as const) {
    await t.control.setConditions({ mode, serverHealthy: mode !== 'client', clientHealthy: mode !== 'server' })
    const { config, stats } = (await t.call('getSelf')).body
    const healthy = await t.call('getHealth')
    const has = { server: mode !== 'client', client: mode !== 'server' }
    t.assume('AGT-G15', () => {
      const settings = [config.Server, config.Client].map((half) => Object.keys(half ?? {}).length > 0)
      expect(settings, `whether Server and Client hold settings, of an agent in mode ${mode}`).toEqual([
        has.server,
        has.client,
      ])
      expect(stats, `stats of an agent in mode ${mode}`).toMatchObject({
        svc: { server: String(has.server), leader: String(has.server) },
        raft: { state: has.server ? 'Leader' : 'Follower' },
      })
      expect(healthy.status, `status of the health in mode ${mode}`).toBe(200)
      expect(healthy.body, `health in mode ${mode}`).toEqual({
        client: { ok: true, message: 'ok' },
        server: { ok: true, message: 'ok' },
      })
    })
    await assumeOwnNames(t, { name: member.Name, id: stats.client?.node_id ?? '', ...has }, elsewhere)
  }
}

/** The names under which the answering agent can be selected (gap AGT-G21). */
async function assumeOwnNames(
  t: Context,
  { name, id, server, client }: { name: string; id: string; server: boolean; client: boolean },
  elsewhere: Member[],
): Promise<void> {
  const ask = async (query: { server_id?: string; node_id?: string }) => {
    const { status, body } = await t.attempt('getHost', { query })
    return status === 200 ? body.AgentID : status
  }
  const own = await ask({})
  const asServer = [await ask({ server_id: name }), await ask({ server_id: name.split('.')[0] ?? '' })]
  const asClient = await ask({ node_id: id })
  const neither = await ask({ server_id: '', node_id: '' })
  const others = await Promise.all(elsewhere.map(({ Name }) => ask({ server_id: Name })))
  t.assume('AGT-G21', () => {
    expect([own, neither], 'AgentID of the agent that answers').toEqual(Array(2).fill(server ? name : id))
    expect(asServer, `AgentID of ${name}, with and without its region`).toEqual(Array(2).fill(server ? name : 404))
    expect(asClient, `AgentID of ${id}`).toBe(client ? id : 404)
    expect(others, 'AgentID of the other members, those that are alive').toEqual(
      elsewhere.map(({ Name, Status }) => (Status === 'alive' ? Name : 404)),
    )
  })
}
