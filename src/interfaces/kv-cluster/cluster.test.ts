import { expect, it } from 'vitest'
import { createCluster, startMember, stopMember } from '../../kv-upgrade/cluster.ts'
import type { ClusterState, Outcome } from '../../kv-upgrade/cluster-state.ts'
import { examplesOf } from '../../mock/examples.ts'
import { bundled } from '../../workspace/bundled.ts'
import { renderMetrics } from './metrics.ts'
import { members } from './seed.ts'

/** Stops and starts members of a 3.5 cluster: `-m1`, `+m1`, and `m1@3.6.4` for a member that is replaced. */
function after(history: string, count = 3): ClusterState | string {
  const names = Array.from({ length: count }, (_, index) => members[index] ?? { name: `m${index + 1}`, id: '' })
  let state = createCluster(names, '3.5.21')
  for (const step of history.split(' ').flatMap((one) => one.replace(/^(m\d)@/, '-$1 +$1@').split(' '))) {
    const [, sign, name = '', version] = /^([-+])(m\d)(?:@(.+))?$/.exec(step) ?? []
    const outcome: Outcome = sign === '-' ? stopMember(state, name) : startMember(state, name, version)
    if ('refused' in outcome) return outcome.refused
    state = outcome.state
  }
  return state
}

it.each([
  ['-m2', 'm1', '3.5'],
  ['-m1', 'm2', '3.5'],
  ['-m1 +m1', 'm2', '3.5'],
  ['-m1 -m2', null, '3.5'],
  ['-m1 -m2 +m1', 'm1', '3.5'],
  ['m1@3.6.4 m2@3.6.4', 'm1', '3.5'],
  ['m1@3.6.4 m2@3.6.4 m3@3.6.4', 'm1', '3.6'],
  ['m1@3.6.4 m2@3.6.4 m3@3.6.4 -m2 +m2', 'm1', '3.6'],
  ['m1@3.6.4 m1@3.5.21', 'm2', '3.5'],
  // A replaced member is stopped while the last one is replaced.
  ['m1@3.6.4 m2@3.6.4 -m1 m3@3.6.4', 'm2', '3.5'],
  ['m1@3.6.4 m2@3.6.4 -m1 m3@3.6.4 +m1', 'm2', '3.6'],
])('a cluster after %s is led by %s, in version %s', (history, leader, clusterVersion) => {
  expect(after(history)).toMatchObject({ leader, clusterVersion })
})

it('half of the members are too few to agree', () => {
  expect(after('-m1 -m2', 4)).toMatchObject({ leader: null })
  expect(after('-m1 -m2', 5)).toMatchObject({ leader: 'm3' })
})

it.each([
  ['+m1', 'already-running'],
  ['-m1 -m1', 'already-stopped'],
  ['-m9', 'unknown-member'],
  ['m1@3.6.4 m2@3.6.4 m3@3.6.4 m1@3.5.21', 'below-cluster-version'],
  ['m1@3.5.19 m2@3.6.4', 'too-many-learner-members'],
  ['m1@3.7.0', 'unknown-version'],
  ['m1@next', 'not-a-version'],
])('a cluster refuses the end of %s: %s', (history, refusal) => {
  expect(after(history)).toBe(refusal)
})

const documented = examplesOf(bundled.find('kv-cluster').contract).of('getMetrics', 200)

const shown: [what: string, name: string, history: string][] = [
  ['a 3.5 leader', 'm1', '-m3 +m3'],
  ['a 3.5 follower', 'm2', '-m3 +m3'],
  ['a 3.6 follower', 'm3', 'm3@3.6.4'],
  ['a 3.6 leader', 'm2', 'm3@3.6.4 m2@3.6.4 -m1'],
]

it.each(shown)('renders the metrics of %s as documented', (what, name, history) => {
  const state = after(history)
  const member = typeof state === 'object' && state.members.find((candidate) => candidate.name === name)
  const example = documented[shown.findIndex(([one]) => one === what)]
  expect(typeof state === 'object' && member && renderMetrics(state, member)).toBe(example)
})
