import {
  type ClusterState,
  hasQuorum,
  type LogLine,
  type Member,
  type Outcome,
  type RefusedChange,
  refuse,
} from './cluster-state.ts'
import { compareVersions, isVersion, minorOf, needsPatch, newVersion, oldVersion } from './versions.ts'

/** Creates a cluster of this version. All members run, and the first one leads. */
export function createCluster(members: readonly Pick<Member, 'name' | 'id'>[], version: string): ClusterState {
  return {
    members: members.map(({ name, id }) => ({ name, id, version, running: true })),
    clusterVersion: minorOf(version),
    leader: members[0]?.name ?? null,
  }
}

/** Stops a member. A leader hands leadership over before it shuts down (KVC-028). Without a majority no member leads. */
export function stopMember(before: ClusterState, name: string): Outcome {
  const member = before.members.find((candidate) => candidate.name === name)
  if (!member) return noSuchMember(name)
  if (!member.running) return refuse('already-stopped', `${name} does not run.`)
  const state = settle(withMember(before, { ...member, running: false }))
  return { state, log: linesAfterStop(before, state, member) }
}

/** Starts a stopped member with a binary of this version, by default the version that it ran before. */
export function startMember(before: ClusterState, name: string, version?: string): Outcome {
  const stopped = before.members.find((candidate) => candidate.name === name)
  if (!stopped) return noSuchMember(name)
  if (stopped.running) return refuse('already-running', `${name} runs; stop it first.`)
  const member = { ...stopped, version: version ?? stopped.version, running: true }
  const refusal = refuseBinary(before, member.version)
  if (refusal) return refusal
  const state = settle(withMember(before, member))
  return { state, log: linesAfterStart(before, state, member) }
}

function refuseBinary({ members, clusterVersion }: ClusterState, version: string): RefusedChange | undefined {
  if (!isVersion(version)) return refuse('not-a-version', `'${version}' is not a version such as 3.6.4.`)
  const minor = minorOf(version)
  if (minor !== oldVersion && minor !== newVersion) {
    return refuse('unknown-version', `These rules know ${oldVersion} and ${newVersion}, not ${minor}.`)
  }
  if (compareVersions(minor, clusterVersion) < 0) {
    const detail = `The cluster is ${clusterVersion}: going back to a binary of ${minor} is impossible. Restore the snapshot instead.`
    return refuse('below-cluster-version', detail, ['KVC-025', 'KVC-026'])
  }
  const unpatched = minor === newVersion ? members.find((member) => needsPatch(member.version)) : undefined
  if (unpatched) {
    const detail = `too many learner members: ${unpatched.name} runs ${unpatched.version}, which is too old to upgrade from.`
    return refuse('too-many-learner-members', detail, ['KVC-041', 'KVC-042'])
  }
  return undefined
}

export interface Snapshot {
  /** The member from which it was taken. */
  leader: string
  clusterVersion: string
  /** Version of each member, by name. */
  versions: Readonly<Record<string, string>>
}

/** Saves a snapshot from the leader (KVC-039). */
export function takeSnapshot({ members, clusterVersion, leader }: ClusterState): Snapshot | RefusedChange {
  if (leader === null) return refuse('no-leader', 'Nobody leads, and a snapshot is taken from the leader.')
  return { leader, clusterVersion, versions: Object.fromEntries(members.map(({ name, version }) => [name, version])) }
}

/**
 * Restores a snapshot: every member runs the version that it had then (gap KVC-G15). This is possible at any time, and after the last
 * replacement it is the only way back (KVC-023, KVC-026).
 */
export function restoreSnapshot(before: ClusterState, { clusterVersion, versions }: Snapshot): Outcome {
  const stranger = before.members.find(({ name }) => !Object.hasOwn(versions, name))
  if (stranger) return refuse('other-cluster', `The snapshot does not know ${stranger.name}.`)
  const members = before.members.map((member) => ({
    ...member,
    version: versions[member.name] ?? member.version,
    running: true,
  }))
  const state = settle({ ...before, members, clusterVersion })
  const restored = members.map(
    ({ name }): LogLine => ({ member: name, level: 'info', message: 'restored from a snapshot' }),
  )
  return { state, log: [...restored, ...standingLines(state)] }
}

function noSuchMember(name: string): RefusedChange {
  return refuse('unknown-member', `There is no member ${name}.`)
}

function withMember(state: ClusterState, changed: Member): ClusterState {
  return { ...state, members: state.members.map((member) => (member.name === changed.name ? changed : member)) }
}

/**
 * Finds the leader and the cluster version after a change. The cluster version is the lowest version of the members (KVC-108). It is
 * raised only while all members run (KVC-019), and never lowered.
 */
function settle(state: ClusterState): ClusterState {
  const running = state.members.filter((member) => member.running)
  const still = running.find(({ name }) => name === state.leader)
  const leader = hasQuorum(state) ? ((still ?? running[0])?.name ?? null) : null
  const [lowest] = state.members.map(({ version }) => minorOf(version)).sort(compareVersions)
  const raised =
    running.length === state.members.length && lowest !== undefined && compareVersions(lowest, state.clusterVersion) > 0
  return { ...state, leader, clusterVersion: raised ? lowest : state.clusterVersion }
}

/** The lines that running members log while the cluster stays in this state. */
function standingLines(state: ClusterState): LogLine[] {
  return [...warningsOfOlderMembers(state), ...connectionErrors(state)]
}

/** While the cluster is mixed, its older members warn of a newer one (KVC-017, KVC-021). */
function warningsOfOlderMembers({ members }: ClusterState): LogLine[] {
  const running = members.filter((member) => member.running)
  const [newest] = running.toSorted((one, other) => compareVersions(minorOf(other.version), minorOf(one.version)))
  if (!newest) return []
  const older = running.filter(({ version }) => compareVersions(minorOf(version), minorOf(newest.version)) < 0)
  const message = `the leader found a member of a higher version: ${newest.name} runs ${newest.version}`
  return older.map(({ name }) => ({ member: name, level: 'warn', expected: 'higher-version', message }))
}

/** While a member is stopped, the others fail to connect to it (KVC-106). */
function connectionErrors({ members }: ClusterState): LogLine[] {
  const running = members.filter((member) => member.running)
  const stopped = members.filter((member) => !member.running)
  return running.flatMap(({ name }) =>
    stopped.map(
      (peer): LogLine => ({
        member: name,
        level: 'warn',
        expected: 'connection',
        message: `cannot connect to ${peer.name}: connection refused`,
      }),
    ),
  )
}

function linesAfterStop(before: ClusterState, after: ClusterState, { name }: Member): LogLine[] {
  const handsOver = before.leader === name && after.leader !== null
  return [
    ...(handsOver ? [info(name, `leadership goes to ${after.leader}`)] : []),
    info(name, 'shuts down'),
    ...standingLines(after),
  ]
}

function linesAfterStart(before: ClusterState, after: ClusterState, { name, version }: Member): LogLine[] {
  const raised = after.clusterVersion !== before.clusterVersion && after.leader !== null
  return [
    info(name, `published its information to the cluster: it runs ${version}`),
    ...(raised && after.leader ? [info(after.leader, `the cluster version is ${after.clusterVersion} now`)] : []),
    ...standingLines(after),
  ]
}

function info(member: string, message: string): LogLine {
  return { member, level: 'info', message }
}
