import { describe, expect, it } from 'vitest'
import { migrateCommandLine } from '../flags/command-line.ts'
import type { MemberReport } from '../members/read-member.ts'
import { report, silent } from '../members/reports.fixture.ts'
import { judgeV2Store, type V2State } from '../v2-store.ts'
import { type Plan, planUpgrade } from './plan.ts'

const tools = { controlTool: 'kvctl', offlineUtility: 'kvutl', snapshotFile: 'before 3.6.db' }
const three = [report('m1', { leads: true }), report('m2'), report('m3')]
const plan = (
  reports: MemberReport[] = three,
  v2: V2State = 'not-needed',
  findings?: ReturnType<typeof migrateCommandLine>['findings'],
) => planUpgrade({ reports, v2, tools, ...(findings ? { findings } : {}) })
const blocksOf = ({ preconditions }: Plan) =>
  preconditions.flatMap(({ id, blocks }) => blocks.map(({ member, seen, todo }) => [id, member, seen, todo]))
const stepsOf = ({ steps }: Plan, id: string) => steps.filter((step) => step.id === id)
const v2 = (words: string[] | undefined, answer?: 'not-enabled' | 'no-custom-data' | 'custom-data') =>
  judgeV2Store(words && migrateSettingsOf(words), answer)
const migrateSettingsOf = (words: string[]) =>
  words.map((word) => {
    const [flag = '', value] = word.split('=')
    return { flag, where: 'here', ...(value === undefined ? {} : { value }) }
  })

describe('the procedure', () => {
  const { state, steps } = plan()

  it('KVC-003, KVC-050, KVC-052: replaces one member a step, verifies health in it, and takes the leader last', () => {
    expect(state).toBe('ready')
    const replaced = steps.filter(({ id }) => id === 'replace')
    expect(replaced.map(({ member }) => member)).toEqual(['http://m2:2379', 'http://m3:2379', 'http://m1:2379'])
    for (const { do: sentence, member, commands } of replaced) {
      expect(sentence).toMatch(
        new RegExp(`^Stop ${member}, and start it with the 3.6 binary\\..*Verify health before the next step`),
      )
      expect(commands).toEqual(['kvctl endpoint health --endpoints=http://m1:2379,http://m2:2379,http://m3:2379'])
    }
    expect(steps.map(({ id }) => id)).toEqual([
      'staging',
      'health',
      'snapshot',
      'replace',
      'replace',
      'replace',
      'verify',
    ])
  })

  it('KVC-033, KVC-034, KVC-035: checks the health of every endpoint before and after', () => {
    const health = 'kvctl endpoint health --endpoints=http://m1:2379,http://m2:2379,http://m3:2379'
    expect(stepsOf(plan(), 'health')[0]).toMatchObject({
      commands: [health],
      do: expect.stringContaining('every endpoint has its line'),
    })
    expect(steps.at(-1)?.commands[0]).toBe(health)
  })

  it('KVC-036, KVC-037, KVC-038, KVC-039: saves a snapshot from the leader alone, before the first replacement', () => {
    expect(stepsOf(plan(), 'snapshot')[0]?.commands).toEqual([
      "kvctl snapshot save 'before 3.6.db' --endpoints=http://m1:2379",
    ])
    expect(steps.findIndex(({ id }) => id === 'snapshot')).toBeLessThan(steps.findIndex(({ id }) => id === 'replace'))
  })

  it('KVC-011: never calls the snapshot a backup of v2 data', () => {
    expect(stepsOf(plan(), 'snapshot')[0]?.do).toContain('nothing of the v2 store')
  })

  it('KVC-049: begins with tests in staging', () => {
    expect(steps[0]).toMatchObject({ id: 'staging', do: expect.stringContaining('staging') })
  })

  it('KVC-051: keeps the configuration, and names every flag that is spelled otherwise', () => {
    const { findings } = migrateCommandLine(['--experimental-max-learners=2', '--enable-v2=false', '--name=m1'])
    const sentence = stepsOf(plan(three, 'not-needed', findings), 'replace')[0]?.do
    expect(sentence).toContain(
      'Keep its configuration the same, in the spelling of 3.6: --experimental-max-learners as --max-learners, without --enable-v2.',
    )
    expect(stepsOf(plan(three, 'not-needed', []), 'replace')[0]?.do).toContain('no flag of it changes')
  })

  it('KVC-053, KVC-054: ends with health, and both versions on every member', () => {
    expect(steps.at(-1)).toMatchObject({
      id: 'verify',
      do: expect.stringMatching(
        /Verify health, and that \/version of each member reports 3\.6 as its own version and as the cluster's/,
      ),
    })
    expect(steps.at(-1)?.commands.slice(1)).toEqual(
      ['m1', 'm2', 'm3'].map((name) => `curl http://${name}:2379/version`),
    )
  })

  it('KVC-017, KVC-021, KVC-106: tells what the logs may say, and no warning of a version after the last replacement', () => {
    const expected = stepsOf(plan(), 'replace').map(({ expect: lines = [] }) =>
      lines.map((line) => /higher version|connection/.exec(line)?.[0]),
    )
    expect(expected).toEqual([['higher version', 'connection'], ['higher version', 'connection'], ['connection']])
  })

  it('goes on where an upgrade stopped', () => {
    const resumed = plan([
      report('m1', { leads: true, server: '3.6.4' }),
      report('m2'),
      report('m3', { server: '3.6.4' }),
    ])
    expect(resumed.state).toBe('resume')
    expect(stepsOf(resumed, 'replace').map(({ member }) => member)).toEqual(['http://m2:2379'])
    expect(stepsOf(resumed, 'snapshot')[0]?.do).toMatch(/^Have the snapshot from before the first replacement/)
  })

  it('KVC-111: calls a cluster upgraded only when every member and the cluster run 3.6', () => {
    const all = (cluster: string) =>
      ['m1', 'm2', 'm3'].map((name) => report(name, { server: '3.6.4', cluster, leads: name === 'm2' }))
    expect(plan(all('3.6.0'), 'untold')).toMatchObject({ state: 'upgraded', steps: [] })
    expect(plan(all('3.5.0'))).toMatchObject({ state: 'resume', steps: [{ id: 'health' }, { id: 'verify' }] })
  })
})

