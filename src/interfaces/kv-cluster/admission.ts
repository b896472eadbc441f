import type { Member } from '../../kv-upgrade/cluster-state.ts'
import type { BehaviourContext } from '../behaviour.ts'
import { Problem } from '../problem.ts'
import { type Address, type Admission, type AdmissionRequest, hangUp } from '../slice.ts'
import { readCluster } from './state.ts'

type Context = Pick<BehaviourContext, 'store'>

/** Every member has an address of its own: its name is the first segment of the path. Nothing is at that of one that does not run. */
export async function address({ path }: AdmissionRequest, { store }: Context): Promise<Address> {
  const { member } = await findMember(path, store)
  return member?.running ? { path } : { path, accepts: () => false }
}

export async function admit({ operation, path }: AdmissionRequest, { store }: Context): Promise<Admission<undefined>> {
  if (operation !== undefined) return { caller: undefined }
  const { members, member } = await findMember(path, store)
  if (!member) {
    const names = members.map(({ name }) => name).join(', ')
    return new Problem('not-found', `There is no such member; the cluster has ${names || 'none'}.`)
  }
  if (member.running) return { caller: undefined }
  return { status: 503, headers: {}, body: hangUp }
}

async function findMember(
  path: string,
  store: Context['store'],
): Promise<{ members: readonly Member[]; member: Member | undefined }> {
  const { members } = await readCluster(store)
  const [, segment = ''] = path.split('/')
  return { members, member: members.find(({ name }) => name === segment) }
}
