import { expect, it } from 'vitest'
import type { MemberReport } from '../members/read-member.ts'
import { report, silent } from '../members/reports.fixture.ts'
import { RuleReport } from './report-rules.ts'

const [m1, m2, m3] = [report('m1', { leads: true }), report('m2'), report('m3')]
const leads = (name: string) => report(name, { leads: true })
const on36 = (name: string, differs: Partial<MemberReport> = {}) => report(name, { server: '3.6.4', ...differs })
const all = (cluster: string) => ['m1', 'm2', 'm3'].map((name) => on36(name, { cluster, leads: name === 'm2' }))
const old = [m1, m2, m3]
const one = [m1, on36('m2'), m3]
const two = [m1, on36('m2'), on36('m3')]

/** The results of rounds that are two seconds apart. */
function resultsOf(...rounds: MemberReport[][]): Record<string, string> {
  const rules = new RuleReport()
  for (const [index, reports] of rounds.entries()) rules.add({ reports, at: index * 2000 })
  return Object.fromEntries(rules.rules().map(({ rule, result }) => [rule, result]))
}

const again = (reports: MemberReport[], times: number) => Array.from({ length: times }, () => reports)
const raised = { ...on36('m2'), cluster: '3.6.0' }

it.each<[string, MemberReport[][], Record<string, string>]>([
  ['nothing happens', [old, old], {}],
  [
    'an upgrade goes well',
    [old, [m1, silent('m2'), m3], one, two, [silent('m1'), on36('m2', { leads: true }), on36('m3')], all('3.6.0')],
    { 'KVC-014': 'passed', 'KVC-015': 'passed', 'KVC-018': 'passed', 'KVC-019': 'passed', 'KVC-028': 'passed' },
  ],
  ['the first replacement raises the cluster', [old, [m1, raised, m3]], { 'KVC-014': 'passed', 'KVC-015': 'failed' }],
  ['a further one raises it', [one, [m1, raised, on36('m3')]], { 'KVC-018': 'failed' }],
  ['the last one does not raise it', [two, ...again(all('3.5.0'), 6)], { 'KVC-019': 'failed' }],
  ['the last one has not raised it yet', [two, all('3.5.0')], {}],
  ['a member is put back', [two, one], { 'KVC-022': 'passed' }],
  [
    'a member is put back, and the cluster is at 3.6',
    [two, [m1, { ...m2, cluster: '3.6.0' }, m3]],
    { 'KVC-022': 'failed' },
  ],
  ['two members are replaced between two rounds', [old, two], { 'KVC-018': 'passed' }],
  ['a cluster of 3.6 is downgraded', [all('3.6.0'), ...again(all('3.5.0'), 6)], {}],
  [
    'leadership moves a moment later',
    [old, [silent('m1'), m2, m3], [silent('m1'), leads('m2'), m3]],
    { 'KVC-028': 'passed' },
  ],
  ['nobody leads any more', [old, ...again([silent('m1'), m2, m3], 6)], { 'KVC-028': 'failed' }],
  ['too few members are left', [old, ...again([silent('m1'), silent('m2'), m3], 6)], {}],
  ['a member that starts does not know the cluster', [old, [m1, on36('m2', { cluster: 'not_decided' }), m3]], {}],
])('reports rules where %s', (_, rounds, results) => {
  expect(resultsOf(...rounds)).toEqual(results)
})
