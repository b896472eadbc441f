import type { operations } from '../../../../generated/orders/types.ts'
import type { Check, CheckContext } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefused } from '../../../check/expect-status.ts'
import { answersWith, changesHeader, on, type Sabotage, seesHeaders, when } from '../../../check/sabotage.ts'
import { assumeProblem, expectServed, restoring } from './expectations.ts'

type Checks = Record<string, Check<operations>>

const everyOperation = ['listOrders', 'getOrder', 'updateOrder', 'listOrderDigitalGoods'] as const
const order = { resources: ['order'], changes: 'reversible' } as const

/** Sends the same headers to every operation, and expects a refusal from each. */
async function refusals(t: CheckContext<operations>, headers: Record<string, string | undefined>, status: number) {
  const path = { token: t.resource('order') }
  const { body: before } = await t.attempt('getOrder', { path })
  for (const operation of everyOperation) {
    const body = operation === 'updateOrder' ? { status: before.status } : undefined
    const reply = await t.attempt(operation, { path, body, headers })
    expectRefused(reply, `${operation} with these headers`)
    // All refusals have the same form, so one of them is enough.
    if (operation === 'listOrders') assumeProblem(t, reply, { what: 'a list with these headers', status })
    else t.assume('ORD-G04', () => expect(reply.status, `status of ${operation}`).toBe(status))
  }
}

/** Other values of Accept that name JSON, or do not (gap ORD-G19). */
async function assumeAccept(t: CheckContext<operations>, accept: string, status: 200 | 406) {
  const reply = await t.attempt('listOrders', { headers: { accept } })
  t.assume('ORD-G19', () => expect(reply.status, `status with Accept: ${accept}`).toBe(status))
}

/** Other ways to write the credentials, or values that are not credentials (gap ORD-G21). */
async function assumeCredentials(t: CheckContext<operations>, authorization: string, status: 200 | 401) {
  const reply = await t.attempt('listOrders', { headers: { authorization } })
  t.assume('ORD-G21', () => expect(reply.status, `status with Authorization: ${authorization}`).toBe(status))
}

/** If a request has several faults, the first one counts: credentials, Accept, Content-Type, body, token (gap ORD-G04). */
async function assumeOrder(t: CheckContext<operations>): Promise<void> {
  const path = { token: '00000000-0000-4000-8000-000000000000' }
  const faults = [{ authorization: '' }, { accept: '*/*' }, { 'content-type': 'text/plain' }, {}, {}]
  for (const [index, status] of [401, 406, 415, 400, 404].entries()) {
    const headers = Object.assign({}, ...faults.slice(index))
    const reply = await t.attempt('updateOrder', { path, headers, body: status === 404 ? { status: 'Shipped' } : {} })
    t.assume('ORD-G04', () => expect(reply.status, `status of an update with ${5 - index} faults`).toBe(status))
  }
}

const basic = (userAndPassword: string) => `Basic ${Buffer.from(userAndPassword).toString('base64')}`

const anyKey: Sabotage = seesHeaders({
  authorization: basic('orders.example-key:'),
})

export const access: Checks = {
  'ORD-003': {
    needs: order,
    async run(t) {
      await refusals(t, { accept: undefined }, 406)
      const naming = ['text/html, application/json', 'Application/JSON ; q=0.05', 'application/json; seq=0']
      for (const accept of naming) await assumeAccept(t, accept, 200)
      const others = [
        'text/html',
        'application/jsonx',
        '*/*',
        'application/*',
        'application/json;q=0',
        'application/json; q=0.00',
      ]
      for (const accept of others) await assumeAccept(t, accept, 406)
    },
    sabotage: [
      ...everyOperation.map((operation) =>
        on(operation, when, ({ headers }) => headers.accept === undefined, seesHeaders({ accept: 'application/json' })),
      ),
      when(({ headers }) => headers.accept?.includes('*') === true, seesHeaders({ accept: 'application/json' })),
      when(({ headers }) => headers.accept !== 'application/json', answersWith(406)),
    ],
  },
  'ORD-005': {
    needs: order,
    async run(t) {
      const path = { token: t.resource('order') }
      await restoring(t, path.token, async ({ status }) => {
        const reply = await t.attempt('updateOrder', { path, body: { status }, headers: { 'content-type': undefined } })
        expectRefused(reply, 'an update without Content-Type')
        assumeProblem(t, reply, { what: 'an update without Content-Type', status: 415 })
        // Parameters do not change a media type (RFC 9110, 8.3.1).
        for (const type of ['application/json; charset=utf-8', 'Application/JSON ; charset=utf-8']) {
          const update = await t.attempt('updateOrder', { path, body: { status }, headers: { 'content-type': type } })
          t.assume('ORD-G04', () => expect(update.status, `status of an update as ${type}`).toBe(200))
        }
      })
    },
    sabotage: [
      on(
        'updateOrder',
        when,
        ({ headers }) => headers['content-type'] === undefined,
        seesHeaders({ 'content-type': 'application/json' }),
      ),
      on('updateOrder', when, ({ headers }) => headers['content-type']?.includes(';') === true, answersWith(415)),
    ],
  },
  'ORD-006': {
    needs: order,
    async run(t) {
      const path = { token: t.resource('order') }
      await restoring(t, path.token, async ({ status }) => {
        for (const [type, body] of [
          ['application/xml', `<order><status>${status}</status></order>`],
          ['application/merge-patch+json', JSON.stringify({ status })],
          ['text/plain', JSON.stringify({ status: status === 'Disputed' ? 'Processed' : 'Disputed' })],
        ] as const) {
          const reply = await t.attempt('updateOrder', { path, body, headers: { 'content-type': type } })
          expectRefused(reply, `an update as ${type}`)
          assumeProblem(t, reply, { what: `an update as ${type}`, status: 415 })
          const { body: after } = await t.attempt('getOrder', { path })
          expect(after.status, `status of the order after an update as ${type}`).toBe(status)
        }
      })
    },
    sabotage: on('updateOrder', seesHeaders({ 'content-type': 'application/json' })),
  },
  'ORD-007': {
    needs: { ...order, control: 'where offered' },
    async run(t) {
      await refusals(t, { authorization: undefined }, 401)
      await refusals(t, { authorization: basic('no such key:') }, 401)
      await refusals(t, { authorization: 'Bearer orders' }, 401)
      if (t.hasControl) await assumeOrder(t)
    },
    sabotage: [
      ...everyOperation.map((operation) => on(operation, anyKey)),
      changesHeader('www-authenticate', undefined),
    ],
  },
  'ORD-008': {
    needs: { control: 'where offered' },
    async run(t) {
      expectServed(t, await t.call('listOrders'), 'a list with an empty password')
      if (!t.hasControl) return
      await t.control.putRecord('api-keys', 'key-of-a-check', { owner: 'a check' })
      const right = basic('key-of-a-check:')
      for (const same of [right, right.replace('Basic ', 'bASIC   '), `${right} `])
        await assumeCredentials(t, same, 200)
      const wrong = [
        'Basic',
        'Basic %%%',
        basic('key-of-a-check:password'),
        basic('key-of-a-check!'),
        `x${right}`,
        `${right} x`,
      ]
      for (const other of wrong) await assumeCredentials(t, other, 401)
    },
    sabotage: [
      // Simulates a server that requires a password.
      seesHeaders({ authorization: basic('orders.example-key:password') }),
      when(({ headers }) => headers.authorization === basic('key-of-a-check:password'), anyKey),
    ],
  },
}