describe('the v2 store', () => {
  it('KVC-040, KVC-043: is checked when --enable-v2 is set', () => {
    expect(v2(['--enable-v2'])).toBe('to-check')
    expect(v2(['--enable-v2=what'])).toBe('to-check')
    expect(v2(['--enable-v2'], 'not-enabled')).toBe('to-check')
    expect(blocksOf(plan(three, 'to-check'))).toEqual([
      ['v2-store', undefined, '--enable-v2 is set', expect.stringContaining('`kvutl check v2store`')],
    ])
  })

  it('KVC-044: without custom data the flag can be removed', () => {
    expect(v2(['--enable-v2'], 'no-custom-data')).toBe('removable')
    expect(stepsOf(plan(three, 'removable'), 'v2-store')[0]?.do).toContain('--enable-v2 can be removed')
  })

  it('KVC-045: with custom data the v2 migration procedure comes first', () => {
    expect(v2(['--enable-v2'], 'custom-data')).toBe('to-migrate')
    expect(blocksOf(plan(three, 'to-migrate'))[0]?.[3]).toContain('v2 migration procedure')
  })

  it('KVC-046: asks for nothing when the flag is absent or false', () => {
    for (const words of [[], ['--enable-v2=false'], ['--enable-v2=0']]) expect(v2(words)).toBe('not-needed')
    expect(JSON.stringify(plan().steps.filter(({ id }) => id !== 'snapshot'))).not.toMatch(/v2/)
    expect(v2(undefined, 'not-enabled')).toBe('not-needed')
  })

  it('blocks when nobody told', () => {
    expect(v2(undefined)).toBe('untold')
    expect(plan(three, 'untold').state).toBe('blocked')
  })
})

describe('a precondition that blocks', () => {
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
})
