import type { operations } from '../../../../generated/kv-cluster/types.ts'
import type { Check, CheckContext } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { on } from '../../../check/sabotage.ts'
import { clusterVersionIs, says } from './breaking.ts'
import { all, membersOf, minorsOf, replace, startOn35 } from './cluster.ts'

const needs = { resources: ['members'] }
const upgrading = { ...needs, control: true } as const

const isNew = (binary: string) => binary.startsWith('3.6')
const ifAny = (binaries: string[]) => (binaries.some(isNew) ? '3.6.0' : '3.5.0')
const ifMost = (binaries: string[]) => (binaries.filter(isNew).length > 1 ? '3.6.0' : '3.5.0')
const ofItself = (_: string[], own: string) => (isNew(own) ? '3.6.0' : '3.5.0')

async function expectAgreement(t: CheckContext<operations>, when: string): Promise<void> {
  const clusterVersions = await minorsOf(t, 'kvcluster')
  expect(clusterVersions, `kvcluster of the members ${when}`).toEqual(clusterVersions.map(() => clusterVersions[0]))
}

/** A line as the control plane shows it. */
interface LogLine {
  at: string
  level: string
  expected?: string
}

/** The kind of each expected line of a log, or its level. */
const kindsOf = (log: unknown) => (log as LogLine[] | undefined)?.map(({ level, expected }) => expected ?? level)

export const upgrade: Record<string, Check<operations>> = {
  'KVC-014': {
    needs: upgrading,
    async run(t) {
      const { members, last, others } = await startOn35(t)
      await replace(t, last)
      const versions = await minorsOf(t, 'kvserver')
      expect(versions, `kvserver of the members, ${last} replaced`).toEqual([...all(others, '3.5'), '3.6'])
      const logs = await t.control.listRecords('logs')
      const now = await t.now()
      t.assume('KVC-G24', () => {
        const expected = others.map((member) => [member, ['connection', 'higher-version']])
        const logged = members.map((member) => [member, kindsOf(logs.get(member))])
        expect(logged, `what the members have logged, ${last} replaced`).toEqual([
          ...expected,
          [last, ['info', 'info']],
        ])
        const moments = [...logs.values()].flat().map((line) => Date.parse((line as LogLine).at))
        expect(Math.max(...moments), 'when the last line was logged').toBeLessThanOrEqual(now)
      })
    },
    sabotage: [
      says('m3', { kvserver: '3.5.21' }),
      on('getVersion', async (request, forward) => {
        const { body } = await forward({ ...request, path: '/m3/version' })
        const { kvserver } = body as { kvserver: string }
        return says('m1', { kvserver })(request, forward)
      }),
    ],
  },
  'KVC-015': {
    needs: upgrading,
    async run(t) {
      const { members, last } = await startOn35(t)
      await replace(t, last)
      expect(await minorsOf(t, 'kvcluster'), `kvcluster, ${last} replaced`).toEqual(all(members, '3.5'))
    },
    sabotage: [clusterVersionIs(ifAny), clusterVersionIs(ofItself)],
  },
  'KVC-018': {
    needs: upgrading,
    async run(t) {
      const { members } = await startOn35(t)
      for (const member of members.slice(1).toReversed()) {
        await replace(t, member)
        expect(await minorsOf(t, 'kvcluster'), `kvcluster, ${member} replaced`).toEqual(all(members, '3.5'))
      }
      expect(await minorsOf(t, 'kvserver'), 'kvserver, all but one replaced').toEqual([
        '3.5',
        ...all(members.slice(1), '3.6'),
      ])
    },
    sabotage: [clusterVersionIs(ifMost), clusterVersionIs(ofItself), says('m2', { kvserver: '3.5.21' })],
  },
  'KVC-019': {
    needs: upgrading,
    async run(t) {
      const { members } = await startOn35(t)
      for (const member of members) await replace(t, member)
      expect(await minorsOf(t, 'kvserver'), 'kvserver, all replaced').toEqual(all(members, '3.6'))
      expect(await minorsOf(t, 'kvcluster'), 'kvcluster, all replaced').toEqual(all(members, '3.6'))
    },
    sabotage: [clusterVersionIs(() => '3.5.0'), says('m2', { kvcluster: '3.5.0' })],
  },
  'KVC-109': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      await expectAgreement(t, 'as they are')
      if (!t.hasControl) return
      for (const member of membersOf(t)) {
        await replace(t, member)
        await expectAgreement(t, `once ${member} is replaced`)
      }
    },
    sabotage: [clusterVersionIs(ofItself), says('m2', { kvcluster: '3.5.0' }), says('m1', { kvcluster: '3.4.0' })],
  },
}
