import { expect } from '../../../check/expect.ts'
import { anOrder, type Orders, ordersOf } from './callers.ts'
import { type Context, journalOf } from './session.ts'

/** What a session is like: the parts of it that a reset, a snapshot or its end is about. */
export interface Portrait {
  orders: unknown
  keys: unknown
  cluster: unknown
  conditions: unknown
  members: unknown
  faults: unknown
  year: number
}

/** Key of a record that no seed has. */
export const newKey = 'orders.check-key'

export async function portraitOf(t: Context, session: string): Promise<Portrait> {
  const path = { session }
  const records = async (name: string, kind: string) =>
    (await t.attempt('listRecords', { path: { session, interface: name, kind } })).body.records
  const conditions = async (name: string) =>
    (await t.attempt('getConditions', { path: { session, interface: name } })).body
  const clock = await t.attempt('getClock', { path })
  return {
    orders: await records('orders', 'orders'),
    keys: await records('orders', 'api-keys'),
    cluster: await records('kv-cluster', 'cluster'),
    conditions: await conditions('secrets'),
    members: await conditions('kv-cluster'),
    faults: (await t.attempt('listFaults', { path })).body.faults,
    year: new Date(clock.body.now).getUTCFullYear(),
  }
}

/** Changes a session in each part of its portrait, and leaves a request in its journal. */
export async function change(t: Context, session: string, year: number): Promise<Orders> {
  const at = (name: string) => ({ session, interface: name })
  const token = await anOrder(t)
  const orders = await ordersOf(t, session)
  const { body: order } = await t.attempt('getRecord', { path: { ...at('orders'), kind: 'orders', key: token } })
  const { status } = await orders.update(token, {
    status: (order as { status: string }).status,
    trackingNumber: `check ${year}`,
  })
  expect(status, 'status of an update of an order').toBe(200)
  const key = { ...at('orders'), kind: 'api-keys', key: newKey }
  await t.attempt('putRecord', { path: key, body: { owner: `check ${year}` } })
  await t.attempt('runAction', { path: { ...at('kv-cluster'), action: 'stop' }, body: { member: 'm2' } })
  await t.attempt('changeConditions', { path: at('secrets'), body: { sealed: true, warnings: [`check ${year}`] } })
  await t.attempt('changeConditions', { path: at('kv-cluster'), body: { unhealthy: ['m3'] } })
  await t.attempt('setClock', { path: { session }, body: { now: `${year}-06-01T00:00:00Z` } })
  const fault = { interface: 'orders', operation: 'getOrder', kind: 'status', status: 503, times: year - 2029 }
  await t.attempt('createFault', { path: { session }, body: fault })
  return orders
}

/** Expects of a session that it is as if nobody had ever done anything in it. */
export async function expectNew(t: Context, session: string, asNew: Portrait): Promise<void> {
  expect(await journalOf(t, session), 'the journal').toEqual([])
  expectSame(await portraitOf(t, session), asNew)
}

export function expectSame(found: Portrait, expected: Portrait): void {
  for (const part of Object.keys(expected) as (keyof Portrait)[])
    expect(found[part], `the ${part} of the session`).toEqual(expected[part])
}

/** Expects that a change has changed each part of a session, or what follows would show nothing. */
export function expectOther(found: Portrait, before: Portrait): void {
  for (const part of Object.keys(before) as (keyof Portrait)[])
    expect(found[part], `the ${part} of the changed session`).not.toEqual(before[part])
}
