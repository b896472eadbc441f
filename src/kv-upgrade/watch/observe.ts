import upgrade from '../../../generated/kv-cluster/upgrade.json' with { type: 'json' }
import type { Health } from '../health.ts'
import { findObstacles } from '../members/obstacles.ts'
import type { MemberReport } from '../members/read-member.ts'
import { clusterMinorOf, everyMemberIsNew, isUpgraded, replacementOrder, standingOf } from '../members/standing.ts'
import { compareVersions, minorOf, newVersion, oldVersion } from '../versions.ts'

export interface Observation {
  /** Time of the round, in milliseconds since the epoch. */
  at: number
  rows: MemberRow[]
  verdict: Verdict
  /** Changes since the round before. */
  events: string[]
}

export interface MemberRow {
  member: string
  server: string
  cluster: string
  leader: 'yes' | 'no' | '?'
  step: 'to replace' | 'next' | 'stopped' | 'starting' | 'replaced' | 'trouble'
}

/** Whether the next member may be stopped. */
export interface Verdict {
  /** `check-health` where only the health of the members is unknown. */
  state: 'not-started' | 'check-health' | 'go-on' | 'wait' | 'trouble' | 'done'
  say: string
  /** The member to replace next. Present for `not-started` and `go-on`. */
  next?: string
  /** Lines that the logs may hold and that are not a reason to stop. */
  expected: string[]
}

/** A reason not to stop the next member. */
interface Condition {
  /** Identifies the condition from one round to the next. */
  key: string
  member?: string
  say: string
  /** Whether it belongs to an upgrade: always, for a while, or never. */
  kind: 'expected' | 'passing' | 'trouble'
}

/** What one round passes on to the next. */
export interface History {
  reports: readonly MemberReport[]
  /** The last version that each member reported. */
  servers: ReadonlyMap<string, string>
  /** The time from which each condition holds, in milliseconds since the epoch. */
  since: ReadonlyMap<string, number>
  leader?: string
  cluster?: string
}

export const nothingSeen: History = { reports: [], servers: new Map(), since: new Map() }

/** Milliseconds that a passing condition may last: the publish time-out that was seen (KVC-107). */
export const grace: number =
  Number.parseInt(upgrade.timeouts_seen.find(({ id }) => id === 'publish')?.duration ?? '', 10) * 1000

/** Judges a round by its reports and by the rounds before. It calls a cluster safe only where `health` says that it is healthy. */
export function observe(
  before: History,
  reports: readonly MemberReport[],
  at: number,
  health?: Health,
): { observation: Observation; history: History } {
  const conditions = findConditions(reports, health)
  const since = new Map(conditions.map(({ key }) => [key, before.since.get(key) ?? at]))
  const settled = conditions.map((condition): Condition => {
    const lasted = at - (since.get(condition.key) ?? at)
    return condition.kind === 'passing' && lasted > grace ? { ...condition, kind: 'trouble' } : condition
  })
  const verdict = judge(reports, settled, before, health !== undefined)
  const rows = reports.map((report) => describeRow(report, verdict, settled, before))
  const history = remember(before, reports, since)
  return { observation: { at, rows, verdict, events: describeEvents(before, history) }, history }
}

export function findConditions(reports: readonly MemberReport[], health?: Health): Condition[] {
  const ofMembers = findObstacles(reports).flatMap(({ precondition, member, seen, todo, kind }): Condition[] => {
    if (!kind) return []
    const sentence = member === undefined ? seen : `${member} ${seen}`
    const say = kind === 'trouble' ? `${sentence}. ${todo}` : sentence
    return [{ key: `${precondition} ${member ?? seen}`, say, kind, ...(member === undefined ? {} : { member }) }]
  })
  return [...ofMembers, ...behind(reports), ...ofHealth(health)]
}

/** The cluster follows its lowest member (KVC-108), and may take a moment. */
function behind(reports: readonly MemberReport[]): Condition[] {
  const late = reports
    .map(clusterMinorOf)
    .find((minor) => minor !== undefined && compareVersions(minor, newVersion) < 0)
  if (late === undefined || !everyMemberIsNew(reports)) return []
  const say = `the cluster version is ${late}, though every member runs ${newVersion}`
  return [{ key: 'cluster behind', say, kind: 'passing' }]
}

function ofHealth(health: Health | undefined): Condition[] {
  if (!health || health.state === 'healthy') return []
  return [{ key: 'health', say: health.seen, kind: health.state === 'awaited' ? 'expected' : 'passing' }]
}

