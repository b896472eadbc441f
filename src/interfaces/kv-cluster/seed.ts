import type { components } from '../../../generated/kv-cluster/types.ts'
import type { Examples, SeededCredential, SeededRecord } from '../../behaviour/definition.ts'
import type { Store } from '../../behaviour/store.ts'
import { createCluster } from '../../kv-upgrade/cluster.ts'
import type { ClusterState } from '../../kv-upgrade/cluster-state.ts'
import { clusterKey } from './state.ts'

/** The documents show no authentication (gap KVC-G01). */
export const credentials: SeededCredential[] = []

/** The members of a new cluster, with the ids that the documented examples show. */
export const members = [
  { name: 'm1', id: '3f1c8a52d07be694' },
  { name: 'm2', id: '7d40c6f3b9e2158a' },
  { name: 'm3', id: 'c5a97e01f8346db2' },
]

export const records: SeededRecord[] = [
  { key: 'm1', description: 'a member that leads until it is stopped', path: '/metrics' },
  ...['m2', 'm3'].map((key) => ({ key, description: 'a member that follows', path: '/metrics' })),
]

/** A cluster of the version that the documents show before an upgrade. */
export async function seed(store: Store, examples: Examples): Promise<void> {
  const [before] = examples.of('getVersion', 200) as components['schemas']['Version'][]
  if (!before) throw new Error('kv-cluster documents no example of a version')
  await store.collection<ClusterState>('cluster').set(clusterKey, createCluster(members, before.kvserver))
}
