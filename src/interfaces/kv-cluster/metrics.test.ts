import parsePrometheus from 'parse-prometheus-text-format'
import { expect, it } from 'vitest'
import { createCluster, startMember, stopMember } from '../../kv-upgrade/cluster.ts'
import type { ClusterState, Outcome } from '../../kv-upgrade/cluster-state.ts'
import { examplesOf } from '../../mock/examples.ts'
import { loadRuntime } from '../../workspace/interfaces.ts'
import { renderMetrics } from './metrics.ts'

const old = createCluster(
  [
    { name: 'm1', id: '3f1c8a52d07be694' },
    { name: 'm2', id: '7d40c6f3b9e2158a' },
    { name: 'm3', id: 'c5a97e01f8346db2' },
  ],
  '3.5.21',
)

function reached(outcome: Outcome): ClusterState {
  if ('refused' in outcome) throw new Error(outcome.detail)
  return outcome.state
}

const replace = (state: ClusterState, name: string) =>
  reached(startMember(reached(stopMember(state, name)), name, '3.6.4'))

function metricsOf(state: ClusterState, name: string): string {
  const member = state.members.find((candidate) => candidate.name === name)
  if (!member) throw new Error(`there is no ${name}`)
  return renderMetrics(state, member)
}

const onlyThird = replace(old, 'm3')
const secondLeads = reached(stopMember(replace(onlyThird, 'm2'), 'm1'))
const states: [string, ClusterState, string][] = [
  ['a 3.5 leader', old, 'm1'],
  ['a 3.5 follower', old, 'm2'],
  ['a 3.6 follower', onlyThird, 'm3'],
  ['a 3.6 leader', secondLeads, 'm2'],
]
const documented = examplesOf(loadRuntime('kv-cluster')).of('getMetrics', 200)

it.each(states.map((state, index) => [...state, documented[index]] as const))(
  'renders %s as documented',
  (_, state, name, example) => {
    expect(metricsOf(state, name)).toBe(example)
  },
)

it.each(states)('%s gives metrics that a parser of the format reads', (_, state, name) => {
  const families = parsePrometheus(metricsOf(state, name))
  expect(families.find((family) => family.name === 'kv_server_is_leader')).toMatchObject({
    type: 'GAUGE',
    metrics: [{ value: state.leader === name ? '1' : '0' }],
  })
})
