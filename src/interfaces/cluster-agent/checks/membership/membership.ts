import { expect } from '../../../../check/expect.ts'
import {
  acceptsRefused,
  answersWith,
  changesBody,
  changesQuery,
  ignoresQuery,
  on,
  type Sabotage,
  when,
} from '../../../../check/sabotage.ts'
import { assertRefused, assumeRefused, type Checks, type Member } from '../context.ts'
import { nobody } from '../endpoints.ts'
import { assumeLogged } from '../logs/log-content.ts'
import { assumeStats } from '../reports/self-report.ts'
import {
  assumeGossip,
  assumePruned,
  day,
  departure,
  failedMember,
  forceLeave,
  pruning,
  statusOf,
} from './departures.ts'

const lasting = (resource: string) => ({ resources: ['server mode', resource], changes: 'lasting' }) as const

/** Reports success, and does nothing. */
const pretends = answersWith(200, {})
const prunes = (sabotage: Sabotage) =>
  on('forceLeaveMember', when, ({ query }) => /prune=(true|1)/.test(query), sabotage)
const refusesQuery = answersWith(400, 'invalid', { 'content-type': 'text/plain' })

/** Hides a member permanently after its first pruning. */
function neverComesBack(): Sabotage {
  const gone = new Set<string | null>()
  return async (request, forward) => {
    const query = new URLSearchParams(request.query)
    if (request.operation === 'forceLeaveMember' && query.get('prune') === 'true') gone.add(query.get('node'))
    const hides = changesBody((list: { Members: Member[] }) => ({
      ...list,
      Members: list.Members.filter(({ Name }) => !gone.has(Name)),
    }))
    return on('listMembers', hides)(request, forward)
  }
}

export const membership: Checks = {
  'AGT-048': {
    needs: { ...lasting('failed member'), control: 'where offered' },
    async run(t) {
      const node = t.resource('failed member')
      const text = `serf: force leave: member=${node} prune=false`
      if (t.hasControl) {
        await assumeStats(t, `while ${node} has failed`)
        await assumeLogged(t, () => forceLeave(t, { node }), { text })
        await assumeStats(t, `after ${node} has left`)
      }
      const after = t.hasControl ? await statusOf(t, node) : (await departure(t)).after
      expect(after, `status of ${node} after a force-leave`).toBe('left')
    },
    sabotage: [
      on('forceLeaveMember', pretends),
      // The member disappears, as with `prune`.
      on('forceLeaveMember', changesQuery, (query) => query.set('prune', 'true')),
    ],
  },
  'AGT-050': {
    needs: { ...lasting('failed member to prune'), control: 'where offered' },
    async run(t) {
      const node = await failedMember(t, 'failed member to prune')
      const text = `serf: force leave: member=${node} prune=true`
      await assumeLogged(t, () => forceLeave(t, { node, prune: true }), { text })
      expect(await statusOf(t, node), `status of ${node}, pruned at once`).toBe(undefined)
    },
    sabotage: [on('forceLeaveMember', ignoresQuery('prune')), on('forceLeaveMember', pretends)],
  },
  'AGT-051': {
    needs: lasting('failed member to make leave and prune'),
    async run(t) {
      const { node, leftAgain, pruned } = await pruning(t)
      expect(leftAgain, `status of ${node} after a force-leave`).toBe('left')
      expect(pruned, `status of ${node}, which had left, pruned`).toBe(undefined)
    },
    sabotage: prunes(pretends),
  },
  'AGT-052': {
    needs: { resources: ['server mode', 'another server'], control: true, changes: 'lasting' },
    async run(t) {
      const node = t.resource('another server')
      await assumeGossip(t, node)
      await t.control.run('failMember', { node, running: true })
      await forceLeave(t, { node, prune: true })
      expect(await statusOf(t, node), `status of ${node}, just pruned`).toBe(undefined)
      await t.control.advanceClock(30)
      const soon = await statusOf(t, node)
      t.assume('AGT-G11', () => expect(soon, `status of ${node}, pruned half a minute ago`).toBe('alive'))
      await t.control.advanceClock(day)
      expect(await statusOf(t, node), `status of ${node}, pruned a day ago, which runs`).toBe('alive')
      await assumePruned(t, node)
    },
    sabotage: neverComesBack(),
  },
  'AGT-117': {
    needs: lasting('failed member'),
    async run(t) {
      const without = await t.attempt('forceLeaveMember', { query: {} })
      assertRefused(t, without, {
        what: 'a force-leave that names nobody',
        gap: 'AGT-G30',
        as: 400,
        words: /^missing node to force leave$/,
      })
      const { node, after } = await departure(t)
      expect(after, `status of ${node} after a force-leave that named it`).toBe('left')
    },
    sabotage: [
      on('forceLeaveMember', acceptsRefused()),
      on('forceLeaveMember', changesQuery, (query) => query.has('node') && query.set('node', 'nobody')),
    ],
  },
  'AGT-118': {
    needs: lasting('failed member to make leave and prune'),
    async run(t) {
      const wrong = await t.attempt('forceLeaveMember', { query: { node: nobody, prune: 'perhaps' } })
      assumeRefused(t, wrong, {
        what: 'a force-leave with prune=perhaps',
        gap: 'AGT-G30',
        as: 400,
        words: /^invalid prune value$/,
      })
      const { node, left, leftAgain, pruned } = await pruning(t)
      expect(left, `status of ${node} after a force-leave with prune=false`).toBe('left')
      expect(leftAgain, `status of ${node} after a force-leave without prune`).toBe('left')
      expect(pruned, `status of ${node} after a force-leave with prune=true`).toBe(undefined)
    },
    sabotage: [
      on('forceLeaveMember', acceptsRefused()),
      on('forceLeaveMember', changesQuery, (query) => query.has('prune') && query.set('prune', 'true')),
      on('forceLeaveMember', when, ({ query }) => !query.includes('prune'), refusesQuery),
      prunes(refusesQuery),
      on('forceLeaveMember', ignoresQuery('prune')),
    ],
  },
}
