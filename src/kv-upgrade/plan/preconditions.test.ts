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
const upgraded = { ...leader, server: '3.6.4', cluster: '3.6.0' }

const beside = (server: string) => [leader, report('m2', { server })]
const older = { ...leader, server: '3.4.23', cluster: '3.4.0' }

it.each<[string, MemberReport[], id: string, member: string | undefined, RegExp]>([
  ['KVC-041: a member below 3.5.20', beside('3.5.19'), 'patch-level', 'm2', /runs 3\.5\.19/],
  ['KVC-041: numbers are compared as numbers', beside('3.5.9'), 'patch-level', 'm2', /3\.5\.9/],
  ['KVC-047: a cluster below 3.5', [older], 'cluster-version', 'm1', /3\.4\.0, older than 3\.5/],
  ['KVC-047: a member below 3.5', [older], 'versions', 'm1', /3\.4\.23, older than 3\.5/],
  ['KVC-032: unreadable metrics', [noLeader, report('m2')], 'leader', 'm1', /whether it leads: no answer/],
  ['KVC-039: no leader', [report('m1'), report('m2')], 'leader', undefined, /no member says/],
  ['KVC-030: an unreadable version', [leader, noVersion], 'versions', 'm2', /does not tell its version: no answer/],
  ['a member that does not answer', [leader, silent('m2')], 'answers', 'm2', /connection refused/],
  ['a member newer than 3.6', beside('3.7.0'), 'versions', 'm2', /newer than 3\.6/],
  ['a version without a patch level', beside('3.5'), 'versions', 'm2', /version '3\.5'/],
  ['a version that is a candidate', beside('3.6.0-rc.1'), 'versions', 'm2', /rc/],
  ['no cluster version', [{ ...leader, cluster: 'not_decided' }], 'cluster-version', 'm1', /not_decided/],
  ['KVC-108: a newer cluster', [{ ...leader, cluster: '3.6.0' }], 'one-cluster', undefined, /no member is older/],
  ['cluster versions that differ', [upgraded, report('m2')], 'one-cluster', undefined, /3\.5 and 3\.6/],
  ['two leaders', [leader, report('m2', { leads: true })], 'one-cluster', undefined, /both say that they lead/],
])('%s', (_, reports, id, member, seen) => {
  const planned = plan(reports)
  expect(planned).toMatchObject({ state: 'blocked', steps: [] })
  const found = blocksOf(planned).find((block) => block[0] === id)
  const endpoint = member && `http://${member}:2379`
  expect(found).toEqual([id, endpoint, expect.stringMatching(seen), expect.stringMatching(/./)])
})

it('KVC-042: names the error that a member below 3.5.20 can bring', () => {
  expect(blocksOf(plan([leader, report('m2', { server: '3.5.0' })]))[0]?.[3]).toContain(
    'too-many-learner-members error can make the upgrade fail',
  )
})

it.each([
  ['an unknown health', undefined, 'uncertain', 'the health of the members is unknown'],
  ['a command could not tell', { state: 'unknown', seen: 'it cannot be run' }, 'uncertain', 'it cannot be run'],
  ['a command says no', { state: 'unhealthy', seen: 'it ended with status 1' }, 'blocked', 'it ended with status 1'],
] as const)('KVC-048: refuses to start without a healthy cluster: %s', (_, health, state, seen) => {
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

it('blocks once for a member that does not answer, and calls nothing met that it does not tell', () => {
  const planned = plan([report('m1'), silent('m2')])
  const marks = planned.preconditions.map(({ id, blocks }) => [id, blocks.map(({ uncertain = false }) => uncertain)])
  expect(Object.fromEntries(marks)).toMatchObject({
    answers: [false],
    versions: [true],
    'patch-level': [true],
    'cluster-version': [true],
    'one-cluster': [true],
    leader: [true],
  })
  const ofUnread = plan([leader, noVersion]).preconditions.filter(({ blocks }) =>
    blocks.some(({ uncertain }) => uncertain),
  )
  expect(ofUnread.map(({ id }) => id)).toEqual(['patch-level', 'cluster-version', 'one-cluster'])
})

it('a plan is blocked, not uncertain, where both hold', () => {
  expect(plan([leader, report('m2', { server: '3.5.19' })], 'unknown').state).toBe('blocked')
  expect(plan([leader, report('m2')], 'unknown').state).toBe('uncertain')
})
