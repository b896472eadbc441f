import { Refusal } from '../../behaviour/refusal.ts'
import { runsAsClient, runsAsServer } from './conditions.ts'
import { memberList } from './members.ts'
import { type AgentContext, clientsIn, membersIn, readSelf } from './state.ts'

export interface Target {
  /** Member name of a server, node id of a client (gap AGT-G21). */
  agentId: string
  /** Key of its host and its log. */
  name: string
  /** IP address of its host. */
  address: string
}

interface NamedTarget {
  node_id?: string
  server_id?: string
}

/** Refuses two targets in one request before any other check (gaps AGT-G21, AGT-G35). An empty name counts as none. */
export function refuseTwoTargets({ node_id, server_id }: NamedTarget): Refusal | undefined {
  return node_id && server_id
    ? new Refusal('invalid-request', 'Cannot target node and server simultaneously')
    : undefined
}

/**
 * The agent named by `node_id` or `server_id`, or the answering agent if neither is given (gap AGT-G40).
 *
 * @param options `leader`: whether `server_id=leader` selects the leader, which only logs and profiles support (gap AGT-G21)
 */
export async function findTarget(
  { node_id, server_id }: NamedTarget,
  context: AgentContext,
  { leader = false } = {},
): Promise<Target | Refusal> {
  if (node_id)
    return (await findClient(node_id, context)) ?? new Refusal('not-found', `Unknown node ${JSON.stringify(node_id)}`)
  if (!server_id) return self(context)
  const name = leader && server_id === 'leader' ? context.conditions.leader : server_id
  return (await findServer(name, context)) ?? new Refusal('not-found', `Unknown server ${JSON.stringify(server_id)}`)
}

async function self({ store, conditions }: AgentContext): Promise<Target> {
  const { member, stats } = await readSelf(store)
  const agentId = runsAsServer(conditions) ? member.Name : (stats.client?.node_id ?? member.Name)
  return { agentId, name: member.Name, address: member.Addr }
}

async function findClient(id: string, { store, conditions }: AgentContext): Promise<Target | undefined> {
  const { member, stats } = await readSelf(store)
  if (id === stats.client?.node_id) {
    return runsAsClient(conditions) ? { agentId: id, name: member.Name, address: member.Addr } : undefined
  }
  const client = await clientsIn(store).get(id)
  return client && { agentId: id, ...client }
}

/** Finds a live server by its name, with or without its region. */
async function findServer(name: string, { store, clock, conditions }: AgentContext): Promise<Target | undefined> {
  const { member } = await readSelf(store)
  const servers = memberList(await membersIn(store).entries(), clock.now()).filter(
    ({ Name, Status }) => Status === 'alive' && (runsAsServer(conditions) || Name !== member.Name),
  )
  const found = servers.find(({ Name, Tags }) => Name === name || Name === `${name}.${Tags.region}`)
  return found && { agentId: found.Name, name: found.Name, address: found.Addr }
}
