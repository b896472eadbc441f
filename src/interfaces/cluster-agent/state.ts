import type { components } from '../../../generated/cluster-agent/types.ts'
import type { BehaviourContext } from '../../behaviour/behaviour.ts'
import type { Collection, Store } from '../../behaviour/store.ts'
import type { Conditions } from './conditions.ts'

type Schemas = components['schemas']

export type Member = Schemas['Member']
export type HostData = Schemas['HostData']
export type SelfReport = Schemas['SelfReport']
export type SchedulerConfiguration = Schemas['SchedulerConfiguration']
export type SchedulerWorker = Schemas['SchedulerWorker']

/** What behaviours and actions alike are given. */
export type AgentContext = Omit<BehaviourContext<Conditions>, 'caller'>

export const permissions = ['node:read', 'agent:read', 'agent:write'] as const
export type Permission = (typeof permissions)[number]

export interface AclToken {
  permissions: Permission[]
}

/** A server that the agent's pool knows, knew or could know, by its name. */
export interface MemberRecord {
  member: Member
  /** Its process runs and can be reached, whatever the pool believes; true when absent. */
  running?: boolean
  /** It stands in the member list; true when absent. */
  listed?: boolean
  /** What the member list will show from a moment on. */
  pending?: { status: Member['Status']; at: string }
}

/** An agent in client mode, by its node id. */
export interface ClientNode {
  name: string
  address: string
}

/** The scheduler workers as they run; one record, so that configuration and workers never part. */
export interface Schedulers {
  config: SchedulerConfiguration
  workers: SchedulerWorker[]
}

/** What the node's configuration file says of the schedulers (AGT-161): what a restart brings back. */
export interface SchedulerFile {
  num_schedulers: number
  enabled_schedulers: string[]
}

/** Keys of the collections that hold one record. */
export const only = { self: 'self', known: 'known', schedulers: 'schedulers' } as const

export const tokensIn = (store: Store): Collection<AclToken> => store.collection('tokens')
export const membersIn = (store: Store): Collection<MemberRecord> => store.collection('members')
export const clientsIn = (store: Store): Collection<ClientNode> => store.collection('clients')
/** By the name of the member or the client that runs on it. */
export const hostsIn = (store: Store): Collection<HostData> => store.collection('hosts')
export const serverListIn = (store: Store): Collection<{ addresses: string[] }> => store.collection('serverList')
export const schedulersIn = (store: Store): Collection<Schedulers> => store.collection('schedulers')
export const configFileIn = (store: Store): Collection<SchedulerFile> => store.collection('configFile')
export const selfIn = (store: Store): Collection<SelfReport> => store.collection('self')

/** The agent's report of itself as it was seeded: who it is. */
export async function readSelf(store: Store): Promise<SelfReport> {
  return present(await selfIn(store).get(only.self), 'self')
}

/** A record that the seed puts there and nobody takes away. */
export function present<T>(record: T | undefined, collection: string): T {
  if (record === undefined)
    throw new Error(`the collection '${collection}' has lost the record that the seed put there`)
  return record
}
