import { compareVersions, isVersion, minorOf, newVersion, oldVersion } from '../versions.ts'
import type { MemberReport } from './read-member.ts'

/** A member's binary in the upgrade: to be replaced, replaced, outside the rules, not a version, or unknown. */
export type Standing = 'old' | 'new' | 'too-old' | 'too-new' | 'malformed' | 'unknown'

export function standingOf({ server }: Pick<MemberReport, 'server'>): Standing {
  if (server === undefined) return 'unknown'
  if (!isVersion(server)) return 'malformed'
  const minor = minorOf(server)
  if (minor === oldVersion) return 'old'
  if (minor === newVersion) return 'new'
  return compareVersions(minor, oldVersion) < 0 ? 'too-old' : 'too-new'
}

/** Major and minor of the cluster version; the rest is not compared (gap KVC-G03). Undefined for text that is not a version. */
export function clusterMinorOf({ cluster = '' }: Pick<MemberReport, 'cluster'>): string | undefined {
  return /^((?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8}))(?:\.(?:0|[1-9]\d{0,8}))?$/.exec(cluster)?.[1]
}

/** The members that still run 3.5. The leader comes last, so that leadership moves once (KVC-003). */
export function replacementOrder(reports: readonly MemberReport[]): MemberReport[] {
  const old = reports.filter((report) => standingOf(report) === 'old')
  return [...old.filter(({ leads }) => !leads), ...old.filter(({ leads }) => leads)]
}

export function everyMemberIsNew(reports: readonly MemberReport[]): boolean {
  return reports.every((report) => standingOf(report) === 'new')
}

/** Whether every member runs 3.6, and so does the cluster (KVC-111). */
export function isUpgraded(reports: readonly MemberReport[]): boolean {
  return everyMemberIsNew(reports) && reports.every((report) => clusterMinorOf(report) === newVersion)
}

/** Why a member's answers are missing: `/metrics: no answer within 5 s`. */
export function describeProblems({ problems }: MemberReport): string {
  const details = new Set(problems.map(({ detail }) => detail))
  if (problems.length === 2 && details.size === 1) return [...details].join()
  return problems.map(({ path, detail }) => `${path}: ${detail}`).join('; ')
}
