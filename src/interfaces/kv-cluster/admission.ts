import {
  type Address,
  type Admission,
  type AdmissionContext,
  hangUp,
  type IncomingRequest,
} from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Store } from '../../behaviour/store.ts'
import type { ClusterState, Member } from '../../kv-upgrade/cluster-state.ts'
import { readCluster } from './state.ts'

/** The addressed member, and the cluster from its view. */
export interface AddressedMember {
  cluster: ClusterState
  member: Member
}

/** The first segment of the path is the name of a member. A member that does not run does not answer. */
export async function address({ path }: IncomingRequest, { store }: AdmissionContext): Promise<Address> {
  const { member } = await findMember(path, store)
  return member?.running ? { path } : { path, accepts: () => false }
}

export async function admit(
  { path }: IncomingRequest,
  { operation, store }: AdmissionContext,
): Promise<Admission<AddressedMember>> {
  const { cluster, member } = await findMember(path, store)
  if (!member) {
    const names = cluster.members.map(({ name }) => name).join(', ')
    return new Refusal('not-found', `There is no such member; the cluster has ${names || 'none'}.`)
  }
  // A member that ran when its address was read answers, even if it was stopped since.
  if (member.running || operation !== undefined) return { caller: { cluster, member } }
  return { status: 503, headers: {}, body: hangUp }
}

async function findMember(path: string, store: Store): Promise<{ cluster: ClusterState; member: Member | undefined }> {
  const cluster = await readCluster(store)
  const [, segment = ''] = path.split('/')
  return { cluster, member: cluster.members.find(({ name }) => name === segment) }
}
