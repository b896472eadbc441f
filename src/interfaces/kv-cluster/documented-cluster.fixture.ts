// A second model of the documents, written without src/kv-upgrade, to compare the mock with.

export const [unpatched, old, next] = ['3.5.19', '3.5.21', '3.6.4'] as const

/** A cluster, its members by their index. */
export interface DocumentedCluster {
  /** The binary that each member runs, or ran last. */
  binaries: string[]
  runs: boolean[]
  cluster: '3.5' | '3.6'
}

/** The state after an action, or the reason of a refusal. */
export type Following = DocumentedCluster | 'already-stopped' | 'already-running' | RefusalReason
type RefusalReason = 'below-cluster-version' | 'too-many-learner-members' | 'no-leader' | 'no-snapshot'

export function newCluster(count: number): DocumentedCluster {
  return { binaries: Array(count).fill(old), runs: Array(count).fill(true), cluster: '3.5' }
}

export const isNext = (binary: string | undefined): boolean => binary === next
export const isLed = ({ runs }: DocumentedCluster): boolean => runs.filter(Boolean).length * 2 > runs.length

export function afterStop(before: DocumentedCluster, member: number): Following {
  return before.runs[member] ? { ...before, runs: before.runs.with(member, false) } : 'already-stopped'
}

/** KVC-042: while a member is not patched, none starts with 3.6. KVC-025: an upgraded cluster accepts no old binary. */
export function afterStart(before: DocumentedCluster, member: number, binary: string): Following {
  const { binaries, runs, cluster } = before
  if (runs[member]) return 'already-running'
  if (!isNext(binary) && cluster === '3.6') return 'below-cluster-version'
  if (isNext(binary) && binaries.includes(unpatched)) return 'too-many-learner-members'
  return settled({ ...before, runs: runs.with(member, true), binaries: binaries.with(member, binary) })
}

/** KVC-039: a snapshot comes from the leader, so there is none without a leader. */
export function snapshotOf(cluster: DocumentedCluster): Following {
  return isLed(cluster) ? cluster : 'no-leader'
}

/** KVC-023, KVC-026: everything is restored, and every member runs. */
export function afterRestore(saved: DocumentedCluster | undefined): Following {
  return saved ? settled({ ...saved, runs: saved.runs.map(() => true) }) : 'no-snapshot'
}

/** KVC-014, KVC-018, KVC-019: the cluster is 3.6 from the moment when every member runs it. */
function settled(after: DocumentedCluster): DocumentedCluster {
  return after.runs.every(Boolean) && after.binaries.every(isNext) ? { ...after, cluster: '3.6' } : after
}
