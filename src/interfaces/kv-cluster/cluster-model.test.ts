import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openMock } from '../../mock/open-mock.fixture.ts'
import { openCluster } from './cluster.fixture.ts'
import {
  afterRestore,
  afterStart,
  afterStop,
  type DocumentedCluster,
  type Following,
  isLed,
  isNext,
  newCluster,
  next,
  old,
  snapshotOf,
  unpatched,
} from './documented-cluster.fixture.ts'
import { type MemberSnapshot, seeMember } from './seen-member.fixture.ts'

const mock = openMock('kv-cluster')

const kinds = {
  stop: 3,
  start: 2,
  'start with 3.5': 2,
  'start with 3.6': 2,
  'start unpatched': 1,
  'swap back': 2,
  replace: 2,
  'replace the rest': 1,
  'stop the leader': 1,
  snapshot: 2,
  restore: 2,
}
type Kind = keyof typeof kinds
const kind = fc.oneof(
  ...Object.entries(kinds).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Kind) })),
)
const steps = fc.array(fc.record({ kind, member: fc.nat(8) }), { minLength: 5, maxLength: 20 })

// Cases that random steps rarely reach: the way back from 3.6, a replaced member that is stopped while the last one is replaced, and a
// member that is not patched.
const examples: [count: number, kinds: Kind[]][] = [
  [9, ['snapshot', 'replace the rest', 'swap back', 'restore']],
  [5, ['replace', 'stop', 'replace the rest', 'start']],
  [2, ['stop', 'start unpatched', 'replace']],
]

it('KVC-025: the mock is what the documents say, whatever is done to it', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), steps, async (count, taken) => {
      const cluster = await openDocumentedCluster(count, reached)
      for (const { kind, member } of taken) await cluster.take(kind, member % count)
    }),
    {
      seed: 20_261_121,
      numRuns: 40,
      examples: examples.map(([count, kinds]) => [count, kinds.map((kind) => ({ kind, member: 4 }))]),
    },
  )
  expect([...reached].sort()).toEqual([
    '3.5 leaderless',
    '3.5 led',
    '3.6 leaderless',
    '3.6 led',
    'back from 3.6 to 3.5',
    'restore: no-snapshot',
    'snapshot: no-leader',
    'start: already-running',
    'start: below-cluster-version',
    'start: too-many-learner-members',
    'stop: already-stopped',
  ])
})

/** A cluster of the mock beside a model of the documents. After every action each member must agree with the model. */
async function openDocumentedCluster(count: number, reached: Set<string>) {
  const names = Array.from({ length: count }, (_, index) => `m${index + 1}`)
  const { control, act, get } = openCluster(mock.origin)
  const members = names.map((name) => ({ name, id: `id of ${name}`, version: old, running: true }))
  await control('PUT', '/records/cluster/cluster', { members, clusterVersion: '3.5', leader: 'm1' })
  let documented = newCluster(count)
  let saved: DocumentedCluster | undefined
  let leader: number | undefined

  const expectSame = async (action: string, input: object, after: Following) => {
    const { refused } = await act(action, input)
    expect(refused, `${action} ${JSON.stringify(input)}`).toBe(typeof after === 'string' ? after : undefined)
    if (typeof after === 'string') reached.add(`${action}: ${after}`)
    else {
      if (documented.cluster === '3.6' && after.cluster === '3.5') reached.add('back from 3.6 to 3.5')
      documented = after
    }
    leader = expectAgreement(documented, await Promise.all(names.map((name) => seeMember(get, name))), leader)
    reached.add(`${documented.cluster} ${isLed(documented) ? 'led' : 'leaderless'}`)
  }
  const stop = (at: number) => expectSame('stop', { member: names[at] }, afterStop(documented, at))
  const start = (at: number, version?: string) =>
    expectSame(
      'start',
      { member: names[at], version },
      afterStart(documented, at, version ?? documented.binaries[at] ?? ''),
    )
  const swap = async (at: number, version: string) => {
    await stop(at)
    await start(at, version)
  }

  const actions: Record<Kind, (at: number) => Promise<void>> = {
    stop,
    start: (at) => start(at),
    'start with 3.5': (at) => start(at, old),
    'start with 3.6': (at) => start(at, next),
    'start unpatched': (at) => start(at, unpatched),
    'swap back': (at) => swap(at, old),
    replace: (at) => swap(at, next),
    'replace the rest': async () => {
      for (const [at, binary] of documented.binaries.entries()) if (!isNext(binary)) await swap(at, next)
    },
    'stop the leader': async () => (leader === undefined ? undefined : stop(leader)),
    snapshot: async () => {
      const snapshot = snapshotOf(documented)
      await expectSame('snapshot', { file: 'a.db' }, snapshot)
      if (typeof snapshot !== 'string') saved = snapshot
    },
    restore: () => expectSame('restore', { file: 'a.db' }, afterRestore(saved)),
  }
  return { take: (kind: Kind, at: number) => actions[kind](at) }
}

/** Returns the index of the leader. */
function expectAgreement(
  documented: DocumentedCluster,
  seen: readonly MemberSnapshot[],
  before: number | undefined,
): number | undefined {
  const { binaries, runs, cluster } = documented
  const healthy = isLed(documented)
  const leading = seen.flatMap((one, index) => (one?.leads ? [index] : []))
  expect(leading).toHaveLength(healthy ? 1 : 0)
  const [leader] = leading
  // Leadership moves only when the leader stops.
  if (healthy && before !== undefined && runs[before]) expect(leader).toBe(before)
  expect(seen).toEqual(
    runs.map((running, index) => {
      const server = binaries[index]
      const peers = isNext(server) ? runs.length - 1 : 0
      return running ? { server, cluster: `${cluster}.0`, leads: index === leader, healthy, peers } : undefined
    }),
  )
  return leader
}
