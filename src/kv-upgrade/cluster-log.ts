import type { ClusterState, LogLine, Member } from './cluster-state.ts'
import { compareVersions, minorOf } from './versions.ts'

/** The lines that running members log while the cluster stays in this state. */
export function standingLines(state: ClusterState): LogLine[] {
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

export function linesAfterStop(before: ClusterState, after: ClusterState, { name }: Member): LogLine[] {
  const handsOver = before.leader === name && after.leader !== null
  return [
    ...(handsOver ? [info(name, `leadership goes to ${after.leader}`)] : []),
    info(name, 'shuts down'),
    ...standingLines(after),
  ]
}

export function linesAfterStart(before: ClusterState, after: ClusterState, { name, version }: Member): LogLine[] {
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