function judge(
  reports: readonly MemberReport[],
  conditions: readonly Condition[],
  before: History,
  isHealthy: boolean,
): Verdict {
  const expected = expectedLogs(reports, before)
  const trouble = conditions.filter(({ kind }) => kind === 'trouble')
  if (trouble.length > 0) return { state: 'trouble', say: `Trouble: ${sayAll(trouble)}. Stop no member.`, expected }
  if (conditions.length > 0) return { state: 'wait', say: `Wait: ${sayAll(conditions)}.`, expected }
  const [next] = replacementOrder(reports)
  if (!next) {
    if (!isUpgraded(reports))
      return { state: 'wait', say: `Wait: not every member is seen to run ${newVersion}.`, expected }
    const verify = isHealthy ? '' : ' Run `endpoint health` on every member once more.'
    const say = `Done: every member runs ${newVersion}, and so does the cluster. Its features are available; going back to the ${oldVersion} binary is impossible now.${verify}`
    return { state: 'done', say, expected }
  }
  const begun = reports.some((report) => standingOf(report) === 'new')
  const leads = next.leads ? ', which leads: leadership moves first' : ''
  if (begun && !isHealthy) {
    const say = `Run \`endpoint health\` on every member. Only when all of them are healthy, replace ${next.endpoint}${leads}.`
    return { state: 'check-health', say, expected }
  }
  if (begun)
    return { state: 'go-on', say: `Safe to go on: replace ${next.endpoint}${leads}.`, next: next.endpoint, expected }
  const say = `Nothing is replaced yet. When the plan is ready, begin with ${next.endpoint}${leads}.`
  return { state: 'not-started', say, next: next.endpoint, expected }
}

function sayAll(conditions: readonly Condition[]): string {
  return conditions.map(({ say }) => say.replace(/\.$/, '')).join('; ')
}

/** Warnings of a higher version while the cluster is mixed (KVC-017, KVC-021), connection errors while a member is stopped (KVC-106). */
function expectedLogs(reports: readonly MemberReport[], before: History): string[] {
  const minors = new Set(
    reports.flatMap(({ endpoint, server }) => {
      const known = server ?? before.servers.get(endpoint)
      return known === undefined ? [] : [minorOf(known)]
    }),
  )
  const holds: Record<string, boolean> = {
    'higher-version': minors.has(oldVersion) && minors.has(newVersion),
    connection: reports.some(({ answers }) => !answers),
  }
  return upgrade.expected_logs
    .filter(({ id }) => holds[id])
    .map(({ says, where }) => `${says}, in the logs of ${where}`)
}

function describeRow(
  report: MemberReport,
  { next }: Verdict,
  conditions: readonly Condition[],
  before: History,
): MemberRow {
  const { endpoint: member, server, leads } = report
  const known = server ?? before.servers.get(member)
  return {
    member,
    server: server ?? (known === undefined ? '?' : `(${known})`),
    cluster: clusterMinorOf(report) ?? '?',
    leader: leads === undefined ? '?' : leads ? 'yes' : 'no',
    step: stepOf(report, conditions, next),
  }
}

function stepOf(report: MemberReport, conditions: readonly Condition[], next: string | undefined): MemberRow['step'] {
  const { endpoint, answers } = report
  if (!answers) return 'stopped'
  const own = conditions.filter(({ member }) => member === endpoint)
  if (own.some(({ kind }) => kind === 'trouble')) return 'trouble'
  if (own.length > 0) return 'starting'
  if (endpoint === next) return 'next'
  return standingOf(report) === 'new' ? 'replaced' : 'to replace'
}

function remember(before: History, reports: readonly MemberReport[], since: History['since']): History {
  const servers = new Map(before.servers)
  for (const { endpoint, server } of reports) if (server !== undefined) servers.set(endpoint, server)
  const leader = reports.find(({ leads }) => leads)?.endpoint ?? before.leader
  const clusters = new Set(reports.flatMap((report) => clusterMinorOf(report) ?? []))
  const cluster = clusters.size === 1 ? [...clusters][0] : before.cluster
  return { reports, servers, since, ...(leader ? { leader } : {}), ...(cluster ? { cluster } : {}) }
}

function describeEvents(before: History, now: History): string[] {
  if (before.reports.length === 0) return []
  const events = now.reports.flatMap((report, index) => {
    const past = before.reports[index]
    const { endpoint, server, answers } = report
    const known = before.servers.get(endpoint)
    if (!answers) return past?.answers ? [`${endpoint} is stopped`] : []
    const back = past?.answers ? [] : [`${endpoint} answers again`]
    if (server === undefined || server === known) return back
    if (known === undefined) return [`${endpoint} runs ${server}`]
    const [was, is] = [minorOf(known), minorOf(server)]
    if (was === oldVersion && is === newVersion) return [`${endpoint} is replaced: ${known} → ${server}`]
    if (was === newVersion && is === oldVersion) return [`${endpoint} is put back: ${known} → ${server}`]
    return [`${endpoint} changed: ${known} → ${server}`]
  })
  if (now.leader !== before.leader) events.push(`${now.leader} leads now`)
  if (now.cluster !== before.cluster) events.push(`the cluster version is ${now.cluster} now`)
  return events
}
