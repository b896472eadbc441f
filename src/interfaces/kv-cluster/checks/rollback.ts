import type { operations } from '../../../../generated/kv-cluster/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { clusterStaysNew, neverGoesDown } from './breaking.ts'
import { leadersOf, minorOf, minorsOf, oldBinary, operate, replace, startOn35, versionOf } from './cluster.ts'

const needs = { resources: ['members'], control: true } as const
const file = 'before.db'

const all = (members: readonly string[], version: string) => members.map(() => version)

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
