import { describe, expect, it } from 'vitest'
import { createCluster, restoreSnapshot, type Snapshot, startMember, stopMember, takeSnapshot } from './cluster.ts'
import { type ClusterState, canRollBack, type Outcome, phaseOf, type Refusal } from './cluster-state.ts'

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

const mixed = replaceAll(old, ['m3'])
const upgraded = replaceAll(old, ['m3', 'm2', 'm1'])
const versions = ({ members }: ClusterState) => members.map(({ version }) => version)

it('the cluster version stays 3.5 after the first replacement', () => {
  expect(versions(mixed)).toEqual(['3.5.21', '3.5.21', '3.6.4'])
  expect([mixed.clusterVersion, phaseOf(mixed)]).toEqual(['3.5', 'mixed'])
})

it('the cluster version stays 3.5 while one member runs 3.5', () => {
  expect(replaceAll(mixed, ['m2'])).toMatchObject({ clusterVersion: '3.5' })
})

it('the cluster version becomes 3.6 with the last replacement', () => {
  expect([upgraded.clusterVersion, phaseOf(upgraded), phaseOf(old)]).toEqual(['3.6', 'new', 'old'])
})

it('the cluster version waits for a member that is stopped, even if it is replaced already', () => {
  const down = reached(stopMember(replaceAll(old, ['m1', 'm2']), 'm1'))
  const allReplaced = replace(down, 'm3', '3.6.4')
  expect([allReplaced.clusterVersion, phaseOf(allReplaced)]).toEqual(['3.5', 'new'])
  expect(reached(startMember(allReplaced, 'm1')).clusterVersion).toBe('3.6')
})

it('the cluster version stays 3.5 when a mixed cluster is put back on the old binary', () => {
  expect(replace(mixed, 'm3', '3.5.21')).toEqual(old)
  expect([canRollBack(mixed), canRollBack(upgraded)]).toEqual([true, false])
})

it('the cluster version is not lowered when members stop', () => {
  const stopped = ['m1', 'm2', 'm3'].reduce((state, name) => reached(stopMember(state, name)), upgraded)
  expect(stopped).toMatchObject({ clusterVersion: '3.6', leader: null })
})

it('leadership goes to another member before the leader shuts down', () => {
  const outcome = stopMember(old, 'm1')
  expect(reached(outcome).leader).toBe('m2')
  expect('log' in outcome && outcome.log.slice(0, 2)).toEqual([
    { member: 'm1', level: 'info', message: 'leadership goes to m2' },
    { member: 'm1', level: 'info', message: 'shuts down' },
  ])
})

it('leadership stays where it is when another member stops, and when the old leader comes back', () => {
  expect(reached(stopMember(old, 'm2')).leader).toBe('m1')
  expect(replace(old, 'm1', '3.6.4').leader).toBe('m2')
})

it('leadership is nobody’s without a majority, and somebody’s with one again', () => {
  const alone = reached(stopMember(reached(stopMember(old, 'm1')), 'm2'))
  expect(alone.leader).toBeNull()
  expect(reached(startMember(alone, 'm1')).leader).toBe('m1')
})

it('leadership needs more than half of the members', () => {
  const two = createCluster(three.slice(0, 2), '3.5.21')
  expect(reached(stopMember(two, 'm1')).leader).toBeNull()
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

  it('bring a mixed cluster back to 3.5', () => {
    expect(reached(restoreSnapshot(mixed, saved))).toEqual(old)
  })

  it('bring an upgraded cluster back, and its members may be upgraded again', () => {
    const restored = reached(restoreSnapshot(upgraded, saved))
    expect([versions(restored), restored.clusterVersion]).toEqual([['3.5.21', '3.5.21', '3.5.21'], '3.5'])
    expect(replaceAll(restored, ['m1', 'm2', 'm3']).clusterVersion).toBe('3.6')
  })

  it('start members that were stopped', () => {
    const down = ['m1', 'm2', 'm3'].reduce((state, name) => reached(stopMember(state, name)), upgraded)
    expect(reached(restoreSnapshot(down, saved))).toEqual(old)
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

it('KVC-021: logs: nobody warns once every member runs 3.6', () => {
  const last = reached(stopMember(replaceAll(old, ['m3', 'm2']), 'm1'))
  expect(expected(startMember(last, 'm1', '3.6.4'), 'higher-version')).toEqual([])
})

it('logs warns of no difference between patch levels', () => {
  expect(expected(startMember(reached(stopMember(old, 'm3')), 'm3', '3.5.22'), 'higher-version')).toEqual([])
})

it('KVC-106: logs: the others fail to connect to a stopped member', () => {
  const errors = expected(stopMember(old, 'm2'), 'connection')
  expect(errors.map(({ member }) => member)).toEqual(['m1', 'm3'])
})

it('KVC-016: logs: a member that starts publishes its information', () => {
  const [published] = linesOf(startMember(reached(stopMember(old, 'm3')), 'm3', '3.6.4'))
  expect(published).toMatchObject({ member: 'm3', level: 'info', message: expect.stringContaining('published') })
})
