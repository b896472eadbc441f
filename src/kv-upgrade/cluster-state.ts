import { minorOf, newVersion, oldVersion } from './versions.ts'

/** One member of a cluster. */
export interface Member {
  name: string
  /** By which the other members know it: 16 hexadecimal digits. */
  id: string
  /** Of its binary, `3.5.21`; of a stopped one, the version that it ran last. */
  version: string
  running: boolean
}

/** A cluster as its members see it together. */
export interface ClusterState {
  /** In an order that does not change. */
  members: readonly Member[]
  /** Major and minor version that the cluster operates at: `3.5`. */
  clusterVersion: string
  /** Name of the member that leads; null when too few run to agree on one. */
  leader: string | null
}

/** A line in the log of a member. The documents describe these lines and show none (gap KVC-G24): the words are ours. */
export interface LogLine {
  /** Name of the member that writes it. */
  member: string
  level: 'info' | 'warn'
  /** Which of the expected lines it is, by its id in `upgrade.yaml`. */
  expected?: 'higher-version' | 'connection'
  message: string
}

/** What a change leads to: a new state with what the members log meanwhile, or a refusal that leaves everything as it was. */
export type Outcome = { state: ClusterState; log: LogLine[] } | Refusal

export interface Refusal {
  refused: RefusalReason
  /** A sentence for the operator. */
  detail: string
  /** Rules of the catalogue that decided. */
  rules: readonly string[]
}

export type RefusalReason =
  | 'unknown-member'
  | 'already-stopped'
  | 'already-running'
  | 'not-a-version'
  | 'unknown-version'
  | 'below-cluster-version'
  | 'too-many-learner-members'
  | 'no-leader'
  | 'no-snapshot'
  | 'other-cluster'

export function refuse(refused: RefusalReason, detail: string, rules: readonly string[] = []): Refusal {
  return { refused, detail, rules }
}

/** Whether more than half of the members run, without which they agree on nothing. */
export function hasQuorum({ members }: ClusterState): boolean {
  return members.filter(({ running }) => running).length > members.length / 2
}

/** Where a cluster stands on the way: all members old, some of each, or all new. Stopped members count by what they ran last. */
export function phaseOf({ members }: ClusterState): 'old' | 'mixed' | 'new' {
  const minors = members.map(({ version }) => minorOf(version))
  if (minors.every((minor) => minor === newVersion)) return 'new'
  return minors.every((minor) => minor === oldVersion) ? 'old' : 'mixed'
}

/** Whether the old binary still starts: until the cluster has become the new version (KVC-022, KVC-025). */
export function canRollBack({ clusterVersion }: ClusterState): boolean {
  return clusterVersion !== newVersion
}
