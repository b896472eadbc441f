import type { operations } from '../../../../../generated/secrets/types.ts'
import type { Check, Needs, Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-status.ts'
import { acceptsRefused, changesBody, on, seesHeaders, turnsStatus, when } from '../../../../check/sabotage.ts'
import type { Conditions } from '../../conditions.ts'
import {
  baseOf,
  bothVersions,
  type Checks,
  type Context,
  during,
  everythingWithControl,
  login,
  type Operation,
  reaches,
} from '../context.ts'
import { describes, entriesOf, everyOperation, families, prepareEveryRequest } from '../every-operation.ts'
import { expectOrAssume, expectStatus, expectSuccess } from '../expectations.ts'

interface Failure {
  /** The resource that is a node in this state. Without a control plane the check asks it. */
  node?: string
  conditions: Partial<Conditions>
  status: number
  what: string
  /** Operations that do not depend on the state. */
  but?: readonly Operation[]
  /** True if the state is checked before everything else. */
  comesFirst?: true
}

/** In this state of the server, requests get one status; before and after it they succeed. */
function answersInState({ node, conditions, status, what, but = [], comesFirst }: Failure): Check<operations> {
  const concerned = everyOperation.filter((operation) => !but.includes(operation))
  return {
    needs: node === undefined ? everythingWithControl : onNode(node),
    async run(t) {
      if (node !== undefined && !t.hasControl) {
        for (const reply of await readsAt(t, baseOf(t, node)))
          expectStatus(reply, status, `a read on a server that ${what}`)
        return
      }
      const requests = await prepareEveryRequest(t)
      await during(t, conditions, async () => {
        for (const operation of concerned) {
          expectStatus(await t.attempt(operation, requests[operation]), status, `${operation} on a server that ${what}`)
        }
        const headers = { 'x-svc-token': 'contract-checks-no-such-token' }
        const reply = await t.attempt('writeSecret', { ...requests.writeSecret, headers, body: '{"' })
        const [gap, first] = comesFirst ? ['SEC-G20', status] : ['SEC-G39', 403]
        t.assume(gap, () => expectStatus(reply, first, `a write with nothing right, on a server that ${what}`))
      })
      const after = await t.attempt('readSecret', requests.readSecret)
      expect(after.status, `status of readSecret on a server that no longer ${what}`).toBe(200)
    },
    sabotage: [
      ...families
        .filter((family) => family.some((operation) => concerned.includes(operation)))
        .map((family) => on(family, turnsStatus(status, status === 500 ? 503 : 500))),
      on('readSecret', acceptsRefused({ data: {} })),
      ...(comesFirst ? [on('writeSecret', when, ({ body }) => String(body) === '{"', turnsStatus(status, 403))] : []),
    ],
  }
}

/** Needs of a check that asks a node in another state, and on the mock sets the state. */
function onNode(name: string): Needs {
  const { resources, changes } = bothVersions
  const onMock = { roles: login.roles, resources: [...resources, ...login.resources], changes }
  return { resources: [name], onMock, control: 'where offered' }
}

/** A read and a list at a node. They change nothing, and in some states no node knows the mount. */
async function readsAt(t: Context, base: string): Promise<Reply[]> {
  const mount = t.resource('version 1 mount') || 'secret'
  const path = { mount, path: 'contract-checks' }
  return [
    await t.attempt('readSecret', { path, base }),
    await t.attempt('listMount', { path, query: { list: true }, base }),
  ]
}

/** Generic operations on secrets, and logins, may need a third party. */
const reachesThirdParties = (operation: Operation) => /Secret|^login/.test(operation)

/** The health of a node in a role has its status. Without a control plane the check asks the node that the target names. */
function healthOf(node_role: Conditions['node_role'], status: number, node: string, gap?: string): Check<operations> {
  return {
    ...(gap === undefined ? {} : { onlyAssumed: gap }),
    needs: { resources: [node], control: 'where offered' },
    async run(t) {
      if (!t.hasControl) {
        const reply = await t.attempt('readHealth', { base: baseOf(t, node), as: null })
        // A node may have its health elsewhere.
        const missing = reply.status === 404 ? 'SEC-G29' : gap
        return expectOrAssume(missing, t, () =>
          expectStatus(reply, status, `the health of a node that is ${node_role}`),
        )
      }
      await during(t, { node_role }, async () => {
        const [reply, anonymous] = [await t.call('readHealth'), await t.call('readHealth', { as: null })]
        expectOrAssume(gap, t, () => {
          expectStatus(reply, status, `the health of a node that is ${node_role}`)
          expectStatus(anonymous, status, `its health for a request without a token`)
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

const lacksData = answersInState({
  conditions: { data_missing: true },
  status: 412,
  what: 'lacks data that requests depend on',
  but: [...describes, 'login', 'loginByPut', 'readHealth'],
})

export const states: Checks = {
  'SEC-014': {
    needs: onNode('sealed node'),
    async run(t) {
      if (!t.hasControl) {
        for (const reply of await readsAt(t, baseOf(t, 'sealed node'))) expectRefused(reply, 'a read on a sealed node')
        return
      }
      const requests = await prepareEveryRequest(t)
      for (const [operation, input] of entriesOf(t, requests)) {
        expectSuccess(await t.attempt(operation, input), `${operation} before sealing`)
      }
      await during(t, { sealed: true }, async () => {
        for (const [operation, input] of entriesOf(t, requests)) {
          const reply = await t.attempt(operation, input)
          expectRefused(reply, `${operation} after sealing`)
        }
      })
    },
    sabotage: families.map((family) => on(family, acceptsRefused())),
  },
  'SEC-044': answersInState({
    node: 'node that is not initialized',
    // Not initialized comes before sealed (gap SEC-G20).
    conditions: { initialized: false, sealed: true },
    status: 501,
    what: 'is not initialized',
    comesFirst: true,
  }),
  'SEC-045': answersInState({
    node: 'sealed node',
    conditions: { sealed: true },
    status: 503,
    what: 'is sealed',
    comesFirst: true,
  }),
  'SEC-093': {
    needs: everythingWithControl,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      const writes = entriesOf(t, requests).filter(([operation]) => /^(write|delete|undelete|destroy)/.test(operation))
      const warning = 'a warning of a contract check'
      await during(t, { warnings: [warning] }, async () => {
        for (const [operation, input] of writes) {
          const { status, text } = await t.attempt(operation, input)
          expect(status, `status of ${operation} when there are warnings`).toBe(200)
          expect(text, `answer of ${operation} when there are warnings`).toContain(warning)
        }
      })
      const { status } = await t.attempt('writeSecret', requests.writeSecret)
      const { body } = await t.attempt('writeVersion', requests.writeVersion)
      const record = {
        version: expect.any(Number),
        created_time: expect.any(String),
        deletion_time: '',
        destroyed: false,
      }
      t.assume('SEC-G18', () => {
        expect(status, 'status of writeSecret without warnings').toBe(204)
        expect(body, 'answer of writeVersion without warnings').toMatchObject({ warnings: null, data: record })
      })
    },
    sabotage: ['writeSecret', 'writeSecretByPut', 'deleteVersions', 'deleteKey'].flatMap((operation) => [
      on(operation, turnsStatus(200, 204)),
      on(operation, changesBody, (body: object) => ({ ...body, warnings: null })),
    ]),
  },
  'SEC-101': {
    ...lacksData,
    async run(t) {
      await lacksData.run(t)
      const { readSecret } = await prepareEveryRequest(t)
      await t.control.run('miss-data', { requests: 2 })
      for (const time of ['first', 'second']) {
        expectStatus(await t.attempt('readSecret', readSecret), 412, `the ${time} read, which comes before its data`)
      }
      expectSuccess(await t.attempt('readSecret', readSecret), 'the third read, which comes after its data')
      await t.control.run('miss-data')
      expectStatus(await t.attempt('readSecret', readSecret), 412, 'a read that comes before its data')
      expectSuccess(await t.attempt('readSecret', readSecret), 'the same read once more')
    },
  },
  'SEC-107': answersInState({
    conditions: { internal_error: true },
    status: 500,
    what: 'has an internal error',
  }),
  'SEC-109': answersInState({
    conditions: { third_party_failing: true },
    status: 502,
    what: 'gets an error from a third party',
    but: everyOperation.filter((operation) => !reachesThirdParties(operation)),
  }),
  'SEC-110': answersInState({
    conditions: { maintenance: true },
    status: 503,
    what: 'is down for maintenance',
    comesFirst: true,
  }),
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
        expectStatus(byHeader, 404, 'the health route in the namespace of the header')
        expectStatus(byPath, 404, 'the health route in the namespace of the path')
      })
    },
    sabotage: [
      on('readHealth', seesHeaders({ 'x-svc-namespace': undefined })),
      reaches(/\/ns1\//, '/'),
      on('readHealth', when, ({ headers }) => headers['x-svc-namespace'] === undefined, turnsStatus(200, 404)),
    ],
  },
  'SEC-104': healthOf('standby', 429, 'standby node'),
  'SEC-105': healthOf('dr-secondary', 472, 'disaster-recovery secondary', 'SEC-G54'),
  'SEC-106': healthOf('performance-standby', 473, 'performance standby'),
}
