import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCluster, startMember, stopMember } from '../cluster.ts'
import type { ClusterState } from '../cluster-state.ts'
import { report, reportsOf, silent } from '../members/reports.fixture.ts'
import { judgeRollback } from './rollback.ts'

const upgraded = ['m1', 'm2'].map((name) => report(name, { server: '3.6.4', cluster: '3.6.0', leads: name === 'm1' }))
const mixed = [report('m1', { leads: true }), report('m2', { server: '3.6.4' })]

it('KVC-024: a mixed cluster takes the old binary, or the snapshot, and no formal downgrade', () => {
  const { phase, binarySwap, snapshot } = judgeRollback(mixed)
  expect([phase, binarySwap.possible, snapshot.possible]).toEqual(['mixed', true, true])
  expect(binarySwap.why).toContain('No formal downgrade is needed')
})

it('a stopped member does not make a cluster mixed that has no member on 3.6', () => {
  const { phase, binarySwap } = judgeRollback([report('m1', { leads: true }), silent('m2'), report('m3')])
  expect([phase, binarySwap.possible]).toEqual(['partly-seen', true])
  expect(judgeRollback([...mixed, silent('m3')]).phase).toBe('mixed')
})

it('KVC-025: an upgraded cluster does not take the old binary', () => {
  expect(judgeRollback(upgraded)).toMatchObject({ phase: 'upgraded', binarySwap: { possible: false } })
  expect(judgeRollback([...upgraded, silent('m3')]).binarySwap.possible).toBe(false)
})

it('a swap is uncertain while every member runs 3.6 and the cluster version is 3.5: a downgrade may be under way', () => {
  const between = upgraded.map((member) => ({ ...member, cluster: '3.5.0' }))
  expect(judgeRollback(between)).toMatchObject({ phase: 'between', binarySwap: { possible: undefined } })
})

it('KVC-027: an upgraded cluster has two ways back, the snapshot and the downgrade procedure', () => {
  expect(judgeRollback(upgraded).snapshot).toMatchObject({
    possible: true,
    why: expect.stringMatching(/snapshot from before the upgrade .* downgrade procedure is the only other way back/),
  })
})

it('KVC-011: the snapshot is not said to hold v2 data', () => {
  expect(judgeRollback(upgraded).snapshot.why).toContain('holds no v2 store data')
})

it.each([
  ['a silent member may be the last of 3.5', [report('m1', { server: '3.6.4' }), silent('m2')]],
  ['nobody answers', [silent('m1')]],
  ['a version is malformed', [report('m1'), report('m2', { server: '3.x' })]],
  ['the cluster version is malformed', [report('m1'), report('m2', { cluster: '?' })]],
  ['the members say what one cluster cannot', [report('m1', { cluster: '3.6.0' }), report('m2')]],
  ['an old member of an upgraded cluster', [report('m1', { cluster: '3.6.0' })]],
  ['a version beyond the rules', [report('m1', { server: '3.7.0' })]],
])('offers nothing in doubt: %s', (_, reports) => {
  expect(judgeRollback(reports)).toMatchObject({ phase: 'unknown', binarySwap: { possible: undefined } })
})

const step = fc.record({ member: fc.nat(8), version: fc.constantFrom('3.5.21', '3.6.4', undefined) })

it('KVC-025: the swap is offered only where the old binary starts, whatever happens to the cluster', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.array(step, { maxLength: 60 }), (count, steps) => {
      const names = Array.from({ length: count }, (_, index) => `m${index + 1}`)
      let state: ClusterState = createCluster(
        names.map((name) => ({ name, id: name })),
        '3.5.21',
      )
      for (const { member, version } of steps) {
        const name = names[member % count] ?? ''
        const running = state.members.find((candidate) => candidate.name === name)?.running
        const outcome = running ? stopMember(state, name) : startMember(state, name, version)
        if ('refused' in outcome) continue
        state = outcome.state
        const { binarySwap, phase } = judgeRollback(reportsOf(state))
        seen.add(phase)
        const down = stopMember(state, name)
        const back = startMember('refused' in down ? state : down.state, name, '3.5.21')
        const starts = !('refused' in back)
        if (binarySwap.possible === true) expect(starts).toBe(true)
        if (!starts) expect(binarySwap.possible).not.toBe(true)
      }
    }),
  )
  expect([...seen].sort()).toEqual(['mixed', 'not-started', 'partly-seen', 'unknown', 'upgraded'])
})
