import { describe, expect, it } from 'vitest'
import { createCluster, restoreSnapshot, type Snapshot, startMember, stopMember, takeSnapshot } from './cluster.ts'
import type { ClusterState, Outcome, Refusal } from './cluster-state.ts'

const three = ['m1', 'm2', 'm3'].map((name) => ({ name, id: `id-${name}` }))
const old = createCluster(three, '3.5.21')

function reached(outcome: Outcome): ClusterState {
  if ('refused' in outcome) throw new Error(outcome.detail)
  return outcome.state
}

/** Stops a member and starts it with another binary. */
function replace(state: ClusterState, name: string, version: string): ClusterState {
  return reached(startMember(reached(stopMember(state, name)), name, version))
}

const replaceAll = (state: ClusterState, names: string[]) =>
  names.reduce((current, name) => replace(current, name, '3.6.4'), state)

const upgraded = replaceAll(old, ['m3', 'm2', 'm1'])

it('leadership goes to another member before the leader shuts down', () => {
  const outcome = stopMember(old, 'm1')
  expect(reached(outcome).leader).toBe('m2')
  expect('log' in outcome && outcome.log.slice(0, 2)).toEqual([
    { member: 'm1', level: 'info', message: 'leadership goes to m2' },
    { member: 'm1', level: 'info', message: 'shuts down' },
  ])
})

describe('refusals', () => {
  const stopped = (state: ClusterState, name: string) => reached(stopMember(state, name))
  const unpatched = replace(old, 'm2', '3.5.19')

  it.each<[string, Outcome | Snapshot, Partial<Refusal>]>([
    ['a member that is not there', stopMember(old, 'm4'), { refused: 'unknown-member' }],
    ['a member named like a prototype', startMember(old, '__proto__'), { refused: 'unknown-member' }],
    ['stopping a stopped member', stopMember(stopped(old, 'm1'), 'm1'), { refused: 'already-stopped' }],
    ['starting a running member', startMember(old, 'm1', '3.6.4'), { refused: 'already-running' }],
    ['a version that is none', startMember(stopped(old, 'm1'), 'm1', '3.6'), { refused: 'not-a-version' }],
    ['a version beyond 3.6', startMember(stopped(old, 'm1'), 'm1', '3.7.0'), { refused: 'unknown-version' }],
    ['a version before 3.5', startMember(stopped(old, 'm1'), 'm1', '3.4.30'), { refused: 'unknown-version' }],
    [
      'KVC-025: a 3.5 binary in an upgraded cluster',
      startMember(stopped(upgraded, 'm1'), 'm1', '3.5.21'),
      { refused: 'below-cluster-version', rules: ['KVC-025', 'KVC-026'] },
    ],
    [
      'KVC-042: a 3.6 binary while a member runs less than 3.5.20',
      startMember(stopped(unpatched, 'm1'), 'm1', '3.6.4'),
      { refused: 'too-many-learner-members', rules: ['KVC-041', 'KVC-042'] },
    ],
    [
      'KVC-041: a 3.6 binary in the place of one below 3.5.20',
      startMember(stopped(unpatched, 'm2'), 'm2', '3.6.4'),
      { refused: 'too-many-learner-members' },
    ],
    ['a snapshot without a leader', takeSnapshot(stopped(stopped(old, 'm1'), 'm2')), { refused: 'no-leader' }],
    [
      'the snapshot of another cluster',
      restoreSnapshot(old, { leader: 'a', clusterVersion: '3.5', versions: { a: '3.5.21' } }),
      { refused: 'other-cluster' },
    ],
  ])('%s', (_, outcome, refusal) => {
    expect(outcome).toMatchObject(refusal)
  })

  it('KVC-041: a patched cluster may be upgraded', () => {
    expect(replaceAll(replace(unpatched, 'm2', '3.5.20'), ['m1'])).toMatchObject({ clusterVersion: '3.5' })
  })
})

describe('snapshots', () => {
  const saved = takeSnapshot(old)
  if ('refused' in saved) throw new Error(saved.detail)

  it('KVC-039: are taken from the leader', () => {
    expect(saved).toEqual({
      leader: 'm1',
      clusterVersion: '3.5',
      versions: { m1: '3.5.21', m2: '3.5.21', m3: '3.5.21' },
    })
    expect(takeSnapshot(reached(stopMember(old, 'm1')))).toMatchObject({ leader: 'm2' })
  })
})

const linesOf = (outcome: Outcome) => ('log' in outcome ? outcome.log : [])
const expected = (outcome: Outcome, id: string) => linesOf(outcome).filter((line) => line.expected === id)

it('KVC-017: logs: older members warn of a member of a higher version while the cluster is mixed', () => {
  const warnings = expected(startMember(reached(stopMember(old, 'm3')), 'm3', '3.6.4'), 'higher-version')
  expect(warnings.map(({ member, level }) => [member, level])).toEqual([
    ['m1', 'warn'],
    ['m2', 'warn'],
  ])
  expect(warnings[0]?.message).toContain('m3 runs 3.6.4')
})

it('logs warns of no difference between patch levels', () => {
  expect(expected(startMember(reached(stopMember(old, 'm3')), 'm3', '3.5.22'), 'higher-version')).toEqual([])
})

it('KVC-016: logs: a member that starts publishes its information', () => {
  const [published] = linesOf(startMember(reached(stopMember(old, 'm3')), 'm3', '3.6.4'))
  expect(published).toMatchObject({ member: 'm3', level: 'info', message: expect.stringContaining('published') })
})
