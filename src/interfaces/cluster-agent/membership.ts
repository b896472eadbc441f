import type { operations } from '../../../generated/cluster-agent/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { joinAddress, refuseAddresses, sameAddress } from './addresses.ts'
import { type Conditions, unlessServer } from './conditions.ts'
import { writeLog } from './logs/log.ts'
import { forceLeave, isRunning, join, memberList } from './members.ts'
import { type AgentContext, membersIn, readSelf } from './state.ts'

export const membership = {
  async listMembers(_, context) {
    const wrongMode = unlessServer(context, 'AGT-055')
    if (wrongMode) return wrongMode
    const { store, clock } = context
    const { config } = await readSelf(store)
    const Members = memberList(await membersIn(store).entries(), clock.now())
    const { NodeName: ServerName, Region: ServerRegion, Datacenter: ServerDC } = config
    return { status: 200, body: { ServerName, ServerRegion, ServerDC, Members } }
  },

  /** Always answers 200. `error` describes the failure, and is empty if there was none (AGT-116, gap AGT-G18). */
  async joinCluster({ query: { address } }, context) {
    const refusal = refuseAddresses(address, 'AGT-112') ?? unlessServer(context, 'AGT-067')
    if (refusal) return refusal
    const errors: string[] = []
    for (const one of address) {
      if (!(await reach(one, context)))
        errors.push(`failed to join ${one}: dial tcp ${one}: connect: connection refused`)
    }
    context.cite('AGT-116')
    return { status: 200, body: { error: errors.join('; '), num_joined: address.length - errors.length } }
  },

  async forceLeaveMember({ query: { node, prune = false } }, context) {
    const wrongMode = unlessServer(context, 'AGT-070')
    if (wrongMode) return wrongMode
    const { store, clock } = context
    const { member } = await readSelf(store)
    // The answering agent is always in its own list, so it cannot be made to leave (gap AGT-G10).
    if (node !== member.Name) {
      const now = clock.now()
      const known = await membersIn(store).update(node, (record) => record && forceLeave(record, { prune, now }))
      if (known) context.cite('AGT-048', ...(prune ? ['AGT-050', 'AGT-051', 'AGT-052'] : []))
      await writeLog(context, 'info', 'serf', 'force leave', ['member', node], ['prune', String(prune)])
    }
    return { status: 200, body: {} }
  },
} satisfies Behaviours<operations, Conditions>

/** Joins the server with this gossip address; false if no server runs there. */
async function reach(address: string, context: AgentContext): Promise<boolean> {
  const members = membersIn(context.store)
  const entries = await members.entries()
  const found = entries.find(([, { member }]) => sameAddress(joinAddress(member.Addr, member.Port), address))
  if (!found) return false
  const [name, record] = found
  if (!isRunning(record)) return false
  await members.set(name, join(record))
  await writeLog(context, 'info', 'serf', 'member joined', ['member', name])
  return true
}
