import type { operations } from '../../../../../generated/secrets/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { acceptsRefused, on, seesHeaders, seesPath, turnsStatus, when } from '../../../../check/sabotage.ts'
import type { Checks } from '../context.ts'
import { baseOf, during } from '../context.ts'
import { expectError, expectUnless } from '../expectations.ts'

/** The health of a node in a role has a status of its own. Without a control plane the check asks the node that the target names. */
function healthOf(node_role: string, status: number, node: string, gap?: string): Check<operations> {
  return {
    ...(gap === undefined ? {} : { onlyAssumed: gap }),
    needs: { resources: [node], control: 'where offered' },
    async run(t) {
      if (!t.hasControl) {
        const reply = await t.attempt('readHealth', { base: baseOf(t, node), as: null })
        // A node may have its health elsewhere.
        const missing = reply.status === 404 ? 'SEC-G29' : gap
        return expectUnless(missing, t, () => expectError(reply, status, `the health of a node that is ${node_role}`))
      }
      await during(t, { node_role }, { node_role: 'active' }, async () => {
        const [reply, anonymous] = [await t.call('readHealth'), await t.call('readHealth', { as: null })]
        expectUnless(gap, t, () => {
          expectError(reply, status, `the health of a node that is ${node_role}`)
          expectError(anonymous, status, `its health for a request without a token`)
        })
      })
      const { status: healthy, body } = await t.call('readHealth')
      expect(healthy, 'status of the health of an active node').toBe(200)
      const now = await t.now()
      t.assume('SEC-G29', () => {
        const active = { initialized: true, sealed: false, standby: false, performance_standby: false }
        expect(body, 'body of the health of an active node').toMatchObject(active)
        const { server_time_utc = 0 } = body as { server_time_utc?: number }
        expect(Math.abs(server_time_utc - now / 1000), 'seconds between server_time_utc and now').toBeLessThan(60)
      })
    },
    sabotage: [
      on('readHealth', turnsStatus(status, status === 429 ? 473 : 429)),
      on('readHealth', acceptsRefused({})),
      on('readHealth', turnsStatus(status, 503)),
    ],
  }
}

const isInNamespace = ({ headers }: { headers: Record<string, string> }) => headers['x-svc-namespace'] !== undefined

export const health: Checks = {
  'SEC-078': {
    needs: { resources: ['outer namespace'] },
    onlyAssumed: 'SEC-G27',
    async run(t) {
      const namespace = t.resource('outer namespace')
      const root = await t.call('readHealth')
      const byHeader = await t.attempt('readHealth', { headers: { 'x-svc-namespace': namespace } })
      const byPath = await t.send({ method: 'GET', target: `/v1/${namespace}sys/health` })
      t.assume('SEC-G27', () => {
        expect(root.status, 'status of the health route in the root namespace').toBe(200)
        expectError(byHeader, 404, 'the health route in the namespace of the header')
        expectError(byPath, 404, 'the health route in the namespace of the path')
      })
    },
    sabotage: [
      on('readHealth', seesHeaders({ 'x-svc-namespace': undefined })),
      seesPath((path) => path.replace('/ns1/', '/')),
      on('readHealth', when, (request) => !isInNamespace(request), turnsStatus(200, 404)),
    ],
  },
  'SEC-104': healthOf('standby', 429, 'standby node'),
  'SEC-105': healthOf('dr-secondary', 472, 'disaster-recovery secondary', 'SEC-G54'),
  'SEC-106': healthOf('performance-standby', 473, 'performance standby'),
}
