import type { MemberReport } from '../members/read-member.ts'
import { clusterMinorOf, standingOf } from '../members/standing.ts'
import { newVersion, oldVersion } from '../versions.ts'
import { grace } from './observe.ts'
import type { Round } from './watch.ts'

/** What a watch has seen of a rule about members. A rule that it had no occasion to see is absent. */
export interface SeenRule {
  rule: string
  result: 'passed' | 'failed'
  seen: string
}

/** Members that said the same from one moment to another, in milliseconds. */
interface Period {
  reports: readonly MemberReport[]
  from: number
  until: number
}

/** Collects the rounds of a watch, and says which rules about the members of an upgraded cluster it has seen kept or broken. */
export class RuleReport {
  readonly #periods: Period[] = []

  add({ reports, at }: Round): void {
    const last = this.#periods.at(-1)
    if (last) last.until = at
    if (!last || JSON.stringify(last.reports) !== JSON.stringify(reports)) {
      this.#periods.push({ reports, from: at, until: at })
    }
  }

  /** A rule that was kept once and broken another time has failed. */
  rules(): SeenRule[] {
    const seen = [...versionsSeen(this.#periods), ...leadershipSeen(this.#periods)]
    const ids = [...new Set(seen.map(({ rule }) => rule))].sort()
    return ids.flatMap((id) => {
      const ofRule = seen.filter(({ rule }) => rule === id)
      return ofRule.find(({ result }) => result === 'failed') ?? ofRule.slice(-1)
    })
  }
}

const countNew = (reports: readonly MemberReport[]) => reports.filter((one) => standingOf(one) === 'new').length

/** Rules about the versions while members are replaced. They need the versions of every member. */
function* versionsSeen(periods: readonly Period[]): Generator<SeenRule> {
  const whole = periods.filter(({ reports }) => reports.every((one) => ['old', 'new'].includes(standingOf(one))))
  for (const [index, { reports, from, until }] of whole.entries()) {
    const before = whole[index - 1]
    const clusters = new Set(reports.map(clusterMinorOf))
    // A member that starts alone does not know the cluster version yet.
    if (!before || clusters.has(undefined)) continue
    const [was, is] = [countNew(before.reports), countNew(reports)]
    const seen = `${is} of ${reports.length} members on ${newVersion}, cluster version ${[...clusters].join(' and ')}`
    const judge = (rule: string, isKept: boolean): SeenRule => ({ rule, result: isKept ? 'passed' : 'failed', seen })
    const staysOld = clusters.size === 1 && clusters.has(oldVersion)
    if (is === reports.length) {
      // The cluster version follows a moment later. A cluster that was at 3.6 all along shows no replacement.
      const isNew = clusters.size === 1 && clusters.has(newVersion)
      const isLast = whole.slice(0, index).some((period) => countNew(period.reports) < is)
      if (isLast && (isNew || until - from > grace)) yield judge('KVC-019', isNew)
    } else if (is < was) yield judge('KVC-022', staysOld)
    else if (is > was) {
      if (was === 0 && is === 1) yield judge('KVC-014', true)
      yield judge(is === 1 ? 'KVC-015' : 'KVC-018', staysOld)
    }
  }
}

/** Whether another member leads when the leader is stopped (KVC-028). A time without a leader counts once it has lasted. */
function* leadershipSeen(periods: readonly Period[]): Generator<SeenRule> {
  for (const [index, { reports }] of periods.entries()) {
    const stopped = periods[index - 1]?.reports.find(
      (one) => one.leads && reports.some(({ endpoint, answers }) => endpoint === one.endpoint && !answers),
    )
    if (!stopped) continue
    const later = periods.slice(index).filter(({ reports }) => isDown(reports, stopped) && isMajority(reports))
    const next = later.flatMap(({ reports }) => reports.filter(({ leads }) => leads))[0]
    const lasted = (later.at(-1)?.until ?? 0) - (later[0]?.from ?? 0)
    if (next) yield { rule: 'KVC-028', result: 'passed', seen: `${next.endpoint} leads after ${stopped.endpoint}` }
    else if (lasted > grace) {
      const seen = `nobody leads ${lasted / 1000} s after ${stopped.endpoint} stopped answering`
      yield { rule: 'KVC-028', result: 'failed', seen }
    }
  }
}

function isDown(reports: readonly MemberReport[], { endpoint }: MemberReport): boolean {
  return reports.some((one) => one.endpoint === endpoint && !one.answers)
}

/** Fewer members can agree on nothing. */
function isMajority(reports: readonly MemberReport[]): boolean {
  return reports.filter(({ answers }) => answers).length > reports.length / 2
}
