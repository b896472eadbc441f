import { findContradictions } from '../members/obstacles.ts'
import type { MemberReport } from '../members/read-member.ts'
import { clusterMinorOf, everyMemberIsNew, standingOf } from '../members/standing.ts'
import { newVersion, oldVersion } from '../versions.ts'

/**
 * Phase of the upgrade: `partly-seen` where every member that tells its version runs 3.5, and others tell none; `between` where every
 * member runs 3.6 and the cluster version is 3.5.
 */
type Phase = 'not-started' | 'partly-seen' | 'mixed' | 'between' | 'upgraded' | 'unknown'

export interface WayBack {
  /** Undefined where the members' answers do not decide it. */
  possible: boolean | undefined
  why: string
  rules: readonly string[]
}

/** The ways back that are possible now. */
export interface Rollback {
  phase: Phase
  /** Putting the 3.5 binary back. */
  binarySwap: WayBack
  /** Restoring the snapshot from before the upgrade. */
  snapshot: WayBack
}

/** Offers the 3.5 binary only while a member that answers runs 3.5. */
export function judgeRollback(reports: readonly MemberReport[]): Rollback {
  const phase = phaseOf(reports)
  return { phase, binarySwap: binarySwaps[phase], snapshot: snapshots[phase] }
}

function phaseOf(reports: readonly MemberReport[]): Phase {
  const standings = reports.map(standingOf)
  if (standings.some((standing) => ['too-old', 'too-new', 'malformed'].includes(standing))) return 'unknown'
  if (reports.some((report) => report.cluster !== undefined && clusterMinorOf(report) === undefined)) return 'unknown'
  if (findContradictions(reports).length > 0) return 'unknown'
  const clusters = new Set(reports.flatMap((report) => clusterMinorOf(report) ?? []))
  if (clusters.has(newVersion)) return 'upgraded'
  if ([...clusters].some((minor) => minor !== oldVersion)) return 'unknown'
  if (everyMemberIsNew(reports)) return clusters.has(oldVersion) ? 'between' : 'upgraded'
  if (standings.every((standing) => standing === 'old')) return 'not-started'
  // One member that runs 3.5 keeps the cluster at 3.5, whatever the silent ones ran last.
  if (!standings.includes('old')) return 'unknown'
  return standings.includes('new') ? 'mixed' : 'partly-seen'
}

const binarySwaps: Record<Phase, WayBack> = {
  'not-started': {
    possible: true,
    why: 'Every member runs 3.5: nothing is replaced yet, and nothing is to be undone.',
    rules: [],
  },
  'partly-seen': {
    possible: true,
    why: 'Every member that tells its version runs 3.5, so that the cluster operates as 3.5: a member that was replaced starts with the 3.5 binary as well. No formal downgrade is needed.',
    rules: ['KVC-022', 'KVC-024'],
  },
  mixed: {
    possible: true,
    why: 'At least one member still runs 3.5, so that the cluster operates as 3.5: stop each 3.6 member, one at a time, and start it with the 3.5 binary. No formal downgrade is needed.',
    rules: ['KVC-022', 'KVC-024'],
  },
  between: {
    possible: undefined,
    why: 'Every member runs 3.6, and the cluster version is 3.5: either it is raised in a moment, or a downgrade is under way. Ask again.',
    rules: ['KVC-019', 'KVC-025', 'KVC-G17'],
  },
  upgraded: {
    possible: false,
    why: 'Every member runs 3.6: going back to the 3.5 binary is impossible now.',
    rules: ['KVC-025'],
  },
  unknown: {
    possible: undefined,
    why: 'What the members say does not show whether one of them still runs 3.5. Bring them to answer first.',
    rules: ['KVC-025'],
  },
}

const beside: WayBack = {
  possible: true,
  why: 'It works as well; the cluster then goes on operating as 3.5.',
  rules: ['KVC-023', 'KVC-024'],
}
const afterwards: WayBack = {
  possible: true,
  why: 'The snapshot from before the upgrade brings back the state from before; the downgrade procedure is the only other way back. The snapshot holds no v2 store data.',
  rules: ['KVC-011', 'KVC-026', 'KVC-027', 'KVC-G15', 'KVC-G17'],
}

const snapshots: Record<Phase, WayBack> = {
  'not-started': {
    possible: true,
    why: 'Save one now, from the leader: after the last replacement it is the way back.',
    rules: ['KVC-038'],
  },
  'partly-seen': beside,
  mixed: beside,
  between: afterwards,
  upgraded: afterwards,
  unknown: {
    possible: true,
    why: 'The snapshot from before the upgrade restores the state from before, whatever the members run by now.',
    rules: ['KVC-023', 'KVC-026'],
  },
}
