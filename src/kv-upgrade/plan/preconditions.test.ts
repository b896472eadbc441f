import { expect, it } from 'vitest'
import type { MemberReport } from '../members/read-member.ts'
import { report, silent } from '../members/reports.fixture.ts'
import { blocksOf, plan } from './plan.fixture.ts'

const leader = report('m1', { leads: true })
const unread = (path: '/version' | '/metrics' | '/health') => ({
  problems: [{ path, detail: 'no answer within 5 s' }],
})
const { server: _s, cluster: _c, ...noVersion } = report('m2', unread('/version'))
const { leads: _l, ...noLeader } = report('m1', unread('/metrics'))
const { healthy: _h, ...noHealth } = report('m2', unread('/health'))
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
    'KVC-048: a member that is not healthy',
    [leader, report('m2', { healthy: false, unhealthyBecause: 'NOSPACE' })],
    'health',
    'http://m2:2379',
    /NOSPACE/,
  ],
  [
    'KVC-048: a member that does not tell its health',
    [leader, noHealth],
    'health',
    'http://m2:2379',
    /does not tell its health: no answer/,
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
