import { expect, it } from 'vitest'
import type { MemberReport } from '../members/read-member.ts'
import { report, silent } from '../members/reports.fixture.ts'
import { blocksOf, plan, planWith } from './plan.fixture.ts'

const leader = report('m1', { leads: true })
const unread = (path: '/version' | '/metrics') => ({
  problems: [{ path, detail: 'no answer within 5 s' }],
})
const { server: _s, cluster: _c, ...noVersion } = report('m2', unread('/version'))
const { leads: _l, ...noLeader } = report('m1', unread('/metrics'))
const known = (own: string, ...peers: string[]) => ({ server: '3.6.4', known: { own, peers } })

it.each<[string, MemberReport[], string, string | undefined, RegExp]>([
  [
    'KVC-041: a member below 3.5.20',
    [leader, report('m2', { server: '3.5.19' })],
    'patch-level',
    'http://m2:2379',
    /runs 3\.5\.19/,
  ],
  [
    'KVC-041: numbers are compared as numbers',
    [leader, report('m2', { server: '3.5.9' })],
    'patch-level',
    'http://m2:2379',
    /3\.5\.9/,
  ],
  [
    'KVC-047: a cluster below 3.5',
    [{ ...leader, server: '3.4.23', cluster: '3.4.0' }],
    'cluster-version',
    'http://m1:2379',
    /3\.4\.0, older than 3\.5/,
  ],
  [
    'KVC-047: a member below 3.5',
    [{ ...leader, server: '3.4.23', cluster: '3.4.0' }],
    'versions',
    'http://m1:2379',
    /3\.4\.23, older than 3\.5/,
  ],
  [
    'KVC-032: a member whose metrics cannot be read',
    [noLeader, report('m2')],
    'leader',
    'http://m1:2379',
    /whether it leads: no answer/,
  ],
  ['KVC-039: no leader', [report('m1'), report('m2')], 'leader', undefined, /no member says/],
  [
    'KVC-030: a member whose version cannot be read',
    [leader, noVersion],
    'versions',
    'http://m2:2379',
    /does not tell its version: no answer/,
  ],
  ['a member that does not answer', [leader, silent('m2')], 'answers', 'http://m2:2379', /connection refused/],
  [
    'a member newer than 3.6',
    [leader, report('m2', { server: '3.7.0' })],
    'versions',
    'http://m2:2379',
    /newer than 3\.6/,
  ],
  [
    'a version without a patch level',
    [leader, report('m2', { server: '3.5' })],
    'versions',
    'http://m2:2379',
    /version '3\.5'/,
  ],
  [
    'a version that is a candidate',
    [leader, report('m2', { server: '3.6.0-rc.1' })],
    'versions',
    'http://m2:2379',
    /rc/,
  ],
  [
    'a cluster version that is none',
    [{ ...leader, cluster: 'not_decided' }],
    'cluster-version',
    'http://m1:2379',
    /not_decided/,
  ],
  [
    'KVC-108: a cluster newer than a member',
    [{ ...leader, cluster: '3.6.0' }],
    'one-cluster',
    undefined,
    /no member is older/,
  ],
  [
    'cluster versions that differ',
    [{ ...leader, server: '3.6.4', cluster: '3.6.0' }, report('m2')],
    'one-cluster',
    undefined,
    /3\.5 and 3\.6/,
  ],
  ['two leaders', [leader, report('m2', { leads: true })], 'one-cluster', undefined, /both say that they lead/],
  [
    'one member under two names',
    [{ ...leader, ...known('a', 'b') }, report('m2', known('a', 'b'))],
    'one-cluster',
    undefined,
    /are one member, a/,
  ],
  [
    'members of two clusters',
    [{ ...leader, ...known('a', 'b') }, report('m2', known('c', 'd'))],
    'one-cluster',
    undefined,
    /do not know the same/,
  ],
  [
    'a member that is left out',
    [{ ...leader, ...known('a', 'b', 'c') }, report('m2')],
    'one-cluster',
    undefined,
    /3 members, and --endpoints names 2/,
  ],
])('%s', (_, reports, id, member, seen) => {
  const planned = plan(reports)
  expect(planned).toMatchObject({ state: 'blocked', steps: [] })
  const found = blocksOf(planned).find((block) => block[0] === id)
  expect(found).toEqual([id, member, expect.stringMatching(seen), expect.stringMatching(/./)])
})

it('KVC-042: names the error that a member below 3.5.20 can bring', () => {
  expect(blocksOf(plan([leader, report('m2', { server: '3.5.0' })]))[0]?.[3]).toContain(
    'too-many-learner-members error can make the upgrade fail',
  )
})

it.each([
  ['nobody told', undefined, 'uncertain', 'nobody told whether the members are healthy'],
  ['a command could not tell', { state: 'unknown', seen: 'it cannot be run' }, 'uncertain', 'it cannot be run'],
  ['a command says no', { state: 'unhealthy', seen: 'it ended with status 1' }, 'blocked', 'it ended with status 1'],
] as const)('KVC-048: refuses to start where of the health %s', (_, health, state, seen) => {
  const planned = planWith(health)
  expect(planned).toMatchObject({ state, steps: [] })
  expect(blocksOf(planned)).toEqual([['health', undefined, seen, expect.stringMatching(/./)]])
})

it('KVC-048: names the command that tells the health, and the options that take its answer', () => {
  const [[, , , todo] = []] = blocksOf(planWith())
  expect(todo).toContain('`kvctl endpoint health --endpoints=http://m1:2379,http://m2:2379,http://m3:2379`')
  expect(todo).toContain('--health healthy or --health unhealthy')
  expect(todo).toContain('--health-command')
})

it('is blocked, not uncertain, where both hold', () => {
  expect(plan([leader, report('m2', { server: '3.5.19' })], 'untold').state).toBe('blocked')
  expect(plan([leader, report('m2')], 'untold').state).toBe('uncertain')
})
