import type { operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { Snapshots } from '../session/snapshots.ts'
import { inSession, type Plane, problemAnswer } from './plane.ts'

export function snapshotBehaviours(plane: Plane): Behaviours<operations> {
  return {
    listSnapshots: ({ path }) =>
      inSession(plane, path.session, async ({ snapshots }) => {
        return { status: 200, body: { snapshots: await snapshots.list() } }
      }),

    createSnapshot: ({ path }) =>
      inSession(plane, path.session, async (session) => {
        const { snapshots, clock } = session
        if ((await snapshots.list()).length >= Snapshots.max) return tooMany()
        return { status: 201, body: await snapshots.take(clock.now(), await session.interfaces()) }
      }),

    getSnapshot: ({ path }) =>
      inSession(plane, path.session, async ({ snapshots }) => {
        const snapshot = await snapshots.get(path.snapshot)
        return snapshot ? { status: 200, body: snapshot } : noSuchSnapshot(path)
      }),

    deleteSnapshot: ({ path }) =>
      inSession(plane, path.session, async ({ snapshots }) => {
        if (!(await snapshots.get(path.snapshot))) return noSuchSnapshot(path)
        await snapshots.delete(path.snapshot)
        return { status: 204 }
      }),

    restoreSnapshot: ({ path }) =>
      inSession(plane, path.session, async (session) => {
        if (!(await session.snapshots.get(path.snapshot))) return noSuchSnapshot(path)
        await session.restore(path.snapshot)
        return { status: 204 }
      }),
  }
}

function noSuchSnapshot({ session, snapshot }: { session: string; snapshot: string }): Refusal {
  return new Refusal('not-found', `The session '${session}' has no snapshot '${snapshot}'.`)
}

function tooMany() {
  return problemAnswer(409, `The session has ${Snapshots.max} snapshots, which is the most it may have; delete one.`)
}
