import { compareVersions, minorOf, needsPatch, newVersion, oldVersion } from '../versions.ts'
import type { MemberReport, Path } from './read-member.ts'
import { clusterMinorOf, describeProblems, standingOf } from './standing.ts'

/** What the members' answers show that blocks stopping the next member. */
export interface Obstacle {
  precondition: 'answers' | 'versions' | 'patch-level' | 'cluster-version' | 'one-cluster' | 'leader'
  /** The endpoint of the member. Absent where the obstacle is about the cluster. */
  member?: string
  seen: string
  /** Absent where another obstacle has it. */
  todo?: string
  /** True where nothing is known to be wrong, and the operator has to find out. */
  uncertain?: true
  /**
   * Whether it belongs to a running upgrade: always (`expected`, one member that is stopped), for a while (`passing`, a member that
   * starts), or never (`trouble`). Absent where another obstacle says why the member does not tell.
   */
  kind?: 'expected' | 'passing' | 'trouble'
}

/** Compares the members' answers with the documented procedure, and with each other. What is unknown never counts as met. */
export function findObstacles(reports: readonly MemberReport[]): Obstacle[] {
  // No step stops two members at a time (KVC-003).
  const isAlone = reports.filter(({ answers }) => !answers).length === 1
  return [
    ...reports.flatMap((report) => (report.answers ? ofMember(report) : ofSilent(report, isAlone))),
    ...findContradictions(reports),
    ...severalLeaders(reports),
    ...leaderless(reports),
  ]
}

function ofSilent(report: MemberReport, isAlone: boolean): Obstacle[] {
  const { endpoint: member } = report
  const seen = `does not answer: ${describeProblems(report)}`
  const todo = 'Start it, or correct the endpoint; every member has to be asked.'
  return [
    { precondition: 'answers', member, seen, todo, kind: isAlone ? 'expected' : 'trouble' },
    { precondition: 'versions', member, seen: 'does not tell its version', uncertain: true },
    ...unknownVersions(report),
  ]
}

function ofMember(report: MemberReport): Obstacle[] {
  const { endpoint: member, server, cluster } = report
  if (server === undefined) {
    const seen = `does not tell its version: ${problemAt(report, '/version')}`
    const todo = 'Make its /version readable.'
    return [{ precondition: 'versions', member, seen, todo, kind: 'passing' }, ...unknownVersions(report)]
  }
  const found: Obstacle[] = []
  const wrong = wrongVersion(server, standingOf(report))
  if (wrong) found.push({ precondition: 'versions', member, ...wrong, kind: 'trouble' })
  if (needsPatch(server)) {
    const todo = 'Bring it to 3.5.20 or later first; else a too-many-learner-members error can make the upgrade fail.'
    found.push({ precondition: 'patch-level', member, seen: `runs ${server}`, todo, kind: 'trouble' })
  }
  const seen = wrongCluster(cluster ?? '', clusterMinorOf(report))
  const todo = `The upgrade starts from a running cluster of ${oldVersion}.`
  // A member that starts alone does not know the cluster version yet.
  if (seen) found.push({ precondition: 'cluster-version', member, seen, todo, kind: 'passing' })
  return found
}

/** Preconditions that stay open because a member does not tell its versions. */
function unknownVersions({ endpoint: member }: MemberReport): Obstacle[] {
  return [
    { precondition: 'patch-level', member, seen: 'does not tell its version', uncertain: true },
    { precondition: 'cluster-version', member, seen: 'does not tell the cluster version', uncertain: true },
    { precondition: 'one-cluster', member, seen: 'does not tell its versions', uncertain: true },
  ]
}

function wrongVersion(server: string, standing: ReturnType<typeof standingOf>) {
  switch (standing) {
    case 'too-old':
      return { seen: `runs ${server}, older than ${oldVersion}`, todo: `Upgrade the cluster to ${oldVersion} first.` }
    case 'too-new':
      return { seen: `runs ${server}, newer than ${newVersion}`, todo: `These rules end at ${newVersion}.` }
    case 'malformed':
      return { seen: `reports the version '${server}'`, todo: 'Run a released version, such as 3.5.20.' }
    default:
      return undefined
  }
}

function wrongCluster(cluster: string, minor: string | undefined): string | undefined {
  if (minor === undefined) return `reports the cluster version '${cluster}'`
  if (compareVersions(minor, oldVersion) < 0) return `reports the cluster version ${cluster}, older than ${oldVersion}`
  return compareVersions(minor, newVersion) > 0 ? `reports the cluster version ${cluster}` : undefined
}

const sameCluster = 'Check that all --endpoints belong to one cluster, and ask again.'

/** Versions that members of one cluster cannot have at the same time. A missing answer contradicts nothing. */
export function findContradictions(reports: readonly MemberReport[]): Obstacle[] {
  const precondition = 'one-cluster'
  const minors = reports.flatMap((report) => clusterMinorOf(report) ?? [])
  const distinct = [...new Set(minors)].sort(compareVersions)
  if (distinct.length > 1) {
    const seen = `the members report cluster versions ${distinct.join(' and ')}`
    return [{ precondition, seen, todo: sameCluster, kind: 'passing' }]
  }
  const [cluster] = distinct
  const below = reports.find(
    (report) =>
      cluster !== undefined &&
      ['old', 'new', 'too-old'].includes(standingOf(report)) &&
      compareVersions(minorOf(report.server ?? ''), cluster) < 0,
  )
  if (!below) return []
  const seen = `the cluster version is ${cluster}, and ${below.endpoint} runs ${below.server}: no member is older than its cluster`
  return [{ precondition, seen, todo: sameCluster, kind: 'trouble' }]
}

/** Leadership may change between the answers of two members. */
function severalLeaders(reports: readonly MemberReport[]): Obstacle[] {
  const leading = reports.filter(({ leads }) => leads)
  if (leading.length < 2) return []
  const seen = `${leading.map(({ endpoint }) => endpoint).join(' and ')} both say that they lead`
  return [{ precondition: 'one-cluster', seen, todo: sameCluster, kind: 'passing' }]
}

function leaderless(reports: readonly MemberReport[]): Obstacle[] {
  const precondition = 'leader'
  const answering = reports.filter(({ answers }) => answers)
  if (answering.some(({ leads }) => leads)) return []
  const unread = answering.filter(({ leads }) => leads === undefined)
  if (unread.length > 0) {
    const todo = 'Make its /metrics readable.'
    return unread.map((report): Obstacle => {
      const seen = `does not tell whether it leads: ${problemAt(report, '/metrics')}`
      return { precondition, member: report.endpoint, seen, todo, kind: 'passing' }
    })
  }
  const seen = 'no member says that it leads'
  // A member that does not answer may be the leader. With two members none can lead while one is stopped.
  const isMajority = answering.length > reports.length / 2
  if (answering.length < reports.length) {
    return [{ precondition, seen, uncertain: true, kind: isMajority ? 'passing' : 'expected' }]
  }
  const todo = 'Wait until a leader is elected; check that --endpoints names every member.'
  return [{ precondition, seen, todo, kind: 'passing' }]
}

function problemAt({ problems }: MemberReport, path: Path): string {
  return problems.find((problem) => problem.path === path)?.detail ?? 'no answer'
}
