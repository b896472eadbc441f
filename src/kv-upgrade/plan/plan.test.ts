import { expect, it } from 'vitest'
import { readCommandLine } from '../flags/command-line.ts'
import { migrate } from '../flags/migrate.ts'
import { report } from '../members/reports.fixture.ts'
import { plan, stepsOf, three } from './plan.fixture.ts'

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
  const { findings } = migrate(readCommandLine(['--experimental-max-learners=2', '--enable-v2=false', '--name=m1']))
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
    ['m1', 'm2', 'm3'].map((name) => `curl --cacert ca.pem http://${name}:2379/version`),
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
  expect(plan(all('3.6.0'), 'unknown')).toMatchObject({ state: 'upgraded', steps: [] })
  expect(plan(all('3.5.0'))).toMatchObject({ state: 'resume', steps: [{ id: 'health' }, { id: 'verify' }] })
})
