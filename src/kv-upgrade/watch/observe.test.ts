import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCluster, startMember, stopMember } from '../cluster.ts'
import type { ClusterState } from '../cluster-state.ts'
import type { Health } from '../health.ts'
import type { MemberReport } from '../members/read-member.ts'
import { report, reportsOf, silent } from '../members/reports.fixture.ts'
import { grace, nothingSeen, type Observation, observe } from './observe.ts'
import { watchUpgrade } from './watch.ts'

const healthy: Health = { state: 'healthy', seen: 'the health command ended with status 0' }
const unhealthy: Health = { state: 'unhealthy', seen: 'the health command ended with status 1' }

/** What a watch shows of rounds that are a second apart, of which the health command says this. */
function followWith(health: Health | undefined, ...rounds: MemberReport[][]): Observation[] {
  let history = nothingSeen
  return rounds.map((reports, index) => {
    const round = observe(history, reports, index * 1000, health)
    history = round.history
    return round.observation
  })
}

const lastWith = (health: Health | undefined, ...rounds: MemberReport[][]) =>
  followWith(health, ...rounds).at(-1) as Observation
const last = (...rounds: MemberReport[][]) => lastWith(healthy, ...rounds)
const m1 = report('m1', { leads: true })
const [m2, m3] = [report('m2'), report('m3')]
const old = [m1, m2, m3]
const { server: _s, cluster: _c, ...untold } = report('m2', { problems: [{ path: '/version', detail: 'x' }] })
const replaced = (name: string) => report(name, { server: '3.6.4' })
const all = (cluster: string) =>
  ['m1', 'm2', 'm3'].map((name) => report(name, { server: '3.6.4', cluster, leads: name === 'm2' }))
const again = (reports: MemberReport[], times: number) => Array.from({ length: times }, () => reports)

it('the verdict begins nothing by itself', () => {
  expect(last(old).verdict).toMatchObject({ state: 'not-started', next: 'http://m2:2379' })
})

it('KVC-052: the verdict after a replacement says that it is safe to go on, and with whom', () => {
  const { verdict, events, rows } = last(old, [m1, silent('m2'), m3], [m1, replaced('m2'), m3])
  expect(verdict).toMatchObject({
    state: 'go-on',
    say: 'Safe to go on: replace http://m3:2379.',
    next: 'http://m3:2379',
  })
  expect(events).toEqual(['http://m2:2379 is replaced: 3.5.21 → 3.6.4'])
  expect(rows.map(({ step }) => step)).toEqual(['to replace', 'replaced', 'next'])
})

it('KVC-052: the verdict without a health command says after a replacement to run it, and calls nothing safe', () => {
  const { verdict, rows } = lastWith(undefined, old, [m1, silent('m2'), m3], [m1, replaced('m2'), m3])
  expect(verdict).toEqual({
    state: 'check-health',
    say: 'Run `endpoint health` on every member. Only when all of them are healthy, replace http://m3:2379.',
    expected: [expect.stringMatching(/higher version/)],
  })
  expect(rows.map(({ step }) => step)).toEqual(['to replace', 'replaced', 'to replace'])
  expect(lastWith(undefined, all('3.6.0')).verdict.say).toMatch(/^Done: .* Run `endpoint health` on every member/)
})

it('KVC-048, KVC-052: the verdict waits while the health command says that the cluster is not healthy', () => {
  for (const reports of [old, [m1, replaced('m2'), m3], all('3.6.0')]) {
    expect(lastWith(unhealthy, reports).verdict).toMatchObject({ state: 'wait', say: `Wait: ${unhealthy.seen}.` })
    expect(lastWith(unhealthy, ...again(reports, 9)).verdict.state).toBe('trouble')
  }
  expect(lastWith({ state: 'unknown', seen: 'it cannot be run' }, old).verdict.say).toBe('Wait: it cannot be run.')
})

it('KVC-003: the verdict: the leader comes last, and two members are never stopped at once', () => {
  expect(last([m1, replaced('m2'), replaced('m3')]).verdict.say).toBe(
    'Safe to go on: replace http://m1:2379, which leads: leadership moves first.',
  )
  expect(last(old, [m1, silent('m2'), silent('m3')]).verdict).toMatchObject({ state: 'trouble' })
})

