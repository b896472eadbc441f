import type { Health } from '../health.ts'
import { findContradictions } from '../members/contradictions.ts'
import type { MemberReport } from '../members/read-member.ts'
import { clusterMinorOf, describeProblems, everyMemberIsNew, standingOf } from '../members/standing.ts'
import type { V2State } from '../v2-store.ts'
import { compareVersions, needsPatch, newVersion, oldVersion } from '../versions.ts'

/** A condition that must hold before the next member may be stopped. */
export interface Precondition {
  id: 'answers' | 'versions' | 'patch-level' | 'cluster-version' | 'one-cluster' | 'health' | 'leader' | 'v2-store'
  title: string
  rules: readonly string[]
  /** What is in the way. Empty when the precondition holds. */
  blocks: readonly Block[]
}

export interface Block {
  /** The endpoint of the member. Absent where the block is about the cluster. */
  member?: string
  seen: string
  /** Absent where another precondition has it. */
  todo?: string
  /** True where nothing is known to be wrong, and the operator has to find out. */
  uncertain?: true
}

export interface Known {
  reports: readonly MemberReport[]
  health?: Health
  v2: V2State
  /** The commands of the operator's programs that find out what the members do not say. */
  commands: { health: string; v2: string }
}

/** Compares what is known with every precondition of the procedure. What nobody told never counts as met. */
export function checkPreconditions({ reports, health, v2, commands }: Known): Precondition[] {
  return [
    { id: 'answers', title: 'every member answers', rules: ['KVC-030', 'KVC-032'], blocks: answers(reports) },
    {
      id: 'versions',
      title: `every member runs ${oldVersion} or ${newVersion}`,
      rules: ['KVC-047', 'KVC-G28'],
      blocks: versions(reports),
    },
    {
      id: 'patch-level',
      title: 'every 3.5 member runs 3.5.20 or later',
      rules: ['KVC-041', 'KVC-042'],
      blocks: patchLevels(reports),
    },
    {
      id: 'cluster-version',
      title: 'the cluster runs 3.5 or newer',
      rules: ['KVC-047'],
      blocks: clusterVersions(reports),
    },
    {
      id: 'one-cluster',
      title: 'the endpoints are one cluster',
      rules: ['KVC-108', 'KVC-109'],
      blocks: [
        ...findContradictions(reports),
        ...untold(reports, ({ server }) => server, 'does not tell its versions'),
      ],
    },
    {
      id: 'health',
      title: 'every member is healthy',
      rules: ['KVC-048', 'KVC-G05', 'KVC-G07'],
      blocks: judgeHealth(health, commands.health),
    },
    {
      id: 'leader',
      title: 'one member leads, to take the snapshot from',
      rules: ['KVC-032', 'KVC-039'],
      blocks: leader(reports),
    },
    {
      id: 'v2-store',
      title: 'the v2 store holds nothing that would be lost',
      rules: ['KVC-043', 'KVC-044', 'KVC-045', 'KVC-046'],
      // 3.6 members hold no v2 store to lose.
      blocks: everyMemberIsNew(reports) ? [] : v2Store(v2, commands.v2),
    },
  ]
}

/** A block for each member that tells of it. */
function blocksOf(
  reports: readonly MemberReport[],
  seen: (report: MemberReport) => string | undefined,
  todo: string,
): Block[] {
  return reports.flatMap((report) => {
    const found = seen(report)
    return found === undefined ? [] : [{ member: report.endpoint, seen: found, todo }]
  })
}

/** Members of which a precondition is not known. That they do not answer, or how, stands at another precondition. */
function untold(reports: readonly MemberReport[], told: (report: MemberReport) => unknown, seen: string): Block[] {
  const members = reports.filter((report) => told(report) === undefined)
  return members.map(({ endpoint }) => ({ member: endpoint, seen, uncertain: true }))
}

const noVersion = 'does not tell its version'

function answers(reports: readonly MemberReport[]): Block[] {
  const todo = 'Start it, or correct the endpoint; every member has to be asked.'
  return blocksOf(
    reports,
    (report) => (report.answers ? undefined : `does not answer: ${describeProblems(report)}`),
    todo,
  )
}

