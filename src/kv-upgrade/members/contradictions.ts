import { compareVersions, minorOf } from '../versions.ts'
import type { MemberReport } from './read-member.ts'
import { clusterMinorOf, standingOf } from './standing.ts'

/** Answers that members of one cluster cannot give at the same time. */
export interface Contradiction {
  seen: string
  todo: string
  rules: readonly string[]
  /** Whether it can pass by itself: leadership or a version may change between the answers of two members. */
  passes: boolean
}

/** Compares the members' answers with each other. A missing answer contradicts nothing. */
export function findContradictions(reports: readonly MemberReport[]): Contradiction[] {
  return [...clusterVersions(reports), ...leaders(reports), ...identities(reports)]
}

const sameCluster = 'Check that all --endpoints belong to one cluster, and ask again.'

function clusterVersions(reports: readonly MemberReport[]): Contradiction[] {
  const told = reports.flatMap((report) => clusterMinorOf(report) ?? [])
  const distinct = [...new Set(told)].sort(compareVersions)
  if (distinct.length > 1) {
    const seen = `the members report cluster versions ${distinct.join(' and ')}`
    return [{ seen, todo: sameCluster, rules: ['KVC-109'], passes: true }]
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
  return [{ seen, todo: sameCluster, rules: ['KVC-108'], passes: false }]
}

function leaders(reports: readonly MemberReport[]): Contradiction[] {
  const leading = reports.filter(({ leads }) => leads)
  if (leading.length < 2) return []
  const seen = `${leading.map(({ endpoint }) => endpoint).join(' and ')} both say that they lead`
  return [{ seen, todo: sameCluster, rules: ['KVC-009'], passes: true }]
}

/** Compares the ids, which 3.6 members may show (gap KVC-G08). */
function identities(reports: readonly MemberReport[]): Contradiction[] {
  const known = reports.flatMap(({ endpoint, known }) => (known ? [{ endpoint, ...known }] : []))
  const [first, ...others] = known
  if (!first) return []
  const rules = ['KVC-012', 'KVC-G08']
  const twin = known.find(({ own }, index) => known.findIndex((other) => other.own === own) !== index)
  if (twin) {
    const twins = known.filter(({ own }) => own === twin.own).map(({ endpoint }) => endpoint)
    const seen = `${twins.join(' and ')} are one member, ${twin.own}`
    return [{ seen, todo: 'Give each member once.', rules, passes: false }]
  }
  const all = (one: { own: string; peers: readonly string[] }) => [...new Set([one.own, ...one.peers])].sort()
  const stranger = others.find((other) => all(other).join() !== all(first).join())
  if (stranger) {
    const seen = `${first.endpoint} and ${stranger.endpoint} do not know the same members`
    return [{ seen, todo: sameCluster, rules, passes: true }]
  }
  const size = all(first).length
  if (size === reports.length) return []
  const seen = `${first.endpoint} knows a cluster of ${size} members, and --endpoints names ${reports.length}`
  return [{ seen, todo: 'Give the client URL of every member, and of no other.', rules, passes: true }]
}
