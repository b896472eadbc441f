import type { operations } from '../../../../generated/cluster-agent/types.ts'
import type { Behaviours } from '../../../behaviour/behaviour.ts'
import { Refusal } from '../../../behaviour/refusal.ts'
import { joinAddress } from '../addresses.ts'
import { type Conditions, runsAsClient, runsAsServer } from '../conditions.ts'
import { memberList } from '../members.ts'
import {
  type AgentContext,
  hostsIn,
  membersIn,
  only,
  present,
  readSelf,
  type SelfReport,
  serverListIn,
} from '../state.ts'
import { findTarget, refuseTwoTargets } from '../targets.ts'
import { describeHost, redact } from './hosts.ts'

export const reports = {
  async getSelf(_, context) {
    context.cite('AGT-064')
    return { status: 200, body: await reportSelf(context) }
  },

  /** An unhealthy half makes the agent unhealthy (AGT-121); a half that does not run does not (gap AGT-G15). */
  async getHealth(_, { conditions, cite }) {
    const client = half(!runsAsClient(conditions) || conditions.clientHealthy, 'no server answers')
    const server = half(!runsAsServer(conditions) || conditions.serverHealthy, 'no leader')
    if (client.ok && server.ok) return { status: 200, body: { client, server } }
    cite('AGT-121')
    return { status: 500, body: { client, server } }
  },

  async getHost({ query }, context) {
    const target = refuseTwoTargets(query) ?? (await findTarget(query, context))
    if (target instanceof Refusal) return target
    context.cite('AGT-042', 'AGT-076')
    const host = (await hostsIn(context.store).get(target.name)) ?? describeHost(target.name, target.address)
    return { status: 200, body: { AgentID: target.agentId, HostData: redact(host) } }
  },
} satisfies Behaviours<operations, Conditions>

function half(ok: boolean, complaint: string) {
  return { message: ok ? 'ok' : complaint, ok }
}

/** The seeded report with its changeable parts updated. Every group stays in every mode (gap AGT-G15). */
async function reportSelf({ store, clock, conditions }: AgentContext): Promise<SelfReport> {
  const { config, member, stats } = await readSelf(store)
  const members = memberList(await membersIn(store).entries(), clock.now())
  const count = (status: string) => members.filter(({ Status }) => Status === status).length
  const leader = members.find(({ Name }) => Name === conditions.leader)
  const leads = runsAsServer(conditions) && conditions.leader === member.Name
  const known = present(await serverListIn(store).get(only.known), 'serverList')
  return {
    config: {
      ...config,
      EnableDebug: conditions.enableDebug === true,
      // A half that does not run has no settings.
      Client: runsAsClient(conditions) ? config.Client : {},
      Server: runsAsServer(conditions) ? config.Server : {},
    },
    member,
    stats: {
      ...stats,
      svc: {
        ...stats.svc,
        server: String(runsAsServer(conditions)),
        leader: String(leads),
        leader_addr: leader ? joinAddress(leader.Addr, leader.Tags.port ?? leader.Port) : '',
      },
      // A member that has left is not a peer (AGT-049).
      raft: {
        ...stats.raft,
        num_peers: String(members.length - count('left') - 1),
        state: leads ? 'Leader' : 'Follower',
      },
      client: { ...stats.client, known_servers: known.addresses.join(',') },
      serf: {
        ...stats.serf,
        members: String(members.length),
        failed: String(count('failed')),
        left: String(count('left')),
      },
    },
  }
}
