import { minorOf, newVersion, oldVersion } from './versions.ts'

export interface Member {
  name: string
  /** Identifies the member to the others: 16 hexadecimal digits. */
  id: string
  /** Version of its binary, `3.5.21`. A stopped member keeps the version that it ran last. */
  version: string
  running: boolean
}

/** The state on which the members of a cluster agree. */
export interface ClusterState {
  /** Their order never changes. */
  members: readonly Member[]
  /** Major and minor version that the cluster operates at: `3.5`. */
  clusterVersion: string
  /** Name of the leader. Null when too few members run to elect one. */
  leader: string | null
}

/** A line in the log of a member. The documents describe these lines without showing one (gap KVC-G24): the words are ours. */
export interface LogLine {
  /** Name of the member whose log it is. */
  member: string
  level: 'info' | 'warn'
  /** The id of the expected line in `upgrade.yaml`. */
  expected?: 'higher-version' | 'connection'
  message: string
}

/** The result of a change: a new state and the log lines of the change, or a refusal that changes nothing. */
export type Outcome = { state: ClusterState; log: LogLine[] } | RefusedChange

export interface RefusedChange {
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

export function refuse(refused: RefusalReason, detail: string, rules: readonly string[] = []): RefusedChange {
  return { refused, detail, rules }
}

/** Whether more than half of the members run. With fewer they cannot agree on anything. */
export function hasQuorum({ members }: ClusterState): boolean {
  return members.filter(({ running }) => running).length > members.length / 2
}

/** The phase of the upgrade: all members old, mixed, or all new. A stopped member counts with the version that it ran last. */
export function phaseOf({ members }: ClusterState): 'old' | 'mixed' | 'new' {
  const minors = members.map(({ version }) => minorOf(version))
  if (minors.every((minor) => minor === newVersion)) return 'new'
  return minors.every((minor) => minor === oldVersion) ? 'old' : 'mixed'
}
