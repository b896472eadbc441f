import type { ClusterState } from '../cluster-state.ts'
import type { MemberReport } from './read-member.ts'

/** A member of a 3.5 cluster, with what differs. */
export function report(name: string, differs: Partial<MemberReport> = {}): MemberReport {
  const endpoint = `http://${name}:2379`
  return {
    endpoint,
    answers: true,
    server: '3.5.21',
    cluster: '3.5.0',
    leads: false,
    problems: [],
    ...differs,
  }
}

export function silent(name: string, detail = 'connection refused'): MemberReport {
  const problems = (['/metrics', '/version'] as const).map((path) => ({ path, detail }))
  return { endpoint: `http://${name}:2379`, answers: false, problems }
}

/** What the members of a cluster say. */
export function reportsOf({ members, clusterVersion, leader }: ClusterState): MemberReport[] {
  return members.map(({ name, version, running }) => {
    if (!running) return silent(name)
    return report(name, { server: version, cluster: `${clusterVersion}.0`, leads: leader === name })
  })
}
