import type { operations } from '../../../../../generated/secrets/types.ts'
import type { Check, Needs, Reply } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-refusal.ts'
import { acceptsRefused, changesBody, on, turnsStatus, when } from '../../../../check/sabotage.ts'
import {
  baseOf,
  bothVersions,
  type Checks,
  type Context,
  during,
  everythingUnder,
  login,
  type Operation,
} from '../context.ts'
import { describes, entriesOf, everyOperation, families, prepareEveryRequest } from '../every-operation.ts'
import { expectError, expectSuccess } from '../expectations.ts'

interface Failure {
  /** The resource that is a node in this state. Without a control plane the check asks it. */
  node?: string
  conditions: object
  back: object
  status: number
  what: string
  /** Operations that do not depend on the state. */
  but?: readonly Operation[]
  /** True if the state is checked before everything else. */
  comesFirst?: true
}

/** In this state of the server, requests get one status; before and after it they succeed. */
function answersInState({ node, conditions, back, status, what, but = [], comesFirst }: Failure): Check<operations> {
  const concerned = everyOperation.filter((operation) => !but.includes(operation))
  return {
    needs: node === undefined ? everythingUnder : onNode(node),
    async run(t) {
      if (node !== undefined && !t.hasControl) {
        for (const reply of await readsAt(t, baseOf(t, node)))
          expectError(reply, status, `a read on a server that ${what}`)
        return
      }
      const requests = await prepareEveryRequest(t)
      await during(t, conditions, back, async () => {
        for (const operation of concerned) {
          expectError(await t.attempt(operation, requests[operation]), status, `${operation} on a server that ${what}`)
        }
        const wrong = {
          ...requests.writeSecret,
          headers: { 'x-svc-token': 'contract-checks-no-such-token' },
          body: '{"',
        }
        const reply = await t.attempt('writeSecret', wrong)
        const [gap, first] = comesFirst ? ['SEC-G20', status] : ['SEC-G39', 403]
        t.assume(gap, () => expectError(reply, first, `a write with nothing right, on a server that ${what}`))
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

const reachThirdParties: readonly Operation[] = [
  'readSecret',
  'writeSecret',
  'writeSecretByPut',
  'deleteSecret',
  'login',
  'loginByPut',
]

const lacksData = answersInState({
  conditions: { data_missing: true },
  back: { data_missing: false },
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
      await during(t, { sealed: true }, { sealed: false }, async () => {
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
    back: { initialized: true, sealed: false },
    status: 501,
    what: 'is not initialized',
    comesFirst: true,
  }),
  'SEC-045': answersInState({
    node: 'sealed node',
    conditions: { sealed: true },
    back: { sealed: false },
    status: 503,
    what: 'is sealed',
    comesFirst: true,
  }),
  'SEC-093': {
    needs: everythingUnder,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      const writes = entriesOf(t, requests).filter(([operation]) => /^(write|delete|undelete|destroy)/.test(operation))
      const warning = 'a warning of a contract check'
      await during(t, { warnings: [warning] }, { warnings: [] }, async () => {
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
        expectError(await t.attempt('readSecret', readSecret), 412, `the ${time} read, which comes before its data`)
      }
      expectSuccess(await t.attempt('readSecret', readSecret), 'the third read, which comes after its data')
      await t.control.run('miss-data')
      expectError(await t.attempt('readSecret', readSecret), 412, 'a read that comes before its data')
      expectSuccess(await t.attempt('readSecret', readSecret), 'the same read once more')
    },
  },
  'SEC-107': answersInState({
    conditions: { internal_error: true },
    back: { internal_error: false },
    status: 500,
    what: 'has an internal error',
  }),
  'SEC-109': answersInState({
    conditions: { third_party_failing: true },
    back: { third_party_failing: false },
    status: 502,
    what: 'gets an error from a third party',
    but: everyOperation.filter((operation) => !reachThirdParties.includes(operation)),
  }),
  'SEC-110': answersInState({
    conditions: { maintenance: true },
    back: { maintenance: false },
    status: 503,
    what: 'is down for maintenance',
    comesFirst: true,
  }),
}
