import type { components } from '../../../../../generated/mock-control/types.ts'
import { expect } from '../../../../check/expect.ts'
import type { Context } from '../session.ts'

export type Snapshot = components['schemas']['Snapshot']
export type List = components['schemas']['SnapshotList']

export async function take(t: Context, session: string): Promise<Snapshot> {
  const { status, body } = await t.attempt('createSnapshot', { path: { session } })
  expect(status, 'status of a snapshot that is taken').toBe(201)
  return body
}

export async function listed(t: Context, session: string): Promise<Snapshot[]> {
  return (await t.attempt('listSnapshots', { path: { session } })).body.snapshots
}