function versions(reports: readonly MemberReport[]): Block[] {
  return reports.flatMap((report) => {
    const block = report.answers ? versionBlock(report) : { seen: noVersion, uncertain: true as const }
    return block ? [{ member: report.endpoint, ...block }] : []
  })
}

function versionBlock(report: MemberReport): Block | undefined {
  const { server } = report
  switch (standingOf(report)) {
    case 'old':
    case 'new':
      return undefined
    case 'too-old':
      return { seen: `runs ${server}, older than ${oldVersion}`, todo: `Upgrade the cluster to ${oldVersion} first.` }
    case 'too-new':
      return { seen: `runs ${server}, newer than ${newVersion}`, todo: `These rules end at ${newVersion}.` }
    case 'malformed':
      return { seen: `reports the version '${server}'`, todo: 'Run a released version, such as 3.5.20.' }
    case 'untold':
      return {
        seen: `${noVersion}: ${problemAt(report, '/version')}`,
        todo: 'Make its /version readable.',
      }
  }
}

function patchLevels(reports: readonly MemberReport[]): Block[] {
  const todo = 'Bring it to 3.5.20 or later first; else a too-many-learner-members error can make the upgrade fail.'
  const seen = ({ server }: MemberReport) => (server !== undefined && needsPatch(server) ? `runs ${server}` : undefined)
  return [...blocksOf(reports, seen, todo), ...untold(reports, ({ server }) => server, noVersion)]
}

function clusterVersions(reports: readonly MemberReport[]): Block[] {
  const found = blocksOf(
    reports,
    (report) => {
      const minor = clusterMinorOf(report)
      if (report.cluster === undefined) return undefined
      if (minor === undefined) return `reports the cluster version '${report.cluster}'`
      if (compareVersions(minor, oldVersion) < 0)
        return `reports the cluster version ${report.cluster}, older than ${oldVersion}`
      return compareVersions(minor, newVersion) > 0 ? `reports the cluster version ${report.cluster}` : undefined
    },
    `The upgrade starts from a running cluster of ${oldVersion}.`,
  )
  return [...found, ...untold(reports, ({ cluster }) => cluster, 'does not tell the cluster version')]
}

function judgeHealth(health: Health | undefined, command: string): Block[] {
  if (health?.state === 'healthy') return []
  if (health?.state === 'unhealthy') {
    return [{ seen: health.seen, todo: 'Make every member healthy before any member is stopped.' }]
  }
  const seen = health?.seen ?? 'nobody told whether the members are healthy'
  const todo = `Run \`${command}\`, and give what it says: --health healthy or --health unhealthy. Or let this program run it: --health-command.`
  return [{ seen, todo, uncertain: true }]
}

function leader(reports: readonly MemberReport[]): Block[] {
  if (reports.some(({ leads }) => leads)) return []
  const silent = reports.filter(({ leads }) => leads === undefined)
  if (silent.length === 0) {
    const todo = 'Wait until a leader is elected; check that --endpoints names every member.'
    return [{ seen: 'no member says that it leads', todo }]
  }
  const seen = (report: MemberReport) =>
    report.answers && report.leads === undefined
      ? `does not tell whether it leads: ${problemAt(report, '/metrics')}`
      : undefined
  const stopped = silent.filter((report) => !report.answers)
  return [
    ...blocksOf(reports, seen, 'Make its /metrics readable.'),
    ...untold(stopped, ({ leads }) => leads, 'does not tell whether it leads'),
  ]
}

function problemAt({ problems }: MemberReport, path: string): string {
  return problems.find((problem) => problem.path === path)?.detail ?? 'no answer'
}

function v2Store(v2: V2State, checkV2: string): Block[] {
  switch (v2) {
    case 'not-needed':
    case 'removable':
      return []
    case 'to-check': {
      const todo = `Run \`${checkV2}\`, and give what it says: --v2-store no-custom-data or --v2-store custom-data.`
      return [{ seen: '--enable-v2 is set', todo }]
    }
    case 'to-migrate':
      return [{ seen: 'the v2 store holds custom data', todo: 'Follow the v2 migration procedure first.' }]
    case 'untold': {
      const todo =
        'Give the configuration of the members (--file, or -- and the command line), or --v2-store not-enabled where none sets it.'
      return [{ seen: 'nobody told whether --enable-v2 is set', todo, uncertain: true }]
    }
  }
}
