import type { components } from '../../../../../generated/mock-control/types.ts'
import { type Context, expectStatus } from '../session.ts'

export type Snapshot = components['schemas']['Snapshot']
export type List = components['schemas']['SnapshotList']

export async function take(t: Context, session: string): Promise<Snapshot> {
  const body = await expectStatus(
    t.attempt('createSnapshot', { path: { session } }),
    201,
    'status of a snapshot that is taken',
  )
  return body
}

export async function listed(t: Context, session: string): Promise<Snapshot[]> {
  return (await t.attempt('listSnapshots', { path: { session } })).body.snapshots
}
