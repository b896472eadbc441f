import { expect } from 'vitest'
import type { Session } from './session.fixture.ts'

/** The parts of a session that a reset, a snapshot or a deletion affects. */
export type Portrait = Awaited<ReturnType<typeof portraitOf>>

/** The key of an API key record that no seed has. */
export const newKey = 'orders.check-key'

export async function portraitOf(s: Session) {
  const conditions = async (name: string): Promise<object> => (await s.call('getConditions', { interface: name })).body
  return {
    orders: await s.records('orders', 'orders'),
    keys: await s.records('orders', 'api-keys'),
    cluster: await s.records('kv-cluster', 'cluster'),
    conditions: await conditions('secrets'),
    members: await conditions('kv-cluster'),
    faults: await s.faults(),
    year: new Date(await s.time()).getUTCFullYear(),
  }
}

/** Changes each part of a session's portrait, and leaves a request in its journal. */
export async function change(s: Session, year: number): Promise<void> {
  const token = await s.anOrder()
  const { status } = Object(await s.expect(200, 'getRecord', { interface: 'orders', kind: 'orders', key: token }))
  const updated = await s.update(token, { status, trackingNumber: `check ${year}` })
  expect(updated.status, 'status of an update of an order').toBe(200)
  await s.call('putRecord', { interface: 'orders', kind: 'api-keys', key: newKey }, { owner: `check ${year}` })
  await s.call('runAction', { interface: 'kv-cluster', action: 'stop' }, { member: 'm2' })
  await s.call('changeConditions', { interface: 'secrets' }, { sealed: true, warnings: [`check ${year}`] })
  await s.call('changeConditions', { interface: 'kv-cluster' }, { unhealthy: ['m3'] })
  await s.setClock(`${year}-06-01T00:00:00Z`)
  await s.inject({ operation: 'getOrder', kind: 'status', status: 503, times: year - 2029 })
}

/** Expects each part of a session to differ; otherwise the check would prove nothing. */
export function expectOther(found: Portrait, before: Portrait): void {
  for (const part of Object.keys(before) as (keyof Portrait)[])
    expect(found[part], `the ${part} of the changed session`).not.toEqual(before[part])
}
