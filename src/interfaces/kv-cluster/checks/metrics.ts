import { expect } from 'vitest'
import type { operations } from '../../../../generated/kv-cluster/types.ts'
import type { Check } from '../../check.ts'
import { shows } from './breaking.ts'
import { leadersOf, membersOf, metricsOf, minorOf, operate, replace, valuesOf, versionOf } from './cluster.ts'

const needs = { resources: ['members'] }
const gauge = 'kv_server_is_leader'

const as = (value: string) => (text: string) =>
  text.replace(/^kv_server_is_leader .*$/m, `kv_server_is_leader ${value}`)

/** A metric that a member has from 3.6 on. */
function addedIn36(name: string): Check<operations> {
  return {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const members = membersOf(t)
      // A cluster of both versions shows both halves of the rule; any other that of the version it has.
      if (t.hasControl) await replace(t, members.at(-1) ?? '')
      for (const member of members) {
        const { kvserver } = await versionOf(t, member)
        const samples = valuesOf(await metricsOf(t, member), name).length
        if (minorOf(kvserver) === '3.6') expect(samples, `samples of ${name} on ${member}, of 3.6`).toBeGreaterThan(0)
        if (minorOf(kvserver) === '3.5') expect(samples, `samples of ${name} on ${member}, of 3.5`).toBe(0)
      }
    },
    sabotage: [
      shows('m3', (text) => text.replaceAll(name, 'kv_something_else')),
      shows('m1', (text) => `${text}${name} 1\n`),
    ],
  }
}

export const metrics: Record<string, Check<operations>> = {
  'KVC-007': {
    needs,
    async run(t) {
      for (const member of membersOf(t)) {
        const text = await metricsOf(t, member)
        const values = valuesOf(text, gauge)
        expect(values.length, `samples of ${gauge} on ${member}`).toBe(1)
        expect([0, 1], `values that ${gauge} may have on ${member}`).toContain(Number(values[0]))
        const [, type] = new RegExp(`^# TYPE ${gauge} (\\w+)`, 'm').exec(text) ?? []
        if (type !== undefined) expect(type, `type of ${gauge} on ${member}`).toBe('gauge')
      }
    },
    sabotage: [
      shows('m1', as('2')),
      shows('m2', as('NaN')),
      shows('m3', (text) => text.replaceAll(gauge, 'kv_something_else')),
      shows('m1', (text) => text.replace(`${gauge} gauge`, `${gauge} counter`)),
    ],
  },
  'KVC-008': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const members = membersOf(t)
      const leaders = await leadersOf(t, members)
      expect(leaders.length, `members with ${gauge} 1`).toBeGreaterThan(0)
      if (!t.hasControl) return
      const { leader } = (await t.control.getRecord('cluster', 'cluster')) as { leader: string }
      expect(leaders, `members with ${gauge} 1`).toContain(leader)
    },
    sabotage: [
      shows('m1', as('0')),
      async (request, forward) => shows('m2', as('1'))(request, (seen) => shows('m1', as('0'))(seen, forward)),
    ],
  },
  'KVC-009': {
    needs,
    async run(t) {
      const members = membersOf(t)
      const leaders = await leadersOf(t, members)
      expect(leaders.length, `members with ${gauge} 1, of which one leads`).toBe(1)
      for (const member of members.filter((one) => !leaders.includes(one))) {
        const values = valuesOf(await metricsOf(t, member), gauge).map(Number)
        expect(values, `${gauge} on ${member}, which does not lead`).toEqual([0])
      }
    },
    sabotage: [
      shows('m2', as('1')),
      shows('m3', as('0.5')),
      shows('m2', (text) => text.replaceAll(gauge, 'kv_something_else')),
    ],
  },
  'KVC-012': addedIn36('kv_network_known_peers'),
  'KVC-013': addedIn36('kv_server_feature_enabled'),
  'KVC-028': {
    needs: { ...needs, control: true },
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
    },
    sabotage: [
      shows('m2', as('0')),
      async (request, forward) => {
        const answer = await forward(request)
        return answer.status === 503
          ? { status: 200, headers: { 'content-type': 'text/plain' }, body: `${gauge} 1\n` }
          : answer
      },
    ],
  },
}
