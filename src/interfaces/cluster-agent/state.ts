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

export type AgentContext = Omit<BehaviourContext<Conditions>, 'caller'>

export const permissions = ['node:read', 'agent:read', 'agent:write'] as const
export type Permission = (typeof permissions)[number]

export interface AclToken {
  permissions: Permission[]
}

/** A server that is, was or can become a member of the agent's pool, stored under its name. */
export interface MemberRecord {
  member: Member
  /** True if its process runs and can be reached, whatever the pool knows; default: true. */
  running?: boolean
  /** True if it is in the member list; default: true. */
  listed?: boolean
  /** A change of the member list that takes effect later. */
  pending?: { status: Member['Status']; at: string }
}

/** An agent in client mode, by node id. */
export interface ClientNode {
  name: string
  address: string
}

/** The running scheduler workers. They and the configuration are one record, so that they always agree. */
export interface Schedulers {
  config: SchedulerConfiguration
  workers: SchedulerWorker[]
}

/** The schedulers in the node's configuration file (AGT-161), which a restart restores. */
export interface SchedulerFile {
  num_schedulers: number
  enabled_schedulers: string[]
}

/** Keys of the collections with a single record. */
export const only = { self: 'self', known: 'known', schedulers: 'schedulers' } as const

export const tokensIn = (store: Store): Collection<AclToken> => store.collection('tokens')
export const membersIn = (store: Store): Collection<MemberRecord> => store.collection('members')
export const clientsIn = (store: Store): Collection<ClientNode> => store.collection('clients')
/** By the name of the member or client on the host. */
export const hostsIn = (store: Store): Collection<HostData> => store.collection('hosts')
export const serverListIn = (store: Store): Collection<{ addresses: string[] }> => store.collection('serverList')
export const schedulersIn = (store: Store): Collection<Schedulers> => store.collection('schedulers')
export const configFileIn = (store: Store): Collection<SchedulerFile> => store.collection('configFile')
export const selfIn = (store: Store): Collection<SelfReport> => store.collection('self')

/** The seeded report of the agent about itself. */
export async function readSelf(store: Store): Promise<SelfReport> {
  return present(await selfIn(store).get(only.self), 'self')
}

/** A record that is seeded and never removed. */
export function present<T>(record: T | undefined, collection: string): T {
  if (record === undefined)
    throw new Error(`the collection '${collection}' has lost the record that the seed put there`)
  return record
}
