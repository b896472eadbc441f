import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCluster, restoreSnapshot, type Snapshot, startMember, stopMember, takeSnapshot } from './cluster.ts'
import { standingLines } from './cluster-log.ts'
import { type ClusterState, hasQuorum, type Outcome, phaseOf } from './cluster-state.ts'
import { compareVersions, minorOf } from './versions.ts'

type Step =
  | { kind: 'stop'; member: string }
  | { kind: 'start'; member: string; version: string | undefined }
  | { kind: 'save' }
  | { kind: 'restore' }

const names = Array.from({ length: 9 }, (_, index) => `m${index + 1}`)
const member = fc.constantFrom(...names)
const version = fc.constantFrom(undefined, '3.4.1', '3.5.19', '3.5.20', '3.5.21', '3.6.0', '3.6.4', '3.7.0', 'x')

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('stop' as const), member }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('start' as const), member, version }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'save' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restore' as const }) },
)

const size = fc.integer({ min: 1, max: 9 })

it('whatever is done to a cluster, the documented rules hold', () => {
  const phases = new Set<string>()
  fc.assert(
    fc.property(size, fc.array(step, { maxLength: 60 }), (count, steps) => {
      let state = createCluster(
        names.slice(0, count).map((name) => ({ name, id: name })),
        '3.5.21',
      )
      let saved: Snapshot | undefined
      for (const taken of steps) {
        if (taken.kind === 'save') {
          const snapshot = takeSnapshot(state)
          expect('refused' in snapshot).toBe(!hasQuorum(state))
          if (!('refused' in snapshot)) saved = snapshot
          continue
        }
        const before = structuredClone(state)
        const outcome = apply(state, taken, saved)
        expect(state).toEqual(before)
        if (!outcome || 'refused' in outcome) continue
        state = outcome.state
        const raised = compareVersions(state.clusterVersion, before.clusterVersion) > 0
        // Each member has been heard.
        if (raised && taken.kind !== 'restore') expect(state.members.every(({ running }) => running)).toBe(true)
        if (taken.kind !== 'restore')
          expect(compareVersions(state.clusterVersion, before.clusterVersion)).not.toBeLessThan(0)
        expectConsistent(state)
        phases.add(phaseOf(state))
      }
    }),
    { seed: 20_261_121, numRuns: 2000 },
  )
  expect([...phases].sort()).toEqual(['mixed', 'new', 'old'])
})

function apply(state: ClusterState, taken: Step, saved: Snapshot | undefined): Outcome | undefined {
  if (taken.kind === 'stop') return stopMember(state, taken.member)
  if (taken.kind === 'start') return startMember(state, taken.member, taken.version)
  return saved && restoreSnapshot(state, saved)
}

function expectConsistent(state: ClusterState): void {
  const minors = state.members.map((candidate) => minorOf(candidate.version))
  const lowest = minors.toSorted(compareVersions)[0] ?? ''
  const everyoneRuns = state.members.every(({ running }) => running)
  // The lowest common version (KVC-108), reached as soon as all members run it (KVC-019), and no binary below it (KVC-025).
  expect(compareVersions(state.clusterVersion, lowest)).not.toBeGreaterThan(0)
  if (everyoneRuns) expect(state.clusterVersion).toBe(lowest)
  // One leader, which runs, wherever a majority does (KVC-008, KVC-009, KVC-028).
  const leader = state.members.find(({ name }) => name === state.leader)
  expect(leader?.running ?? false).toBe(hasQuorum(state))
  // Warnings while versions differ among those that run, and only then (KVC-017, KVC-021).
  const running = new Set(
    state.members.filter((candidate) => candidate.running).map((candidate) => minorOf(candidate.version)),
  )
  expect(standingLines(state).some(({ expected }) => expected === 'higher-version')).toBe(running.size > 1)
}
