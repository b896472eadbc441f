import type { components, operations } from '../../../../generated/orders/types.ts'
import type { Check } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefused } from '../../../check/expect-status.ts'
import { changesBody, on, type Sabotage, seesBody } from '../../../check/sabotage.ts'
import { assumeProblem, expectServed, restoring, tellsNoPlace } from './expectations.ts'

type Order = components['schemas']['OrderDetail']
type Update = components['schemas']['OrderUpdate']

/** Accepts an update, but loses this part of it. */
const forgets = (field: keyof Update): Sabotage =>
  on('updateOrder', seesBody, (update: Update) =>
    field === 'status' ? { ...update, status: 'Pending' } : { ...update, [field]: undefined },
  )

/** Fields of an order that the documents also show in an update. */
const optional = [
  'creationDate',
  'paymentMethod',
  'paymentStatus',
  'invoiceNumber',
  'email',
  'trackingUrl',
  'metadata',
] as const

/** An order that has all updatable fields, because no update can remove a field that it adds. */
const needs = { resources: ['shipped order'], changes: 'reversible' } as const

/** The order reads the value that an update sent for a field. */
function isReadBack<Field extends keyof Update & keyof Order>(
  field: Field,
  values: readonly NonNullable<Update[Field]>[],
): Check<operations> {
  return {
    // A shop tells its customer of a new status by mail, which no later update takes back.
    needs: /status$/i.test(field) ? { ...needs, changes: 'lasting' } : needs,
    async run(t) {
      const path = { token: t.resource('shipped order') }
      await restoring(t, path.token, async ({ status }) => {
        for (const value of values) {
          const reply = await t.call('updateOrder', { path, body: { status, [field]: value } })
          const isMove = /status$/i.test(field)
          if (isMove && reply.status >= 400) t.inconclusive(`the move to ${value} is refused (gap ORD-G03)`)
          expectServed(t, reply, `an update of ${field}`)
          const { body: after } = await t.call('getOrder', { path })
          // An object may be merged with the earlier one.
          expect(after, 'the order after the update').toMatchObject({ [field]: value })
          t.assume('ORD-G09', () => expect(after[field], `${field} of the order after the update`).toEqual(value))
        }
      })
    },
    sabotage: forgets(field),
  }
}

export const updating: Record<string, Check<operations>> = {
  'ORD-034': isReadBack('trackingNumber', ['1Z999AA10123456784', 'RR 123 456 785 CA']),
  'ORD-035': isReadBack('trackingUrl', ['https://carrier.example/track?number=1&lang=fr']),
  'ORD-037': isReadBack('metadata', [
    { gift: true, notes: ['ring twice', { floor: 3, names: { short: 'é', long: null } }], empty: {} },
  ]),
  'ORD-060': {
    needs: { resources: ['authorized order'], changes: 'lasting' },
    async run(t) {
      const path = { token: t.resource('authorized order') }
      const { body: before } = await t.call('getOrder', { path })
      if (before.status !== 'Pending' || before.paymentStatus !== 'Authorized')
        t.inconclusive(
          `the order is ${before.status} with payment ${before.paymentStatus}, and a capture needs Pending and Authorized`,
        )
      expectServed(
        t,
        await t.call('updateOrder', { path, body: { status: 'Processed', paymentStatus: 'Paid' } }),
        'the capture',
      )
      t.leaves('a payment that was captured, by PUT /orders/{token}')
      const { body: after } = await t.call('getOrder', { path })
      expect([after.status, after.paymentStatus], 'state of the order after').toEqual(['Processed', 'Paid'])
    },
    sabotage: [forgets('paymentStatus'), forgets('status')],
  },
  'ORD-082': {
    needs,
    async run(t) {
      const path = { token: t.resource('shipped order') }
      await restoring(t, path.token, async ({ status }) => {
        expectServed(t, await t.call('updateOrder', { path, body: { status } }), 'an update that carries a status')
        for (const [what, body] of [
          ['an update without a status', { trackingNumber: 'none' }],
          ['an update to a status that is none', { status: 'Sent' }],
        ] as const) {
          const reply = await t.attempt('updateOrder', { path, body })
          // The status is required; how a server treats an unknown one is not shown.
          if (!('status' in body)) expectRefused(reply, what)
          assumeProblem(t, reply, { what, status: 400, errors: [{ pointer: '/status' }] })
          const { body: after } = await t.call('getOrder', { path })
          expect(after.status, `status of the order after ${what}`).not.toBe('Sent')
          t.assume('ORD-G04', () => expect(after.status, `status of the order after ${what}`).toBe(status))
        }
        const list = await t.attempt('updateOrder', { path, body: [] })
        assumeProblem(t, list, { what: 'an update that is a list', status: 400, errors: [{ pointer: '' }] })
        const halfway = await t.attempt('updateOrder', { path, body: '{"status":' })
        assumeProblem(t, halfway, { what: 'an update that ends halfway', status: 400 })
      })
    },
    sabotage: [
      on('updateOrder', seesBody, (update: Update) => ({ ...update, status: 'refused' })),
      on('updateOrder', seesBody, (update: Partial<Update>) => ({ status: 'Pending', ...update })),
      tellsNoPlace,
      on('updateOrder', seesBody, (update: { status: string }) =>
        update.status === 'Sent' ? { ...update, status: 'Shipped' } : update,
      ),
    ],
  },
  'ORD-083': isReadBack('status', ['Processed', 'Shipped', 'Delivered']),
  'ORD-084': {
    needs,
    async run(t) {
      const path = { token: t.resource('shipped order') }
      await restoring(t, path.token, async (before) => {
        const reply = await t.call('updateOrder', { path, body: { status: before.status } })
        expectServed(t, reply, 'an update that has nothing but a status')
        const { body: after } = await t.call('getOrder', { path })
        t.assume('ORD-G09', () => expect(after, 'the order after an update to the status that it had').toEqual(before))
      })
    },
    sabotage: [
      on('updateOrder', async (request, forward) => {
        const fields = Object.keys(JSON.parse(String(request.body)))
        return forward(fields.length > 1 ? request : { ...request, body: Buffer.from('{}') })
      }),
      on('updateOrder', seesBody, (update: Update) => ({ trackingNumber: '', ...update })),
    ],
  },
  'ORD-086': isReadBack('paymentStatus', ['Paid', 'Refunded', 'Paidout']),
  'ORD-091': {
    needs,
    async run(t) {
      const path = { token: t.resource('shipped order') }
      await restoring(t, path.token, async ({ status }) => {
        const body = { status, trackingNumber: 'after the update' }
        const reply = await t.call('updateOrder', { path, body })
        expectServed(t, reply, 'an update')
        expect(reply.body, 'the answer of the update').toMatchObject({ token: path.token, ...body })
        const { body: read } = await t.call('getOrder', { path })
        for (const field of optional)
          expect(reply.body[field], `${field} in the answer, as in the order that is read`).toEqual(read[field])
      })
      const nowhere = { path: { token: '00000000-0000-4000-8000-000000000000' }, body: { status: 'Disputed' } } as const
      const reply = await t.attempt('updateOrder', nowhere)
      assumeProblem(t, reply, { what: 'an update of a token that no order has', status: 404 })
    },
    sabotage: on('updateOrder', changesBody, (order: Order) => ({ ...order, status: 'Pending' })),
  },
}
