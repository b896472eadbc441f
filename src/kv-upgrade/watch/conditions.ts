import type { Health } from '../health.ts'
import { findContradictions } from '../members/contradictions.ts'
import type { MemberReport } from '../members/read-member.ts'
import { clusterMinorOf, describeProblems, everyMemberIsNew, standingOf } from '../members/standing.ts'
import { compareVersions, minorOf, needsPatch, newVersion, oldVersion } from '../versions.ts'

/** A reason not to stop the next member. */
export interface Condition {
  /** Identifies the condition from one round to the next. */
  key: string
  /** The endpoint of the member. Absent where the condition is about the cluster. */
  member?: string
  say: string
  /**
   * Whether it belongs to an upgrade: always (`expected`, one member that is stopped), for a while (`passing`, a member that starts),
   * or never (`trouble`).
   */
  kind: 'expected' | 'passing' | 'trouble'
}

export function findConditions(reports: readonly MemberReport[], health?: Health): Condition[] {
  return [...stopped(reports), ...reports.flatMap(ofMember), ...ofCluster(reports), ...ofHealth(health)]
}

function ofHealth(health: Health | undefined): Condition[] {
  if (!health || health.state === 'healthy') return []
  return [{ key: 'health', say: health.seen, kind: health.state === 'awaited' ? 'expected' : 'passing' }]
}

/** One stopped member belongs to the upgrade; no step stops two at a time (KVC-003). */
function stopped(reports: readonly MemberReport[]): Condition[] {
  const silent = reports.filter(({ answers }) => !answers)
  const several = silent.length > 1
  const conditions = silent.map((report): Condition => {
    const { endpoint: member } = report
    return {
      key: `stopped ${member}`,
      member,
      say: `${member} does not answer: ${describeProblems(report)}`,
      kind: 'expected',
    }
  })
  if (!several) return conditions
  const say = `${silent.length} members do not answer at the same time; bring them back one by one`
  return [{ key: 'several stopped', say, kind: 'trouble' }, ...conditions]
}

function ofMember(report: MemberReport): Condition[] {
  const { endpoint: member, server, cluster, answers } = report
  if (!answers) return []
  const found: Omit<Condition, 'member'>[] = []
  const standing = standingOf(report)
  if (standing === 'malformed' || standing === 'too-old' || standing === 'too-new') {
    const say = `${member} reports the version '${server}', which is neither ${oldVersion} nor ${newVersion}`
    found.push({ key: `version ${member}`, say, kind: 'trouble' })
  }
  if (server !== undefined && needsPatch(server)) {
    const say = `${member} runs ${server}: a too-many-learner-members error can make the upgrade fail; bring it to 3.5.20 or later`
    found.push({ key: `patch ${member}`, say, kind: 'trouble' })
  }
  if (cluster !== undefined && clusterMinorOf(report) === undefined) {
    // A member that starts alone does not know the cluster version yet.
    found.push({ key: `cluster ${member}`, say: `${member} reports the cluster version '${cluster}'`, kind: 'passing' })
  }
  if (report.problems.length > 0) {
    found.push({ key: `unread ${member}`, say: `${member}: ${describeProblems(report)}`, kind: 'passing' })
  }
  return found.map((condition) => ({ ...condition, member }))
}

function ofCluster(reports: readonly MemberReport[]): Condition[] {
  const contradictions = findContradictions(reports).map(
    ({ seen, todo, passes }): Condition => ({
      key: seen,
      say: `${seen}. ${todo}`,
      kind: passes ? 'passing' : 'trouble',
    }),
  )
  return [...contradictions, ...leaderless(reports), ...behind(reports)]
}

function leaderless(reports: readonly MemberReport[]): Condition[] {
  const answering = reports.filter(({ answers }) => answers)
  if (answering.some(({ leads }) => leads)) return []
  // With two members none can lead while one is stopped.
  const kind = answering.length > reports.length / 2 ? 'passing' : 'expected'
  return [{ key: 'no leader', say: 'no member says that it leads', kind }]
}

/** The cluster follows its lowest member (KVC-108), and may take a moment. */
function behind(reports: readonly MemberReport[]): Condition[] {
  const late = reports.find((report) => {
    const cluster = clusterMinorOf(report)
    return cluster !== undefined && compareVersions(cluster, everyMemberIsNew(reports) ? newVersion : oldVersion) < 0
  })
  if (!late) return []
  const expected = everyMemberIsNew(reports) ? newVersion : oldVersion
  const say = `the cluster version is ${minorOf(late.cluster ?? '')}, though every member runs ${expected} or later`
  return [{ key: 'cluster behind', say, kind: 'passing' }]
}
