import { expect, it } from 'vitest'
import { createCluster, restoreSnapshot, type Snapshot, startMember, stopMember, takeSnapshot } from './cluster.ts'
import type { ClusterState, Outcome, RefusedChange } from './cluster-state.ts'

const three = ['m1', 'm2', 'm3'].map((name) => ({ name, id: `id-${name}` }))
const old = createCluster(three, '3.5.21')

function reached(outcome: Outcome): ClusterState {
  if ('refused' in outcome) throw new Error(outcome.detail)
  return outcome.state
}

it('leadership goes to another member before the leader shuts down', () => {
  const outcome = stopMember(old, 'm1')
  expect(reached(outcome).leader).toBe('m2')
  expect('log' in outcome && outcome.log.slice(0, 2)).toEqual([
    { member: 'm1', level: 'info', message: 'leadership goes to m2' },
    { member: 'm1', level: 'info', message: 'shuts down' },
  ])
})

const stop = (state: ClusterState, name: string) => reached(stopMember(state, name))

it.each<[string, Outcome | Snapshot | RefusedChange, RefusedChange['refused']]>([
  ['a member named like a prototype', startMember(old, '__proto__'), 'unknown-member'],
  ['a snapshot without a leader', takeSnapshot(stop(stop(old, 'm1'), 'm2')), 'no-leader'],
  [
    'the snapshot of another cluster',
    restoreSnapshot(old, { leader: 'a', clusterVersion: '3.5', versions: { a: '3.5.21' } }),
    'other-cluster',
  ],
])('refuses %s', (_, outcome, refused) => {
  expect(outcome).toMatchObject({ refused })
})

it('KVC-039: a snapshot is taken from the leader', () => {
  expect(takeSnapshot(stop(old, 'm1'))).toEqual({
    leader: 'm2',
    clusterVersion: '3.5',
    versions: { m1: '3.5.21', m2: '3.5.21', m3: '3.5.21' },
  })
})

const linesOf = (outcome: Outcome) => ('log' in outcome ? outcome.log : [])
const expected = (outcome: Outcome, id: string) => linesOf(outcome).filter((line) => line.expected === id)

it('KVC-017: logs: older members warn of a member of a higher version while the cluster is mixed', () => {
  const warnings = expected(startMember(stop(old, 'm3'), 'm3', '3.6.4'), 'higher-version')
  expect(warnings.map(({ member, level }) => [member, level])).toEqual([
    ['m1', 'warn'],
    ['m2', 'warn'],
  ])
  expect(warnings[0]?.message).toContain('m3 runs 3.6.4')
})

it('logs warns of no difference between patch levels', () => {
  expect(expected(startMember(stop(old, 'm3'), 'm3', '3.5.22'), 'higher-version')).toEqual([])
})

it('KVC-016: logs: a member that starts publishes its information', () => {
  const [published] = linesOf(startMember(stop(old, 'm3'), 'm3', '3.6.4'))
  expect(published).toMatchObject({ member: 'm3', level: 'info', message: expect.stringContaining('published') })
})
