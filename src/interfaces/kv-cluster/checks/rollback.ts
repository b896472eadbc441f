import type { operations } from '../../../../generated/kv-cluster/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { clusterStaysNew, leads, neverGoesDown, shows } from './breaking.ts'
import {
  all,
  type Context,
  gauge,
  leadersOf,
  membersOf,
  minorOf,
  minorsOf,
  oldBinary,
  operate,
  replace,
  startOn35,
  versionOf,
} from './cluster.ts'

export const leadership: Record<string, Check<operations>> = {
  'KVC-028': {
    needs: { resources: ['members'], control: true },
    async run(t) {
      const members = membersOf(t)
      const [leader = ''] = await leadersOf(t, members)
      const others = members.filter((member) => member !== leader)
      await operate(t, 'stop', { member: leader })
      const status = await t.attempt('getMetrics', { server: { member: leader } }).then(
        (answer) => answer.status,
        () => 'no answer',
      )
      t.assume('KVC-G12', () => expect(status, 'status of the leader that was stopped').toBe('no answer'))
      expect((await leadersOf(t, others)).length, `members with ${gauge} 1, the leader stopped`).toBe(1)
      await expectNobodyLeadsFewer(t, others)
    },
    sabotage: [
      shows('m2', leads('0')),
      async (request, forward) => {
        const answer = await forward(request)
        return answer.status === 503
          ? { status: 200, headers: { 'content-type': 'text/plain' }, body: `${gauge} 1\n` }
          : answer
      },
    ],
  },
}

/** Stops members until exactly half of them run, which is too few to agree. */
async function expectNobodyLeadsFewer(t: Context, members: readonly string[]): Promise<void> {
  const half = Math.floor((members.length + 1) / 2)
  for (const member of members.slice(half)) await operate(t, 'stop', { member })
  const left = members.slice(0, half)
  const leaders = await leadersOf(t, left)
  t.assume('KVC-G32', () => expect(leaders, `members with ${gauge} 1, half of them stopped`).toEqual([]))
  for (const member of left) {
    const { status, body } = await t.attempt('getHealth', { server: { member } })
    t.assume('KVC-G05', () => {
      expect(status, `status of /health of ${member}, nobody leading`).toBe(503)
      expect(body, `answer of /health of ${member}, nobody leading`).toMatchObject({ health: 'false' })
    })
  }
  const saved = await t.control.run('snapshot', { file: 'leaderless.db' })
  t.assume('KVC-G32', () => expect(saved, 'a snapshot, nobody leading').toMatchObject({ refused: 'no-leader' }))
  const nobody = await t.control.run('stop', { member: 'm9' })
  t.assume('KVC-G14', () => expect(nobody, 'a stop of nobody').toMatchObject({ refused: 'unknown-member' }))
  const restored = await t.control.run('restore', { file: 'leaderless.db' })
  t.assume('KVC-G15', () => expect(restored, 'a restore without a snapshot').toMatchObject({ refused: 'no-snapshot' }))
  await t.control.deleteRecord('cluster', 'cluster')
  const [member = ''] = members
  const stopped = await t.control.run('stop', { member })
  const { status } = await t.attempt('getVersion', { server: { member } })
  t.assume('KVC-G14', () => {
    expect(stopped, 'a stop in a cluster without members').toMatchObject({ refused: 'unknown-member' })
    expect(status, 'status of a member of a cluster without members').toBe(404)
  })
}

const needs = { resources: ['members'], control: true } as const
const file = 'before.db'

export const rollback: Record<string, Check<operations>> = {
  'KVC-022': {
    needs,
    async run(t) {
      const { members, last } = await startOn35(t)
      await replace(t, last)
      expect(await minorsOf(t, 'kvserver'), `kvserver, ${last} replaced`).toContain('3.6')
      await replace(t, last, oldBinary)
      expect(await minorsOf(t, 'kvserver'), `kvserver, ${last} put back`).toEqual(all(members, '3.5'))
      expect(await minorsOf(t, 'kvcluster'), `kvcluster, ${last} put back`).toEqual(all(members, '3.5'))
    },
    sabotage: [neverGoesDown('kvserver'), clusterStaysNew()],
  },
  'KVC-023': {
    needs,
    async run(t) {
      const { members, last } = await startOn35(t)
      const saved = await operate(t, 'snapshot', { file })
      const leaders = await leadersOf(t, members)
      t.assume('KVC-G15', () =>
        expect([saved], 'the snapshot').toMatchObject(leaders.map((leader) => ({ file, leader }))),
      )
      await replace(t, last)
      expect(await minorsOf(t, 'kvserver'), `kvserver, ${last} replaced`).toContain('3.6')
      await operate(t, 'restore', { file })
      expect(await minorsOf(t, 'kvcluster'), 'kvcluster, the snapshot restored').toEqual(all(members, '3.5'))
    },
    sabotage: clusterStaysNew(),
  },
  'KVC-026': {
    needs,
    async run(t) {
      const { members, last, others } = await startOn35(t)
      await operate(t, 'snapshot', { file })
      for (const member of members) await replace(t, member)
      expect(await minorsOf(t, 'kvcluster'), 'kvcluster, fully upgraded').toEqual(all(members, '3.6'))
      await operate(t, 'stop', { member: last })
      const putBack = await t.control.run('start', { member: last, version: oldBinary })
      t.assume('KVC-G16', () =>
        expect(putBack, `start of ${last} on 3.5`).toMatchObject({ refused: expect.any(String) }),
      )
      for (const member of others) {
        const { kvcluster } = await versionOf(t, member)
        t.assume('KVC-G16', () => expect(minorOf(kvcluster), `kvcluster of ${member}, ${last} on 3.5`).toBe('3.6'))
      }
      await operate(t, 'restore', { file })
      expect(await minorsOf(t, 'kvcluster'), 'kvcluster, the snapshot restored').toEqual(all(members, '3.5'))
      const binaries = await minorsOf(t, 'kvserver')
      t.assume('KVC-G15', () => expect(binaries, 'kvserver, the snapshot restored').toEqual(all(members, '3.5')))
    },
    sabotage: [neverGoesDown('kvcluster'), neverGoesDown('kvserver')],
  },
}
