import { findContradictions } from '../members/contradictions.ts'
import type { MemberReport } from '../members/read-member.ts'
import { clusterMinorOf, everyMemberIsNew, standingOf } from '../members/standing.ts'
import { newVersion, oldVersion } from '../versions.ts'

/** The ways back that are possible now. */
export interface Rollback {
  /**
   * `partly-seen` where every member that tells its version runs 3.5, and others tell none; `between` where every member runs 3.6 and the
   * cluster version is 3.5.
   */
  phase: 'not-started' | 'partly-seen' | 'mixed' | 'between' | 'upgraded' | 'unknown'
  /** Putting the 3.5 binary back. `possible` is undefined where the members' answers do not decide it. */
  binarySwap: { possible: boolean | undefined; why: string; rules: readonly string[] }
  /** Restoring the snapshot from before the upgrade. */
  snapshot: { possible: boolean | undefined; why: string; rules: readonly string[] }
}

/** Offers the 3.5 binary only while a member that answers runs 3.5. */
export function judgeRollback(reports: readonly MemberReport[]): Rollback {
  const phase = phaseOf(reports)
  return { phase, binarySwap: judgeSwap(phase), snapshot: judgeSnapshot(phase) }
}

function phaseOf(reports: readonly MemberReport[]): Rollback['phase'] {
  const standings = reports.map(standingOf)
  if (standings.some((standing) => ['too-old', 'too-new', 'malformed'].includes(standing))) return 'unknown'
  if (reports.some((report) => report.cluster !== undefined && clusterMinorOf(report) === undefined)) return 'unknown'
  // Two leaders say nothing about versions; members of two clusters do.
  if (findContradictions(reports).some(({ rules }) => !rules.includes('KVC-009'))) return 'unknown'
  const clusters = new Set(reports.flatMap((report) => clusterMinorOf(report) ?? []))
  if (clusters.has(newVersion)) return 'upgraded'
  if ([...clusters].some((minor) => minor !== oldVersion)) return 'unknown'
  if (everyMemberIsNew(reports)) return clusters.has(oldVersion) ? 'between' : 'upgraded'
  if (standings.every((standing) => standing === 'old')) return 'not-started'
  // One member that runs 3.5 keeps the cluster at 3.5, whatever the silent ones ran last.
  if (!standings.includes('old')) return 'unknown'
  return standings.includes('new') ? 'mixed' : 'partly-seen'
}

function judgeSwap(phase: Rollback['phase']): Rollback['binarySwap'] {
  switch (phase) {
    case 'not-started':
      return {
        possible: true,
        why: 'Every member runs 3.5: nothing is replaced yet, and nothing is to be undone.',
        rules: [],
      }
    case 'partly-seen': {
      const why =
        'Every member that tells its version runs 3.5, so that the cluster operates as 3.5: a member that was replaced starts with the 3.5 binary as well. No formal downgrade is needed.'
      return { possible: true, why, rules: ['KVC-022', 'KVC-024'] }
    }
    case 'mixed': {
      const why =
        'At least one member still runs 3.5, so that the cluster operates as 3.5: stop each 3.6 member, one at a time, and start it with the 3.5 binary. No formal downgrade is needed.'
      return { possible: true, why, rules: ['KVC-022', 'KVC-024'] }
    }
    case 'between': {
      const why =
        'Every member runs 3.6, and the cluster version is 3.5: either it is raised in a moment, or a downgrade is under way. Ask again.'
      return { possible: undefined, why, rules: ['KVC-019', 'KVC-025', 'KVC-G17'] }
    }
    case 'upgraded': {
      const why = 'Every member runs 3.6: going back to the 3.5 binary is impossible now.'
      return { possible: false, why, rules: ['KVC-025'] }
    }
    case 'unknown': {
      const why = 'What the members say does not show whether one of them still runs 3.5. Bring them to answer first.'
      return { possible: undefined, why, rules: ['KVC-025'] }
    }
  }
}

function judgeSnapshot(phase: Rollback['phase']): Rollback['snapshot'] {
  switch (phase) {
    case 'not-started':
      return {
        possible: true,
        why: 'Save one now, from the leader: after the last replacement it is the way back.',
        rules: ['KVC-038'],
      }
    case 'partly-seen':
    case 'mixed':
      return {
        possible: true,
        why: 'It works as well; the cluster then goes on operating as 3.5.',
        rules: ['KVC-023', 'KVC-024'],
      }
    case 'between':
    case 'upgraded': {
      const why =
        'The snapshot from before the upgrade brings back the state from before; the downgrade procedure is the only other way back. The snapshot holds no v2 store data.'
      return { possible: true, why, rules: ['KVC-011', 'KVC-026', 'KVC-027', 'KVC-G15', 'KVC-G17'] }
    }
    case 'unknown': {
      const why =
        'The snapshot from before the upgrade restores the state from before, whatever the members run by now.'
      return { possible: true, why, rules: ['KVC-023', 'KVC-026'] }
    }
  }
}
