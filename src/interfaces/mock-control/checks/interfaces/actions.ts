import { expect } from '../../../../check/expect.ts'
import { answersWith, changesBody, on, seesBody, turnsStatus, when } from '../../../../check/sabotage.ts'
import { doesRefused } from '../breaking.ts'
import { callerOf, howItEnded } from '../callers.ts'
import { type Context, detailOf, expectStatus, inSessions, ownSession } from '../session.ts'

interface Cluster {
  members: { name: string; running: boolean }[]
}

const stop = (t: Context, session: string, body?: unknown) =>
  t.attempt('runAction', { path: { session, interface: 'kv-cluster', action: 'stop' }, body })

async function clusterOf(t: Context, session: string): Promise<Cluster> {
  const path = { session, interface: 'kv-cluster', kind: 'cluster', key: 'cluster' }
  return (await t.attempt('getRecord', { path })).body as Cluster
}

const running = ({ members }: Cluster) => members.filter(({ running }) => running).map(({ name }) => name)

const withoutBody = ({ body, operation }: { body: Buffer | null; operation: string | undefined }) =>
  operation === 'runAction' && (body ?? '').length === 0

export const actions = inSessions({
  'CTL-038': {
    async run({ t, session }) {
      expect(running(await clusterOf(t, session)), 'members that run').toContain('m1')
      const body = await expectStatus(stop(t, session, { member: 'm1' }), 200, 'status of the action')
      const after = await clusterOf(t, session)
      expect(body, 'what the action tells').toEqual(after)
      expect(running(after), 'members that run when one has been stopped').not.toContain('m1')
      const call = await callerOf(t, 'kv-cluster', session)
      expect(await howItEnded(call('GET /version')), 'how a request to the stopped member ended').toBe('no answer')
      const other = ownSession(t)
      expect(running(await clusterOf(t, other)), 'members that run in another session').toContain('m1')
    },
    sabotage: [
      on('runAction', turnsStatus(200, 204)),
      on('runAction', turnsStatus(200, 201)),
      on('runAction', changesBody, () => ({})),
      on('runAction', answersWith(200, { members: [], clusterVersion: '3.5', leader: 'm1' })),
      on('runAction', seesBody, () => ({ member: 'm2' })),
    ],
  },
  'CTL-039': {
    async run({ t, session }) {
      const before = await clusterOf(t, session)
      for (const input of [
        { member: 'm12' },
        {},
        { member: 'm1', more: 1 },
        { member: ['m1'] },
        [],
        'm1',
        null,
        undefined,
      ]) {
        const reply = await stop(
          t,
          session,
          typeof input === 'object' || input === undefined ? input && JSON.stringify(input) : JSON.stringify(input),
        )
        expect(reply.status, `status of the input ${JSON.stringify(input)}`).toBe(400)
        expect(detailOf(reply), 'what is wrong with it').toMatch(/\w/)
        expect(await clusterOf(t, session), 'the cluster afterwards').toEqual(before)
      }
      const path = { session, interface: 'secrets', action: 'miss-data' }
      const empty = await t.attempt('runAction', { path, body: {} })
      expect([empty.status, empty.body], 'answer to an empty object').toEqual([200, { requests: 1 }])
      const { status, body } = await t.attempt('runAction', { path })
      expect([status, body], 'answer without a body').toEqual([200, { requests: 1 }])
      await expectStatus(t.attempt('runAction', { path, body: 'null' }), 400, 'status of null')
    },
    sabotage: [
      on('runAction', turnsStatus(400, 200)),
      on('runAction', turnsStatus(400, 422)),
      doesRefused('runAction', { method: 'POST', path: '/interfaces/kv-cluster/actions/stop', body: { member: 'm1' } }),
      on('runAction', seesBody, ({ member, more: _, ...others }: Record<string, unknown>) => ({
        ...others,
        ...(member ? { member } : {}),
      })),
      when(withoutBody, answersWith(400, { detail: 'There is no body.' })),
      when(withoutBody, (request, forward) =>
        forward({
          ...request,
          body: Buffer.from('{"requests":2}'),
          headers: { ...request.headers, 'content-type': 'application/json' },
        }),
      ),
    ],
  },
})