it('KVC-106: the verdict: one stopped member is expected, with connection errors of the others', () => {
  const { verdict, rows, events } = last(old, [m1, silent('m2'), m3])
  expect(verdict).toMatchObject({ state: 'wait', expected: [expect.stringMatching(/^connection errors/)] })
  expect(rows[1]).toMatchObject({ server: '(3.5.21)', cluster: '?', leader: '?', step: 'stopped' })
  expect(events).toEqual(['http://m2:2379 is stopped'])
})

it('KVC-017, KVC-021: the verdict expects warnings of a higher version while the cluster is mixed, and no longer', () => {
  const warned = (reports: MemberReport[]) => last(reports).verdict.expected.some((line) => /higher version/.test(line))
  expect([old, [m1, replaced('m2'), m3], all('3.6.0')].map(warned)).toEqual([false, true, false])
})

it('KVC-004, KVC-111: the verdict is done, with the features of 3.6, only when every member and the cluster run it', () => {
  expect(last(all('3.6.0')).verdict).toMatchObject({
    state: 'done',
    say: expect.stringContaining('Its features are available'),
  })
  for (const reports of [
    old,
    [m1, replaced('m2'), replaced('m3')],
    all('3.5.0'),
    [...all('3.6.0').slice(0, 2), silent('m3')],
  ]) {
    const { verdict } = last(reports)
    expect(verdict.state).not.toBe('done')
    expect(verdict.say).not.toContain('features')
  }
})

it('KVC-108: the verdict: the cluster version is the lowest of the members, above which nothing is right', () => {
  expect(last(all('3.5.0')).verdict).toMatchObject({
    state: 'wait',
    say: expect.stringContaining('the cluster version is 3.5'),
  })
  expect(
    last([
      { ...m1, cluster: '3.6.0' },
      { ...replaced('m2'), cluster: '3.6.0' },
    ]).verdict.state,
  ).toBe('trouble')
})

it('KVC-107: the verdict: a member that starts has the publish time-out to learn the cluster version', () => {
  const starting = [m1, report('m2', { server: '3.6.4', cluster: 'not_decided' }), m3]
  expect(grace).toBe(7000)
  expect(last(...again(starting, 8)).verdict.state).toBe('wait')
  expect(last(...again(starting, 8)).rows[1]?.step).toBe('starting')
  expect(last(...again(starting, 9)).verdict.state).toBe('trouble')
  expect(last(...again(starting, 9)).rows[1]?.step).toBe('trouble')
  expect(last(...again(starting, 6), [m1, replaced('m2'), m3], ...again(starting, 3)).verdict.state).toBe('wait')
})

it('KVC-042: the verdict: a member below 3.5.20 is trouble', () => {
  expect(last([m1, report('m2', { server: '3.5.19' })]).verdict.say).toContain('too-many-learner-members')
})

it.each<[string, MemberReport[]]>([
  ['a malformed version', [m1, report('m2', { server: 'x' })]],
  ['a member that does not tell its version', [m1, untold]],
  ['no leader', [{ ...m1, leads: false }, m2, m3]],
  ['two leaders', [m1, { ...m2, leads: true }, m3]],
  ['an invalid cluster version', [m1, { ...m2, cluster: 'not_decided' }]],
])('the verdict never goes on with %s, and calls it trouble when it stays', (_, reports) => {
  expect(['wait', 'trouble']).toContain(last(reports).verdict.state)
  expect(last(...again(reports, 9)).verdict.state).toBe('trouble')
})

it('the verdict tells of a member that is put back, of leadership and of the cluster version', () => {
  expect(last([m1, replaced('m2')], [m1, m2]).events).toEqual(['http://m2:2379 is put back: 3.6.4 → 3.5.21'])
  expect(last(old, [{ ...m1, leads: false }, { ...m2, leads: true }, m3]).events).toEqual(['http://m2:2379 leads now'])
  expect(last(all('3.5.0'), all('3.6.0')).events).toEqual(['the cluster version is 3.6 now'])
})

const watched = async (rounds: MemberReport[][], timeout: number, healthRounds = 0) => {
  let now = 0
  let checks = 0
  let watching = true
  const left = [...rounds]
  const states: string[] = []
  const options = {
    read: async () => left.shift() ?? rounds.at(-1) ?? [],
    checkHealth: async () => {
      checks += 1
      const begun = now
      while (watching && now < begun + healthRounds * 2000) await new Promise((resolve) => setImmediate(resolve))
      return healthy
    },
    interval: 2000,
    timeout,
    now: () => now,
    sleep: async (milliseconds: number, signal?: AbortSignal) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (!signal?.aborted) now += milliseconds
    },
  }
  for await (const { verdict } of watchUpgrade(options)) states.push(verdict.state)
  // A command that never ends would keep this process busy after the test.
  watching = false
  return { states, now, checks }
}

