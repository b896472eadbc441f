import type { operations } from '../../../../generated/kv-cluster/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { leads, shows } from './breaking.ts'
import { gauge, leadersOf, membersOf, metricsOf, minorOf, replace, samplesOf, valuesOf, versionOf } from './cluster.ts'

const needs = { resources: ['members'] }
const nobodyLeads = 'no member says that it leads, and an election may be under way'

/** A metric that members have from 3.6 on. */
function addedIn36(name: string, expectSamples: (samples: Sample[], members: number) => void): Check<operations> {
  return {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const members = membersOf(t)
      // A mixed cluster shows both halves of the rule; any other cluster shows the half of its version.
      if (t.hasControl) await replace(t, members.at(-1) ?? '')
      for (const member of members) {
        const { kvserver } = await versionOf(t, member)
        const text = await metricsOf(t, member)
        const samples = samplesOf(text, name)
        if (minorOf(kvserver) === '3.5') expect(samples, `samples of ${name} on ${member}, of 3.5`).toEqual([])
        if (minorOf(kvserver) !== '3.6') continue
        // A metric without a value may have only its type.
        const isNamed = samples.length > 0 || new RegExp(`^# TYPE ${name} `, 'm').test(text)
        expect(isNamed, `whether ${name} is among the metrics of ${member}, of 3.6`).toBe(true)
        t.assume('KVC-G08', () => expectSamples(samples, members.length))
      }
    },
    sabotage: [
      shows('m3', (text) => text.replaceAll(name, 'kv_something_else')),
      shows('m1', (text) => `${text}${name} 1\n`),
    ],
  }
}

type Sample = ReturnType<typeof samplesOf>[number]

/** One sample for each other member: `{Local="7d40",Remote="3f1c"} 1`. */
function expectPeers(samples: Sample[], members: number): void {
  const ids = samples.map(({ labels }) => /^Local="([0-9a-f]+)",Remote="([0-9a-f]+)"$/.exec(labels)?.slice(1) ?? [])
  const known = new Set(ids.map(([, remote]) => remote))
  const [local] = ids[0] ?? []
  expect([...known, local], 'ids that name the known peers, and that of the member').not.toContain(undefined)
  expect([...known], 'ids of the known peers').not.toContain(local)
  expect([samples.length, known.size], 'how many peers a member knows').toEqual([members - 1, members - 1])
  const own = new Set(ids.map(([local]) => local))
  expect(own.size, 'how many ids a member has').toBe(1)
  expectValues(samples, ['1'])
}

/** One sample for each feature gate: `{name="LeaseCheckpoint",stage="ALPHA"} 0`. */
function expectFeatures(samples: Sample[]): void {
  for (const { labels } of samples) expect(labels, 'labels of a feature').toMatch(/^name="\w+",stage="(ALPHA|BETA)"$/)
  expectValues(samples, ['0', '1'])
}

function expectValues(samples: Sample[], values: string[]): void {
  expect([...new Set(samples.map(({ value }) => value))].sort(), 'values of the samples').toEqual(values)
}

export const metrics: Record<string, Check<operations>> = {
  'KVC-007': {
    needs,
    async run(t) {
      for (const member of membersOf(t)) {
        const text = await metricsOf(t, member)
        const values = valuesOf(text, gauge)
        expect(values.length, `samples of ${gauge} on ${member}`).toBe(1)
        expect(Number(values[0]), `value of ${gauge} on ${member}`).toBeOneOf([0, 1])
        const [, type] = new RegExp(`^# TYPE ${gauge} (\\w+)`, 'm').exec(text) ?? []
        if (type !== undefined) expect(type, `type of ${gauge} on ${member}`).toBe('gauge')
      }
    },
    sabotage: [
      shows('m1', leads('2')),
      shows('m2', leads('NaN')),
      shows('m3', (text) => text.replaceAll(gauge, 'kv_something_else')),
      shows('m1', (text) => text.replace(`${gauge} gauge`, `${gauge} counter`)),
    ],
  },
  'KVC-008': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const members = membersOf(t)
      const leaders = await leadersOf(t, members)
      if (!t.hasControl && leaders.length === 0) t.inconclusive(nobodyLeads)
      expect(leaders.length, `members with ${gauge} 1`).toBeGreaterThan(0)
      if (!t.hasControl) return
      const { leader } = (await t.control.getRecord('cluster', 'cluster')) as { leader: string }
      expect(leaders, `members with ${gauge} 1`).toContain(leader)
    },
    sabotage: [
      shows('m1', leads('0')),
      async (request, forward) => shows('m2', leads('1'))(request, (seen) => shows('m1', leads('0'))(seen, forward)),
    ],
  },
  'KVC-009': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const members = membersOf(t)
      const leaders = await leadersOf(t, members)
      if (!t.hasControl && leaders.length === 0) t.inconclusive(nobodyLeads)
      expect(leaders.length, `members with ${gauge} 1, of which one leads`).toBe(1)
      for (const member of members.filter((one) => !leaders.includes(one))) {
        const values = valuesOf(await metricsOf(t, member), gauge).map(Number)
        expect(values, `${gauge} on ${member}, which does not lead`).toEqual([0])
      }
    },
    sabotage: [
      shows('m2', leads('1')),
      shows('m3', leads('0.5')),
      shows('m2', (text) => text.replaceAll(gauge, 'kv_something_else')),
    ],
  },
  'KVC-012': addedIn36('kv_network_known_peers', expectPeers),
  'KVC-013': addedIn36('kv_server_feature_enabled', expectFeatures),
}