it('a watch ends when the upgrade is done', async () => {
  const mixed = [m1, replaced('m2'), replaced('m3')]
  expect(await watched([old, mixed, all('3.6.0')], 60_000)).toEqual({
    states: ['not-started', 'go-on', 'done'],
    now: 4000,
    checks: 3,
  })
})

it('a watch runs no health command while something else is in the way', async () => {
  expect(await watched([[m1, silent('m2'), m3], all('3.6.0')], 60_000)).toEqual({
    states: ['wait', 'done'],
    now: 2000,
    checks: 1,
  })
})

it('a watch sees at once that a member is stopped, however slow the health command is', async () => {
  const mixed = [m1, replaced('m2'), m3]
  const { states } = await watched([mixed, mixed, [m1, replaced('m2'), silent('m3')], all('3.6.0')], 60_000, 3)
  expect(states.slice(0, 3)).toEqual(['wait', 'wait', 'wait'])
  expect(states.at(-1)).toBe('done')
})

it('a watch keeps what the last health command said while the members say the same', async () => {
  const mixed = [m1, replaced('m2'), m3]
  const { states } = await watched([mixed], 12_000, 2)
  const first = states.indexOf('go-on')
  expect(first).toBeGreaterThan(0)
  expect(new Set(states.slice(first))).toEqual(new Set(['go-on']))
})

it('a watch ends when the time is over, with a last look', async () => {
  expect(await watched([old], 5000)).toEqual({ states: Array(4).fill('not-started'), now: 5000, checks: 4 })
})

type Step = { member: number; version: '3.5.21' | '3.6.4' | undefined; health: Health | undefined }

const step: fc.Arbitrary<Step> = fc.record({
  member: fc.nat(8),
  version: fc.constantFrom('3.5.21', '3.6.4', undefined),
  health: fc.constantFrom(healthy, unhealthy, undefined),
})

// Random steps rarely miss a verdict, but they do. These steps see all six.
const throughEveryVerdict: [number, Step[]] = [
  3,
  [
    { member: 0, version: undefined, health: healthy },
    { member: 0, version: '3.5.21', health: healthy },
    { member: 0, version: undefined, health: healthy },
    { member: 0, version: '3.6.4', health: undefined },
    { member: 1, version: undefined, health: healthy },
    { member: 1, version: '3.6.4', health: healthy },
    { member: 2, version: undefined, health: healthy },
    { member: 1, version: undefined, health: healthy },
    { member: 1, version: '3.6.4', health: healthy },
    { member: 2, version: '3.6.4', health: healthy },
  ],
]

it('KVC-004: the verdict is done when the cluster is, and safe only when everyone is there and healthy, whatever happens', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.array(step, { maxLength: 60 }), (count, steps) => {
      const names = Array.from({ length: count }, (_, index) => `m${index + 1}`)
      let state: ClusterState = createCluster(
        names.map((name) => ({ name, id: name })),
        '3.5.21',
      )
      let history = nothingSeen
      steps.forEach(({ member, version, health }, index) => {
        const name = names[member % count] ?? ''
        const running = state.members.find((candidate) => candidate.name === name)?.running
        const outcome = running ? stopMember(state, name) : startMember(state, name, version)
        if (!('refused' in outcome)) state = outcome.state
        const round = observe(history, reportsOf(state), index * 1000, health)
        history = round.history
        const { state: verdict } = round.observation.verdict
        seen.add(verdict)
        const everyone = state.members.every((candidate) => candidate.running)
        expect(verdict === 'done').toBe(everyone && state.clusterVersion === '3.6' && health !== unhealthy)
        if (['go-on', 'check-health', 'not-started'].includes(verdict))
          expect(everyone && state.leader !== null).toBe(true)
        if (verdict === 'go-on') expect(health).toBe(healthy)
      })
    }),
    { examples: [throughEveryVerdict] },
  )
  expect([...seen].sort()).toEqual(['check-health', 'done', 'go-on', 'not-started', 'trouble', 'wait'])
})
